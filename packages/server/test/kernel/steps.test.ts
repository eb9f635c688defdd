import { TandemError } from '@tandem/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBoardMoves } from '../../src/kernel/board/moves.ts'
import { emptyForecast } from '../../src/kernel/dry-run.ts'
import { createKernel, type Kernel } from '../../src/kernel/kernel.ts'
import type { PrivateAct } from '../../src/kernel/mutation.ts'
import { type Done, done, type Refused, refused } from '../../src/kernel/reply.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
let kernel: Kernel
let lookUps = 0

beforeAll(async () => {
  tandem = await startTestService()
  kernel = createKernel({
    database: tandem.database,
    clock: tandem.clock,
    nudge: () => {},
    readForecast: async () => emptyForecast,
    metrics: createMetrics(),
    handlers: {} as Parameters<typeof createKernel>[0]['handlers'],
    policy: {} as Parameters<typeof createKernel>[0]['policy'],
    boardMoves: createBoardMoves(tandem.clock),
    onCredentials: () => {
      lookUps += 1
    },
  })
})
afterAll(() => tandem?.stop())

const take = (handler: (act: PrivateAct) => Promise<Done<null> | Refused>) =>
  kernel.takeStep({ name: 'oauth.token.exchange', access: { public: true } }, { principal: null, address: null }, handler)

test('a step that leaves nothing behind has no credential looked up anew; one that does, has', async () => {
  const refusal = new TandemError('validation', 'This refresh token is unknown.', { reason: undefined })
  await expect(take(() => Promise.reject(refusal))).rejects.toThrow(refusal.message)
  expect(lookUps).toBe(0)
  await expect(take(async () => refused(refusal))).rejects.toThrow(refusal.message)
  expect(lookUps).toBe(1)
  await take(async () => done(null))
  expect(lookUps).toBe(2)
})
