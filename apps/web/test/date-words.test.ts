import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWhen } from '../src/ui/date-picker/parse.ts'
import { dateWords } from '../src/ui/date-picker/words.ts'

/** A Wednesday. */
const context = { today: '2026-11-25', now: '14:30', monthFirst: true }
const read = (text: string, locale: string) => {
  const when = parseWhen(text, dateWords(locale), context)
  return when && (when.time === null ? when.day : `${when.day} ${when.time}`)
}

const typed: Record<string, Record<string, string | undefined>> = {
  en: {
    today: '2026-11-25',
    Tomorrow: '2026-11-26',
    fri: '2026-11-27',
    'fri 15:00': '2026-11-27 15:00',
    'on Friday at 3pm': '2026-11-27 15:00',
    wed: '2026-12-02',
    'next friday': '2026-12-04',
    'next mon': '2026-11-30',
    'in 3 days': '2026-11-28',
    'in a week': '2026-12-02',
    '2w': '2026-12-09',
    'in two months': '2027-01-25',
    'next week': '2026-11-30',
    'next month': '2026-12-01',
    'next year': '2027-01-01',
    'end of month': '2026-11-30',
    'end of the week': '2026-11-29',
    'Dec 24': '2026-12-24',
    '24 dec 9:30': '2026-12-24 09:30',
    'November 3rd': '2027-11-03',
    'dec 24, 2031': '2031-12-24',
    '12/24': '2026-12-24',
    '24/12': '2026-12-24',
    '24.12.': '2026-12-24',
    '24.12.28': '2028-12-24',
    '2031-02-03': '2031-02-03',
    'feb 29': '2028-02-29',
    '16:00': '2026-11-25 16:00',
    '9am': '2026-11-26 09:00',
    'tomorrow noon': '2026-11-26 12:00',
    '12 am tomorrow': '2026-11-26 00:00',
  },
  de: {
    heute: '2026-11-25',
    morgen: '2026-11-26',
    'übermorgen um 9 Uhr': '2026-11-27 09:00',
    uebermorgen: '2026-11-27',
    Fr: '2026-11-27',
    'am Freitag, 15:00': '2026-11-27 15:00',
    'nächsten Freitag': '2026-12-04',
    'kommenden Montag': '2026-11-30',
    'in 3 Tagen': '2026-11-28',
    'in einer Woche': '2026-12-02',
    'in zwei Monaten': '2027-01-25',
    'nächste Woche': '2026-11-30',
    'nächsten Monat': '2026-12-01',
    'Ende des Monats': '2026-11-30',
    '24.12.': '2026-12-24',
    '24. 12.': '2026-12-24',
    '3. März': '2027-03-03',
    '24. Dez 2027 8.30 Uhr': '2027-12-24 08:30',
    '1.2.': '2027-02-01',
    'morgen mittag': '2026-11-26 12:00',
  },
}

describe('a date in words', () => {
  for (const [locale, texts] of Object.entries(typed))
    test(`is read as it is typed in ${locale}, and where the app speaks the other language too`, () => {
      for (const [text, when] of Object.entries(texts))
        expect([text, read(text, locale), read(text, locale === 'de' ? 'en' : 'de')]).toEqual([text, when, when])
    })

  test('that is none is refused', () => {
    const none = [
      '',
      ' ',
      'soon',
      '31.2.',
      '2026-13-01',
      'feb 30',
      '25:00',
      '13pm',
      '9:75',
      'in days',
      'fri sat',
      'toString',
      'in constructor days',
      '12',
      '0/0',
    ]
    expect(none.filter((text) => read(text, 'en') !== undefined || read(text, 'de') !== undefined)).toEqual([])
  })

  test('with the day first, where it is written so', () => {
    expect(parseWhen('3/4/2027', dateWords('en'), { ...context, monthFirst: false })?.day).toBe('2027-04-03')
    expect(parseWhen('3/4/2027', dateWords('en'), context)?.day).toBe('2027-03-04')
  })

  test('a month after the 31st is the last day of a shorter month', () => {
    const at = (today: string) => parseWhen('in 1 month', dateWords('en'), { ...context, today })?.day
    expect([at('2027-01-31'), at('2028-01-31'), at('2026-12-31')]).toEqual(['2027-02-28', '2028-02-29', '2027-01-31'])
  })

  test('every day is read back as it is written, and nothing that is typed makes a day that no calendar has', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    const pieces = fc.constantFrom(
      'in',
      'next',
      'fri',
      'märz',
      '31',
      '12.',
      '29.2.',
      '3',
      'days',
      'ende',
      'monat',
      '15:00',
      'um',
      '/',
      '99999',
    )
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10)
        const [year, month, ofMonth] = day.split('-').map(Number)
        const long = date.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
        const german = date.toLocaleDateString('de', { dateStyle: 'long', timeZone: 'UTC' })
        expect([`${ofMonth}.${month}.${year}`, `${month}/${ofMonth}/${year}`, day, long, german].map((text) => read(text, 'en'))).toEqual(
          Array.from({ length: 5 }, () => day),
        )
      }),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 5 }), (words) => {
        const when = parseWhen(words.join(' '), dateWords('de'), context)
        if (when) expect(new Date(`${when.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(when.day)
      }),
    )
  })
})
