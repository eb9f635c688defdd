import { describe, expect, test } from 'vitest'
import { catalogue, localDays, type QuietTime, quietUntil } from '../src/index.ts'

const nights = { from: '22:00', to: '07:00', days: [] }
const weekend = { from: null, to: null, days: ['saturday' as const, 'sunday' as const] }
const until = (quiet: QuietTime, timeZone: string, at: string) => {
  const endMs = quietUntil(quiet, timeZone, Date.parse(at))
  return endMs === null ? null : new Date(endMs).toISOString()
}

describe('quiet time', () => {
  test('runs past midnight, from its first minute to the one before its end, in the time zone of the person', () => {
    expect(until(nights, 'UTC', '2026-06-10T21:59:59.999Z')).toBe(null)
    expect(until(nights, 'UTC', '2026-06-10T22:00:00.000Z')).toBe('2026-06-11T07:00:00.000Z')
    expect(until(nights, 'UTC', '2026-06-11T06:59:59.999Z')).toBe('2026-06-11T07:00:00.000Z')
    expect(until(nights, 'UTC', '2026-06-11T07:00:00.000Z')).toBe(null)
    expect(until(nights, 'Asia/Tokyo', '2026-06-10T22:00:00.000Z')).toBe(null)
    expect(until(nights, 'America/New_York', '2026-06-11T02:30:00.000Z')).toBe('2026-06-11T11:00:00.000Z')
    expect(until({ from: '00:00', to: '06:00', days: [] }, 'UTC', '2026-06-11T00:00:00.000Z')).toBe('2026-06-11T06:00:00.000Z')
    expect(until({ from: '18:00', to: '00:00', days: [] }, 'UTC', '2026-06-10T23:59:00.000Z')).toBe('2026-06-11T00:00:00.000Z')
  })

  test('days are quiet from midnight to midnight, and hours and days follow each other', () => {
    expect(until(weekend, 'Europe/Berlin', '2026-06-12T21:59:00.000Z')).toBe(null)
    expect(until(weekend, 'Europe/Berlin', '2026-06-12T22:00:00.000Z')).toBe('2026-06-14T22:00:00.000Z')
    const both = { ...weekend, from: '22:00', to: '07:00' }
    expect(until(both, 'Europe/Berlin', '2026-06-12T20:30:00.000Z')).toBe('2026-06-15T05:00:00.000Z')
    const mostly = { from: '08:00', to: '07:00', days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const }
    expect(until({ ...mostly, days: [...mostly.days] }, 'UTC', '2026-06-14T08:00:00.000Z')).toBe('2026-06-21T07:00:00.000Z')
  })

  test('keeps to what clocks show in the nights in which they change', () => {
    expect(until(nights, 'Europe/Berlin', '2026-03-28T23:00:00.000Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(until(nights, 'Europe/Berlin', '2026-10-24T22:00:00.000Z')).toBe('2026-10-25T06:00:00.000Z')
    const sundays = { ...weekend, days: ['sunday' as const] }
    expect(until(sundays, 'Europe/Berlin', '2026-03-29T12:00:00.000Z')).toBe('2026-03-29T22:00:00.000Z')
    expect(until(sundays, 'Europe/Berlin', '2026-10-25T12:00:00.000Z')).toBe('2026-10-25T23:00:00.000Z')
  })

  test('a time that is left out is right after the change; one that comes twice is quiet both times', () => {
    const early = { from: '22:00', to: '02:30', days: [] }
    expect(until(early, 'Europe/Berlin', '2026-03-29T00:59:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(until({ from: '02:10', to: '02:50', days: [] }, 'Europe/Berlin', '2026-03-29T01:00:00.000Z')).toBe(null)
    expect(until(early, 'Europe/Berlin', '2026-10-25T00:29:00.000Z')).toBe('2026-10-25T01:30:00.000Z')
    expect(until(early, 'Europe/Berlin', '2026-10-25T00:45:00.000Z')).toBe('2026-10-25T01:30:00.000Z')
    expect(localDays('America/Havana').startOf('2026-03-08')).toBe('2026-03-08T05:00:00.000Z')
  })

  test('the same moment is quiet in one zone and not in another', () => {
    const at = '2026-06-10T05:30:00.000Z'
    expect([until(nights, 'UTC', at), until(nights, 'Europe/Berlin', at)]).toEqual(['2026-06-10T07:00:00.000Z', null])
  })

  test('is refused where it has no hours and no days, half of its hours, no end, or no day that is left', () => {
    const parse = (quiet: unknown) => catalogue['notification.settings.update'].input.safeParse({ quiet })
    const problems = (quiet: unknown) => parse(quiet).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    expect(parse({ days: ['monday'] }).data).toEqual({ quiet: { from: null, to: null, days: ['monday'] } })
    expect(parse({ from: '22:00', to: '07:00' }).success).toBe(true)
    expect(problems({})).toEqual([expect.stringContaining('quiet.from must be set')])
    expect(problems({ from: '22:00' })).toEqual(['quiet.to must be set together with from: send both, or null for both'])
    expect(problems({ from: '22:00', to: '22:00' })).toEqual(['quiet.to must be a time other than from'])
    expect(problems({ from: '24:00', to: '7:00' })).toHaveLength(2)
    expect(problems({ days: ['monday', 'monday'] })).toEqual(['quiet.days must not contain an option twice'])
    const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    expect(problems({ days: week })).toEqual(['quiet.days must leave out at least one day of the week'])
    expect(problems({ days: ['someday'] })).toHaveLength(1)
  })
})
