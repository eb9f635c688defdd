import { expect, test } from 'vitest'
import { limitedLookUp } from '../../src/surfaces/http/credentials.ts'

test('of an address with too many unknown credentials two are looked up at once and 200 wait; one more is refused', {
  meta: { proves: ['limit.credentials.waiting'] },
}, async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let begun = 0
  const lookUp = () =>
    limitedLookUp(() => {
      begun += 1
      return answered
    })
  const waiting = Array.from({ length: 202 }, lookUp)
  expect(begun).toBe(2)
  await expect(lookUp()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
  answer()
  await Promise.all(waiting)
  await lookUp()
  expect(begun).toBe(203)
})
