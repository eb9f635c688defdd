import type { Examples } from '../example.ts'
import { cardSummary } from '../records.ts'
import { boardId } from '../story.ts'

export const foundCard = { ...cardSummary, boardId, boardName: 'Launch', snippet: null }

export const searchExamples = {
  'search.cards': {
    input: { q: 'announcement', priority: ['high', 'urgent'], completed: false },
    output: [{ ...foundCard, snippet: 'Write the announcement' }],
  },
} satisfies Examples
