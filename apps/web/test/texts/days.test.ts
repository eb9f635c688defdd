import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, dayOf, dueOn, firstWeekday, weeksOf } from '../../src/ui/days.ts'

describe('the days of a calendar', () => {
  test('a moment falls on the day that it is where somebody looks', () => {
    expect(dayOf('2026-03-28T23:30:00.000Z', 'Asia/Tokyo')).toBe('2026-03-29')
    expect(dayOf('2026-03-28T23:30:00.000Z', 'America/New_York')).toBe('2026-03-28')
  })

  test('a card that is carried to another day is due at the same time of that day, also when the clocks change between', () => {
    expect(dueOn('2026-03-30', '2026-03-27T08:15:00.000Z', 'Europe/Berlin')).toBe('2026-03-30T07:15:00.000Z')
    expect(dueOn('2026-10-26', '2026-10-23T07:15:00.000Z', 'Europe/Berlin')).toBe('2026-10-26T08:15:00.000Z')
  })

  test('a card without a date is due until the last minute of the day', () => {
    expect(dueOn('2026-03-29', null, 'Europe/Berlin')).toBe('2026-03-29T21:59:00.000Z')
    expect(dueOn('2026-03-29', null, 'Pacific/Auckland')).toBe('2026-03-29T10:59:00.000Z')
  })

  test('in every time zone, a card gets the day that it was dropped on', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Africa/Cairo']
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.integer({ min: -400, max: 400 }), fc.constantFrom(...zones), (at, days, timeZone) => {
        const day = addDays(dayOf(at, timeZone), days)
        // A time that a change of clocks leaves out is an hour later, which near midnight is the next day.
        const landed = dayOf(dueOn(day, at.toISOString(), timeZone), timeZone)
        expect([day, addDays(day, 1)]).toContain(landed)
        expect(dayOf(dueOn(day, null, timeZone), timeZone)).toBe(day)
      }),
    )
  })

  test('a month is shown in whole weeks, from the first day of a week', () => {
    const november = weeksOf('2026-11', 1)
    expect([november[0]?.[0], november.at(-1)?.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 6])
    expect(weeksOf('2026-11', 7)[0]?.[0]).toBe('2026-11-01')
    expect(weeksOf('2027-02', 1)).toHaveLength(4)
    for (let month = '2024-01'; month < '2032-01'; month = addMonths(month, 1)) {
      const days = weeksOf(month, 7).flat()
      expect(days.length % 7).toBe(0)
      expect(days.filter((day) => day.startsWith(month)).length).toBe(
        new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate(),
      )
    }
  })

  test('weeks begin where they do in the region of the reader', () => {
    expect(firstWeekday('en', ['en-GB', 'en'])).toBe(1)
    expect(firstWeekday('en', ['de-DE', 'en-US'])).toBe(7)
    expect(firstWeekday('de', ['en-US', 'de-DE'])).toBe(1)
  })
})
