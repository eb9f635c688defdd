import { dueBounds } from '@tandem/contract'
import { describe, expect, test } from 'vitest'

const now = '2026-03-28T20:30:00.000Z'
const within = (due: string, timeZone: string, at = now) => {
  const { from, before } = dueBounds(due, { now: at, timeZone })
  return [from, before]
}

describe('due', () => {
  test('overdue is what was due before now and is still open', () => {
    expect(dueBounds('overdue', { now, timeZone: 'Asia/Tokyo' })).toEqual({ from: null, before: now, openOnly: true })
  })

  test("today is the caller's day", () => {
    expect(within('today', 'UTC')).toEqual(['2026-03-28T00:00:00.000Z', '2026-03-29T00:00:00.000Z'])
    expect(within('today', 'Asia/Tokyo')).toEqual(['2026-03-28T15:00:00.000Z', '2026-03-29T15:00:00.000Z'])
    expect(within('today', 'America/New_York')).toEqual(['2026-03-28T04:00:00.000Z', '2026-03-29T04:00:00.000Z'])
    expect(within('today', 'Asia/Kolkata')).toEqual(['2026-03-28T18:30:00.000Z', '2026-03-29T18:30:00.000Z'])
  })

  test('a day on which the clocks change has 23 or 25 hours', () => {
    expect(within('today', 'Europe/Berlin', '2026-03-29T12:00:00.000Z')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
    expect(within('today', 'Europe/Berlin', '2026-10-25T12:00:00.000Z')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
  })

  test('week is that day and the six after it', () => {
    expect(within('week', 'Europe/Berlin')).toEqual(['2026-03-27T23:00:00.000Z', '2026-04-03T22:00:00.000Z'])
  })

  test('dates of a range are local days, both included; datetimes are moments; either end may be open', () => {
    expect(within('2026-03-01..2026-03-02', 'Europe/Berlin')).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-02T23:00:00.000Z'])
    expect(within('2026-03-01T10:00:00+02:00..2026-03-02T00:00:00Z', 'Asia/Tokyo')).toEqual([
      '2026-03-01T08:00:00.000Z',
      '2026-03-02T00:00:00.001Z',
    ])
    expect(within('..2026-03-02', 'UTC')).toEqual([null, '2026-03-03T00:00:00.000Z'])
    expect(within('2026-03-02..', 'UTC')).toEqual(['2026-03-02T00:00:00.000Z', null])
  })
})
