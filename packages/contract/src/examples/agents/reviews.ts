import type { Examples, Step } from '../example.ts'
import { cardRecord, delegation } from '../records.ts'
import { at, cardId, sessionId, toDo } from '../story.ts'

/** Scout has completed its session in a list where a person reviews the work. */
const completed = [
  { do: 'list.update', input: { listId: toDo, acceptance: 'required' } },
  'delegation.set',
  { do: 'session.post', by: 'scout', input: { sessionId, op: 'complete', summary: 'Wrote the announcement' } },
] as const satisfies readonly Step[]

export const reviewExamples = {
  'card.review': {
    after: completed,
    input: { cardId, verdict: 'accept', note: 'Good.' },
    output: {
      card: {
        ...cardRecord,
        completedAt: at,
        delegation,
        session: { id: sessionId, state: 'done', statusText: null, stale: false, stopRequestedAt: null },
        version: 4,
      },
      session: null,
    },
  },
} satisfies Examples
