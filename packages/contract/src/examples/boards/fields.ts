import type { Examples } from '../example.ts'
import { ada, at, boardId, cardId, fieldId } from '../story.ts'

const field = { id: fieldId, boardId, name: 'Channel', type: 'select' as const, options: ['Press', 'Newsletter'], createdAt: at }

export const fieldExamples = {
  'field.list': { after: ['field.create'], input: { boardId }, output: [field] },
  'field.values': {
    after: ['field.create', 'card.field.set'],
    input: { fieldId },
    output: [{ cardId, value: 'Newsletter' }],
  },
  'field.create': { input: { boardId, name: 'Channel', type: 'select', options: ['Press', 'Newsletter'] }, output: field },
  'field.update': {
    after: ['field.create'],
    input: { fieldId, options: ['Press', 'Newsletter', 'Radio'] },
    output: { ...field, options: ['Press', 'Newsletter', 'Radio'] },
  },
  'field.delete': { after: ['field.create'], input: { fieldId } },
  'card.field.set': {
    after: ['field.create'],
    input: { cardId, fieldId, value: 'Newsletter' },
    output: { fieldId, value: 'Newsletter', author: { actorId: ada, role: 'admin' as const } },
  },
  'card.field.clear': { after: ['field.create', 'card.field.set'], input: { cardId, fieldId } },
} satisfies Examples
