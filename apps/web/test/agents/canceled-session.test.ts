import type { Activity, BoardTree } from '@tandem/contract'
import { expect, test, vi } from 'vitest'
import { applyActivity } from '../../src/live/apply-activity.ts'
import { modelOf } from '../../src/live/board-model.ts'

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

test('the event of its end brings the reason to the tile', () => {
  const session = { id: 's', state: 'working', statusText: null, stale: false, stopRequestedAt: null }
  const board = modelOf({
    seq: 1,
    lists: [{ id: 'l', cards: [{ id: 'c', listId: 'l', rank: 'a0', archivedAt: null, session, labelIds: [], assigneeActorIds: [] }] }],
    labels: [],
    fields: [],
    members: [],
  } as unknown as BoardTree)
  const toneAfter = (reason: string) => {
    const payload = { sessionId: 's', state: 'error', reason }
    const activity = { seq: 2, verb: 'agent_session.failed', cardId: 'c', payload } as unknown as Activity
    const [card] = applyActivity(board, activity).board.lists[0]?.cards ?? []
    return card?.session && [toneOf(card.session), card.session.failureReason?.length]
  }
  expect([toneAfter('undelegated'), toneAfter('x'.repeat(300))]).toEqual([
    ['canceled', 11],
    ['error', 200],
  ])
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
