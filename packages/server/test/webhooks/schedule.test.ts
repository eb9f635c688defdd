import { signatureV2 } from '@tandem/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryDelayMs } from '../../src/workers/deliveries/schedule.ts'
import { signatureOf } from '../../src/workers/deliveries/sign.ts'

const plan = { scale: 1, random: () => 0.5, retryAfter: null, nowMs: 0 }

test('the delays are 2 s, 10 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h, 24 h, and then there are none', () => {
  const seconds = Array.from({ length: 10 }, (_, at) => retryDelayMs(at + 1, plan)).map((ms) => ms && ms / 1_000)
  expect(seconds).toEqual([2, 10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, null])
})

test('jitter is 20 % either way, and the scale multiplies', () => {
  expect(retryDelayMs(1, { ...plan, random: () => 0 })).toBe(1_600)
  expect(retryDelayMs(1, { ...plan, random: () => 1 })).toBe(2_400)
  expect(retryDelayMs(3, { ...plan, scale: 0.01 })).toBe(600)
})

test.each([
  ['1', 2_000],
  ['3', 3_000],
  ['3600', 4_000],
  ['soon', 2_000],
  ['-5', 2_000],
  [new Date(1_003_000).toUTCString(), 3_000],
  [new Date(0).toUTCString(), 2_000],
])('Retry-After %s on a delay of 2 s waits %d ms', (retryAfter, expected) => {
  expect(retryDelayMs(1, { ...plan, retryAfter, nowMs: 1_000_000 })).toBe(expected)
})

test("the worker's signature is the contract's", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.uuid(),
      fc.nat(),
      fc.string({ unit: 'binary' }),
      async (secret, id, at, body) => {
        expect(signatureOf(secret, id, at, body)).toBe(await signatureV2(secret, id, at, body))
      },
    ),
  )
})
