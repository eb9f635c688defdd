import { expect, test } from 'vitest'
import { earliestExpiry, expiryAt } from '../../src/screens/settings/personal/expiry.tsx'

/** The evening of the 27th in New York, the 28th in London, the 28th in Auckland. */
const now = new Date('2026-11-28T01:30:00Z')

test('a token can expire from tomorrow on, and at the end of its last day, in the time zone of the page', () => {
  const zones = ['America/New_York', 'Europe/London', 'Pacific/Auckland']
  expect(zones.map((zone) => earliestExpiry(now, zone))).toEqual(['2026-11-28', '2026-11-29', '2026-11-29'])
  expect(zones.map((zone) => expiryAt('date', '2026-12-24', now, zone))).toEqual([
    '2026-12-25T04:59:59.000Z',
    '2026-12-24T23:59:59.000Z',
    '2026-12-24T10:59:59.000Z',
  ])
})

test('the other choices end after a number of days, or not at all', () => {
  const choices = (['month', 'quarter', 'year', 'never'] as const).map((choice) => expiryAt(choice, '', now, 'Asia/Tokyo'))
  expect(choices).toEqual(['2026-12-28T01:30:00.000Z', '2027-02-26T01:30:00.000Z', '2027-11-28T01:30:00.000Z', null])
})
