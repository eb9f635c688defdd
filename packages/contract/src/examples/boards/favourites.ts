import type { Examples } from '../example.ts'
import { boardId } from '../story.ts'

const launch = {
  itemId: boardId,
  kind: 'board' as const,
  name: 'Launch',
  boardId,
  boardName: 'Launch',
  keyPrefix: 'LCH',
  archivedAt: null,
}

export const favouriteExamples = {
  'favourite.list': { after: ['favourite.set'], input: {}, output: [launch] },
  'favourite.set': { input: { itemId: boardId }, output: [launch] },
  'favourite.clear': { after: ['favourite.set'], input: { itemId: boardId } },
} satisfies Examples
