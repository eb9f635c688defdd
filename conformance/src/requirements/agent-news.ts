import type { RequirementTable } from '../requirement-table.ts'

/** Beyond.md §2: what an agent is told. */
export const agentNews = {
  'session.state.stop': {
    source: 'beyond §2',
    rule: 'A session says who asked it to stop first, and when, wherever it is shown; a card and a tile say when.',
  },
  'session.state.answer': {
    source: 'beyond §2',
    rule: 'A session has its latest answer with its question, who gave it and when: also once it has ended.',
  },
} satisfies RequirementTable
