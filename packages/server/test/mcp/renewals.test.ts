import { expect, test } from 'vitest'
import type { Principal } from '../../src/kernel/identity/principal.ts'
import { createRenewals } from '../../src/surfaces/mcp/protocol/renewals.ts'
import { handClock } from '../kit/clock.ts'
import { until } from '../kit/http.ts'

const byToken = (id: string): Principal => ({
  actorId: 'ada',
  kind: 'human',
  isInstanceAdmin: false,
  grant: null,
  credential: { method: 'token', id, scopes: [], expiresAt: null },
})

/** Look-ups of credentials that stay open until the test answers them. */
function asking() {
  const clock = handClock()
  const open: { id: string; answer: PromiseWithResolvers<Principal | null> }[] = []
  const renewed = createRenewals(clock, ({ credential: { id } }) => {
    const answer = Promise.withResolvers<Principal | null>()
    open.push({ id, answer })
    return answer.promise
  })
  return { clock, open, renewed, ids: () => open.map(({ id }) => id) }
}

test('a thousand who ask for one credential while it is asked for share the next question, which comes after a rest', async () => {
  const { clock, open, renewed } = asking()
  const first = renewed(byToken('a'))
  await until(() => open.length === 1)
  const others = Array.from({ length: 1_000 }, () => renewed(byToken('a')))
  const [before, after] = [byToken('a'), byToken('a')]
  open[0]?.answer.resolve(before)
  expect(await first).toBe(before)
  clock.advance(99)
  const other = renewed(byToken('b'))
  await until(() => open.length === 2)
  expect(open[1]?.id).toBe('b')
  open[1]?.answer.resolve(null)
  expect(await other).toBe(null)
  clock.advance(1)
  await until(() => open.length === 3)
  open[2]?.answer.resolve(after)
  expect((await Promise.all(others)).every((principal) => principal === after)).toBe(true)
  expect(open).toHaveLength(3)
})

test('at most two credentials are looked up at once, and a failure reaches its own callers only, not later ones', async () => {
  const { clock, open, renewed, ids } = asking()
  const answers = ['a', 'b', 'c'].map((id) => renewed(byToken(id)))
  await until(() => open.length === 2)
  expect(ids()).toEqual(['a', 'b'])
  open[0]?.answer.reject(new Error('no connection'))
  await expect(answers[0]).rejects.toThrow('no connection')
  await until(() => open.length === 3)
  open[1]?.answer.resolve(null)
  open[2]?.answer.resolve(null)
  expect(await Promise.all(answers.slice(1))).toEqual([null, null])
  const again = renewed(byToken('a'))
  clock.advance(100)
  await until(() => open.length === 4)
  open[3]?.answer.resolve(byToken('a'))
  expect(await again).toEqual(byToken('a'))
  expect(ids()).toEqual(['a', 'b', 'c', 'a'])
})
