import { expect, it } from 'vitest'
import { createPollGap } from '../../src/workers/deliveries/poll-gap.ts'

it('makes slow polls more rarely, but does not hold back what is queued after a single slow one', () => {
  const gapAfter = createPollGap()
  expect([1, 1, 250, 1, 250, 250, 250, 1, 1].map(gapAfter)).toEqual([20, 20, 20, 20, 20, 1_000, 1_000, 20, 20])
})
