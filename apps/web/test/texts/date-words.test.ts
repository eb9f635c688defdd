import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { de } from '../../src/i18n/dates/de.ts'
import { en } from '../../src/i18n/dates/en.ts'
import { es } from '../../src/i18n/dates/es.ts'
import { type Locale, locales } from '../../src/i18n/languages/languages.ts'
import { parseTime, parseWhen } from '../../src/ui/date-picker/parse.ts'
import { dateWords } from '../../src/ui/date-picker/words.ts'

/** A Wednesday. */
const context = { today: '2026-11-25', now: '14:30', monthFirst: true }
const read = (text: string, locale: Locale) => {
  const when = parseWhen(text, dateWords(locale), context)
  return when && (when.time === null ? when.day : `${when.day} ${when.time}`)
}

const typed: Record<Locale, Record<string, string>> = {
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
    'last friday': '2026-11-20',
    '3 days ago': '2026-11-22',
    'a month ago': '2026-10-25',
    'last week': '2026-11-16',
    'last month': '2026-10-01',
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
    'day after tomorrow': '2026-11-27',
    'the day after tomorrow at 9am': '2026-11-27 09:00',
    '24th': '2026-12-24',
    'on the 30th': '2026-11-30',
    'the 3': '2026-12-03',
    '31st': '2026-12-31',
    'monday morning': '2026-11-30 09:00',
    'tomorrow morning 8:30': '2026-11-26 08:30',
    'friday afternoon': '2026-11-27 15:00',
    tonight: '2026-11-25 20:00',
    'tonight 9pm': '2026-11-25 21:00',
    'this morning': '2026-11-25 09:00',
    weekend: '2026-11-28',
    'this weekend': '2026-11-28',
    'next weekend': '2026-12-05',
    'in 2 hours': '2026-11-25 16:30',
    'in an hour': '2026-11-25 15:30',
    'in 20 minutes': '2026-11-25 14:50',
    'in 10 hours': '2026-11-26 00:30',
    midnight: '2026-11-26 00:00',
    eom: '2026-11-30',
    eow: '2026-11-29',
    'end of week': '2026-11-29',
    eod: '2026-11-25',
    'end of day': '2026-11-25',
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
    'letzten Mittwoch': '2026-11-18',
    'vor 3 Tagen': '2026-11-22',
    'vor einer Woche': '2026-11-18',
    'letzte Woche': '2026-11-16',
    'letztes Jahr': '2025-01-01',
    'Ende des Monats': '2026-11-30',
    '24.12.': '2026-12-24',
    '24. 12.': '2026-12-24',
    '3. März': '2027-03-03',
    '24. Dez 2027 8.30 Uhr': '2027-12-24 08:30',
    '1.2.': '2027-02-01',
    'morgen mittag': '2026-11-26 12:00',
    'morgen um 9': '2026-11-26 09:00',
    'am 24.': '2026-12-24',
    '24.': '2026-12-24',
    'am 30': '2026-11-30',
    'am 24. um 9': '2026-12-24 09:00',
    'morgen früh': '2026-11-26 09:00',
    'heute Abend': '2026-11-25 20:00',
    'Freitag Nachmittag': '2026-11-27 15:00',
    Wochenende: '2026-11-28',
    'am Wochenende': '2026-11-28',
    'in 2 Stunden': '2026-11-25 16:30',
    'in einer Stunde': '2026-11-25 15:30',
    'heute in einer Woche': '2026-12-02',
    'morgen 15 Uhr 30': '2026-11-26 15:30',
    'Ende des Tages': '2026-11-25',
  },
  es: {
    hoy: '2026-11-25',
    mañana: '2026-11-26',
    manana: '2026-11-26',
    'pasado mañana a las 9': '2026-11-27 09:00',
    vie: '2026-11-27',
    'vie 15:00': '2026-11-27 15:00',
    'el viernes a las 15:00 h': '2026-11-27 15:00',
    sábado: '2026-11-28',
    miércoles: '2026-12-02',
    'el próximo viernes': '2026-11-27',
    'el lunes que viene': '2026-11-30',
    'en 3 días': '2026-11-28',
    'dentro de una semana': '2026-12-02',
    'en dos meses': '2027-01-25',
    'en un año': '2027-11-25',
    'próxima semana': '2026-11-30',
    'la semana que viene': '2026-11-30',
    'el mes que viene': '2026-12-01',
    'el próximo año': '2027-01-01',
    'el viernes pasado': '2026-11-20',
    'hace 3 días': '2026-11-22',
    'hace un año': '2025-11-25',
    'la semana pasada': '2026-11-16',
    'el mes pasado': '2026-10-01',
    'fin de mes': '2026-11-30',
    'a finales de año': '2026-12-31',
    '24 dic': '2026-12-24',
    '24 de diciembre de 2031': '2031-12-24',
    '3 de marzo a la 1': '2027-03-03 01:00',
    '24/12': '2026-12-24',
    'mañana al mediodía': '2026-11-26 12:00',
    'mañana 9 h': '2026-11-26 09:00',
    'pasado mañana': '2026-11-27',
    'el 24': '2026-12-24',
    'el 24 a las 9': '2026-12-24 09:00',
    'mañana por la mañana': '2026-11-26 09:00',
    'el viernes por la tarde': '2026-11-27 15:00',
    'esta noche': '2026-11-25 20:00',
    'esta mañana': '2026-11-25 09:00',
    'fin de semana': '2026-11-28',
    'el próximo fin de semana': '2026-11-28',
    'en 2 horas': '2026-11-25 16:30',
    'dentro de una hora': '2026-11-25 15:30',
    'fin del día': '2026-11-25',
  },
}

