import type { Examples } from '../example.ts'
import { cardId } from '../story.ts'

export const watchExamples = {
  'watch.set': { input: { cardId } },
  'watch.clear': { after: ['watch.set'], input: { cardId } },
} satisfies Examples
