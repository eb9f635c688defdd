import type { Examples } from '../example.ts'
import { at, boardId, cardId, labelId } from '../story.ts'

const label = { id: labelId, boardId, name: 'Press', color: 'red', createdAt: at }

export const labelExamples = {
  'label.list': { after: ['label.create'], input: { boardId }, output: [label] },
  'label.create': { input: { boardId, name: 'Press', color: 'red' }, output: label },
  'label.update': { after: ['label.create'], input: { labelId, color: '#b91c1c' }, output: { ...label, color: '#b91c1c' } },
  'label.delete': { after: ['label.create'], input: { labelId } },
  'card.label': { after: ['label.create'], input: { cardId, labelId } },
  'card.unlabel': { after: ['label.create', 'card.label'], input: { cardId, labelId } },
} satisfies Examples
