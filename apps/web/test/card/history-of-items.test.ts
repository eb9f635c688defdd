import type { Activity } from '@tandem/contract'
import { describe, expect, test } from 'vitest'
import type { Names } from '../../src/screens/card/history/names.ts'
import { sentencesOf } from '../../src/screens/card/history/sentences.ts'

const before = { text: 'Buy a seal', position: 'a1', doneAt: '2026-11-20T10:00:00.000Z', doneBy: 'ada', assigneeActorId: null }
const { text, position, doneAt, assigneeActorId } = before

function said(payload: Record<string, unknown>): string[] {
  const activity = { verb: 'card.checklist_item_updated', payload: { text, previous: before, ...payload } } as unknown as Activity
  return sentencesOf(activity, {} as Names).map(({ key }) => key.replace('details.history.', ''))
}

describe('the history of a card says of a checklist item', () => {
  const after = { position, doneAt, assigneeActorId }
  test.each([
    ['that it was unchecked', { ...after, doneAt: null }, ['itemUnticked']],
    ['that it was moved, although it is checked off', { ...after, position: 'a2' }, ['itemMoved']],
    ['that it was changed, with another text', { ...after, text: 'Buy two' }, ['itemChanged']],
    ['that it was changed, with another assignee', { ...after, assigneeActorId: 'eve' }, ['itemChanged']],
    ['all of it', { position: 'a2', doneAt: null, text: 'Buy two', assigneeActorId }, ['itemChanged', 'itemUnticked', 'itemMoved']],
    ['that it was changed, in an old activity', {}, ['itemChanged']],
  ])('%s', (_, payload, keys) => {
    expect(said(payload)).toEqual(keys)
  })
})
