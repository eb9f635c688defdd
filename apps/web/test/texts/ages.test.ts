import { createFormatter } from 'use-intl'
import { describe, expect, test } from 'vitest'
import { ageOf, asAmount } from '../../src/ui/ages.ts'

const now = new Date('2026-11-28T12:00:00.000Z')
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

describe('the age of a moment', () => {
  test.each([
    [-hour, '0 second'],
    [0, '0 second'],
    [59_999, '0 second'],
    [minute, '1 minute'],
    [hour - 1, '59 minute'],
    [1.9 * hour, '1 hour'],
    [day - 1, '23 hour'],
    [1.9 * day, '1 day'],
    [7 * day - 1, '6 day'],
    [13.9 * day, '1 week'],
    [30 * day, '4 week'],
    [31 * day, '1 month'],
    [2.9 * 30.5 * day, '2 month'],
    [365 * day - 1, '11 month'],
    [1.5 * 365 * day, '1 year'],
    [3.5 * 365 * day, '3 year'],
    [3.999 * 365 * day, '3 year'],
  ])('of %d ms is %s, rounded down', (ms, age) => {
    const { count, unit, unitMs } = ageOf(new Date(now.getTime() - ms), now)
    expect(`${count} ${unit}`).toBe(age)
    // The library formats the same number.
    const whole = new Date(now.getTime() - count * unitMs)
    const said = createFormatter({ locale: 'en' }).relativeTime(whole, { now, unit })
    expect(said).toBe(count === 0 ? 'now' : `${count} ${unit}${count === 1 ? '' : 's'} ago`)
  })
})

test('in English an age has the units of amounts', () => {
  const format = new Intl.RelativeTimeFormat('en', { style: 'narrow', numeric: 'auto' })
  const ages = (['minute', 'hour', 'day', 'week', 'month', 'year'] as const).map((unit) => asAmount(format.format(-3, unit)))
  expect(ages).toEqual(['3 min ago', '3 h ago', '3 d ago', '3 w ago', '3 mo ago', '3 y ago'].map((age) => age.replace(' ', '\u00a0')))
  expect(asAmount(format.format(0, 'second'))).toBe('now')
})
