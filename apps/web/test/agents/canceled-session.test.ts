import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
const { toneOf, wordOf } = await import('../../src/screens/board/tile/session-line.tsx')
const { canBeUndone } = await import('../../src/screens/undo/undo-button.tsx')

const ended = (failureReason: string | null, minutes = 0) => ({
  state: 'error' as const,
  stale: false,
  stopRequestedAt: null,
  statusText: null,
  failureReason,
  budgetUsed: { tokens: 0, costUsd: 0, minutes },
})

test('a session whose delegation was removed is canceled, others have failed; what never began is not undone', () => {
  const removed = ended('undelegated')
  expect([toneOf(removed), wordOf(removed), canBeUndone(removed)]).toEqual(['canceled', 'canceled', false])
  expect(canBeUndone(ended('undelegated', 0.02))).toBe(true)
  for (const reason of ['timeout', 'No key for the register', null]) {
    const failed = ended(reason)
    expect([toneOf(failed), wordOf(failed), canBeUndone(failed)]).toEqual(['error', 'error', true])
  }
})
