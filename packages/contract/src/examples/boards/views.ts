import type { Examples } from '../example.ts'
import { ada, at, boardId, viewId } from '../story.ts'
import { foundCard } from './search.ts'

const query = { priority: ['high' as const, 'urgent' as const], completed: false }
const view = {
  id: viewId,
  boardId,
  name: 'Pressing',
  query,
  layout: 'list' as const,
  lanes: null,
  emptyLanes: false,
  columns: null,
  sort: null,
  shared: true,
  ownerActorId: ada,
  version: 1,
  createdAt: at,
  updatedAt: at,
}

export const viewExamples = {
  'view.list': { after: ['view.create'], input: { boardId }, output: [view] },
  'view.create': { input: { boardId, name: 'Pressing', query, shared: true }, output: view },
  'view.get': { after: ['view.create'], input: { viewId }, output: view },
  'view.update': {
    after: ['view.create'],
    input: { viewId, columns: [{ column: 'due', widthPx: 120 }], sort: '-due', ifVersion: 1 },
    output: { ...view, columns: [{ column: 'due', widthPx: 120 }], sort: '-due', version: 2 },
  },
  'view.delete': { after: ['view.create'], input: { viewId } },
  'view.cards': { after: ['view.create'], input: { viewId }, output: [foundCard] },
} satisfies Examples
