import { describe, expect, test } from 'vitest'
import { finerKeyOf } from '../../src/screens/settings/board/finer.ts'

const before = { text: 'Buy a seal', position: 'a1', doneAt: '2026-11-20T10:00:00.000Z', assigneeActorId: null }
const item = (after: Record<string, unknown>) => ({ ...before, previous: before, ...after })

describe('the log of a board says', () => {
  test.each([
    ['that an item was unchecked', 'card.checklist_item_updated', item({ doneAt: null }), 'itemUnticked'],
    ['that an item was moved', 'card.checklist_item_updated', item({ position: 'a2' }), 'itemMoved'],
    ['only that an item was changed, if its text was', 'card.checklist_item_updated', item({ text: 'Two', doneAt: null }), undefined],
    ['only that an item was changed, of an old activity', 'card.checklist_item_updated', { text: 'Buy a seal' }, undefined],
    ['that a card was completed', 'card.updated', { completedAt: '2026-11-20T10:00:00.000Z' }, 'cardCompleted'],
    ['that a card was reopened', 'card.updated', { completedAt: null }, 'cardReopened'],
    ['only that a card was changed, with another title', 'card.updated', { title: 'New' }, undefined],
    ['that a card was moved within its list', 'card.moved', { fromListId: 'x', toListId: 'x' }, 'cardReordered'],
    ['that a card came from another board', 'card.moved', { fromBoardId: 'a', toBoardId: 'b', toListId: 'x' }, 'cardMovedAcross'],
    ['from where to where a card was moved', 'card.moved', { fromListId: 'x', toListId: 'y' }, undefined],
  ] as const)('%s', (_, verb, payload, key) => {
    expect(finerKeyOf(verb, payload)).toBe(key === undefined ? undefined : `finer.${key}`)
  })
})
