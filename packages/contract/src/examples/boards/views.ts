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
    input: { viewId, layout: 'calendar', ifVersion: 1 },
    output: { ...view, layout: 'calendar', version: 2 },
  },
  'view.delete': { after: ['view.create'], input: { viewId } },
  'view.cards': { after: ['view.create'], input: { viewId }, output: [foundCard] },
} satisfies Examples
