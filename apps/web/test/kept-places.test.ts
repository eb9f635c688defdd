import { type ErrorCode, TandemError } from '@tandem/contract'
import { afterAll, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
const { api } = await import('../src/api/client.ts')
const { sendKept } = await import('../src/mutations/kept-places.ts')
afterAll(() => void vi.restoreAllMocks())

/** Two cards that were moved to one list while there was no network: the second one below the first. */
const moves = () => [
  { name: 'card.update' as const, input: { cardId: 'first', listId: 'list', beforeId: 'top', clientMutationId: 'm1' } },
  { name: 'card.update' as const, input: { cardId: 'second', listId: 'list', beforeId: 'first', clientMutationId: 'm2' } },
]

async function secondAfter(code: ErrorCode): Promise<string | null | undefined> {
  const failure = new TandemError(code, 'No.', { reason: undefined })
  vi.spyOn(api, 'call').mockRejectedValue(failure)
  const calls = moves()
  await expect(sendKept(calls, 0)).rejects.toBe(failure)
  return calls[1]?.input.beforeId
}

test.each(['conflict', 'forbidden', 'internal', 'rate_limited'] as const)(
  'after %s, which ends the first move, the second card goes where the first was to go',
  async (code) => expect(await secondAfter(code)).toBe('top'),
)

test('without an answer the first move is sent again, and the second card stays below it', async () => {
  expect(await secondAfter('unavailable')).toBe('first')
})
