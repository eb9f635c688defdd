import type { Examples } from '../example.ts'
import { ada, at, cardId, checklistItemId } from '../story.ts'

export const item = {
  id: checklistItemId,
  cardId,
  text: 'Ask for a quote',
  author: { actorId: ada, role: 'admin' as const },
  done: false,
  doneAt: null,
  doneByActorId: null,
  assigneeActorId: ada,
  rank: 'a0',
  createdAt: at,
}

export const checklistExamples = {
  'checklist.add': { input: { cardId, text: 'Ask for a quote', assigneeActorId: ada }, output: item },
  'checklist.update': {
    after: ['checklist.add'],
    input: { checklistItemId, done: true },
    output: { ...item, done: true, doneAt: at, doneByActorId: ada },
  },
  'checklist.tick': {
    after: ['checklist.add'],
    input: { cardId, checklistItemIds: [checklistItemId], done: true },
    output: { checklistItems: [{ ...item, done: true, doneAt: at, doneByActorId: ada }] },
  },
  'checklist.remove': { after: ['checklist.add'], input: { checklistItemId } },
} satisfies Examples
