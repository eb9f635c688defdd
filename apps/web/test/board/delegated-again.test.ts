import { afterEach, expect, test, vi } from 'vitest'
import { delegated } from '../../src/mutations/delegated.ts'
import type { Prior } from '../../src/mutations/inverse-parts.ts'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { api } = await import('../../src/api/client.ts')
const { NotUndone } = await import('../../src/api/failure.ts')
const { inverseOf } = await import('../../src/mutations/inverses.ts')
vi.unstubAllGlobals()

const [cardId, agentActorId] = ['crd_1', 'act_robo']
const standing = { agentActorId, delegatedByActorId: 'act_ada', delegatedAt: '2026-01-01T00:00:00.000Z' }
/** A mention of another agent has opened a newer session, which is done. */
const prior = { delegation: standing, session: { agentActorId: 'act_scout', state: 'done' } } as unknown as Prior

afterEach(() => void vi.restoreAllMocks())

/** The undo of the delegation to Robo, who is at work since that time. */
function undoWhile(delegatedAt: string) {
  const sessions = [{ agentActorId, endedAt: null }]
  const call = vi
    .spyOn(api, 'call')
    .mockImplementation((async (name: string) =>
      name === 'card.get' ? { card: { delegation: { ...standing, delegatedAt }, sessions } } : {}) as unknown as typeof api.call)
  const inverse = inverseOf({ name: 'delegation.set', input: { cardId, agentActorId } }, prior)
  return { undone: inverse?.send('mut_1'), names: () => call.mock.calls.map(([name]) => name) }
}

test('a delegation that changed nothing is not undone, and the undo says why', async () => {
  const { undone, names } = undoWhile(standing.delegatedAt)
  const failure = await undone?.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NotUndone)
  expect(failure).toMatchObject({ why: 'nothingDelegated' })
  expect(names()).toEqual(['card.get'])
})

test('one that began the agent anew is undone', async () => {
  const { undone, names } = undoWhile('2026-01-02T00:00:00.000Z')
  await expect(undone).resolves.toBeNull()
  expect(names()).toEqual(['card.get', 'delegation.clear'])
})

test('delegating to the same agent shows the standing delegation; to another one, a new one', () => {
  expect(delegated(standing, agentActorId, 'act_mia')).toBe(standing)
  expect(delegated(standing, 'act_scout', 'act_mia')).toMatchObject({ agentActorId: 'act_scout', delegatedByActorId: 'act_mia' })
  expect(delegated(null, agentActorId, 'act_mia')).toMatchObject({ agentActorId, delegatedByActorId: 'act_mia' })
})
