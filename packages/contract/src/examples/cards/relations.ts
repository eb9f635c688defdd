import type { Examples } from '../example.ts'
import { cardId, otherCardId } from '../story.ts'

export const relationExamples = {
  'relation.put': { input: { cardId: otherCardId, otherCardId: cardId, kind: 'blocks' } },
  'relation.delete': { after: ['relation.put'], input: { cardId: otherCardId, otherCardId: cardId, kind: 'blocks' } },
} satisfies Examples
