import type { Examples } from '../example.ts'
import { cardSummary, otherCardSummary } from '../records.ts'
import { at, boardId, doing, toDo } from '../story.ts'

export const listExamples = {
  'list.create': {
    input: { boardId, name: 'To do' },
    output: {
      id: toDo,
      boardId,
      name: 'To do',
      rank: 'a0',
      wipLimit: null,
      wipPolicy: 'warn',
      category: 'none',
      acceptance: 'none',
      queue: null,
      color: null,
      archivedAt: null,
      createdAt: at,
    },
  },
  'list.cards': {
    input: { listId: toDo, limit: 2 },
    output: [cardSummary, otherCardSummary],
  },
  'list.update': {
    input: { listId: doing, name: 'In progress', wipLimit: 3, category: 'started', acceptance: 'required' },
    output: {
      id: doing,
      boardId,
      name: 'In progress',
      rank: 'a1',
      wipLimit: 3,
      wipPolicy: 'warn',
      category: 'started',
      acceptance: 'required',
      queue: null,
      color: null,
      archivedAt: null,
      createdAt: at,
    },
  },
} satisfies Examples