describe('a date in words', () => {
  for (const locale of locales)
    test(`is read as it is typed in ${locale}, and where the app speaks another language too`, () => {
      for (const [text, when] of Object.entries(typed[locale]))
        expect([text, ...locales.map((spoken) => read(text, spoken))]).toEqual([text, ...locales.map(() => when)])
    })

  test('means the past where that is wanted, unless it says otherwise', () => {
    const past: Record<string, string> = {
      fri: '2026-11-20',
      wed: '2026-11-18',
      'Oct 1': '2026-10-01',
      '1.12.': '2025-12-01',
      '11/25': '2026-11-25',
      'feb 29': '2024-02-29',
      '3 days': '2026-11-22',
      '2w': '2026-11-11',
      'vor zwei Monaten': '2026-09-25',
      yesterday: '2026-11-24',
      '15:00': '2026-11-24 15:00',
      '14:30': '2026-11-25 14:30',
      'in 3 days': '2026-11-28',
      'next friday': '2026-12-04',
      tomorrow: '2026-11-26',
      '2031-02-03': '2031-02-03',
    }
    const readPast = (text: string, locale: Locale) => {
      const when = parseWhen(text, dateWords(locale), { ...context, prefersPast: true })
      return when && (when.time === null ? when.day : `${when.day} ${when.time}`)
    }
    for (const [text, when] of Object.entries(past))
      expect([text, ...locales.map((spoken) => readPast(text, spoken))]).toEqual([text, ...locales.map(() => when)])
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
      'days ago',
      'ago',
      'last',
      'in 3 days ago',
      'en días',
      'a las 25',
      'a las',
      'fri sat',
      'toString',
      'in constructor days',
      '12',
      '0/0',
      '0th',
      '32.',
      'in 2',
      'in hours',
      'the',
      'el',
    ]
    expect(none.filter((text) => locales.some((locale) => read(text, locale) !== undefined))).toEqual([])
  })

  test('the examples in the field are understood in their own language alone', () => {
    const examples = ({ hint, hintPast, notADate, notAPastDate }: Record<'hint' | 'hintPast' | 'notADate' | 'notAPastDate', string>) => [
      ...`${hint}, ${hintPast}`.split(', '),
      ...[...`${notADate} ${notAPastDate}`.matchAll(/[“„](.+?)[”“]/g)].map(([, quoted = '']) => quoted),
    ]
    for (const [locale, texts] of Object.entries({ en, de, es })) {
      const own = dateWords(locale as Locale).slice(0, 1)
      expect(examples(texts)).toHaveLength(12)
      expect(examples(texts).filter((text) => !parseWhen(text, own, context))).toEqual([])
    }
  })

  test('with the day first, where it is written so', () => {
    expect(parseWhen('3/4/2027', dateWords('en'), { ...context, monthFirst: false })?.day).toBe('2027-04-03')
    expect(parseWhen('3/4/2027', dateWords('en'), context)?.day).toBe('2027-03-04')
  })

  test('a month after the 31st is the last day of a shorter month', () => {
    const at = (today: string) => parseWhen('in 1 month', dateWords('en'), { ...context, today })?.day
    expect([at('2027-01-31'), at('2028-01-31'), at('2026-12-31')]).toEqual(['2027-02-28', '2028-02-29', '2027-01-31'])
  })

  test('a time of day alone is read in each language, and so is a bare hour; what is more than a time is none', () => {
    const times = [
      '15:00',
      '3pm',
      '3:30 PM',
      '15.30',
      '930',
      '0930',
      '9',
      '12 am',
      'noon',
      '15 Uhr',
      'um 9',
      'a las 9',
      'mediodía',
      ' 7:05 h ',
      '',
    ]
    const meant = [
      '15:00',
      '15:00',
      '15:30',
      '15:30',
      '09:30',
      '09:30',
      '09:00',
      '00:00',
      '12:00',
      '15:00',
      '09:00',
      '09:00',
      '12:00',
      '07:05',
      '',
    ]
    for (const locale of locales) expect(times.map((text) => parseTime(text, dateWords(locale)))).toEqual(meant)
    const none = ['25:00', '15:60', '13pm', '99', '12345', 'fri 15:00', 'tomorrow', '15:00 16:00', 'soon']
    expect(none.map((text) => parseTime(text, dateWords('en')))).toEqual(none.map(() => undefined))
  })

  test('every time is read back as each language writes it', () => {
    for (let minute = 0; minute < 1440; minute += 7) {
      const time = new Date(minute * 60_000)
      for (const locale of [...locales, 'en-GB', 'de-AT', 'es-MX']) {
        const written = time.toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'UTC' })
        expect(parseTime(written, dateWords('en')), written).toBe(time.toISOString().slice(11, 16))
      }
    }
  })

  test('every day is read back as it is written, and nothing that is typed makes a day that no calendar has', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    const pieces = fc.constantFrom(
      'in',
      'next',
      'fri',
      'märz',
      'mañana',
      'que viene',
      'ago',
      'last',
      'a las',
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
        const long = locales.map((locale) => date.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }))
        const written = [`${ofMonth}.${month}.${year}`, `${month}/${ofMonth}/${year}`, day, ...long]
        expect(written.map((text) => read(text, 'en'))).toEqual(written.map(() => day))
      }),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 5 }), (words) => {
        for (const when of locales.map((locale) => parseWhen(words.join(' '), dateWords(locale), context)))
          if (when) expect(new Date(`${when.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(when.day)
      }),
    )
  })
})
