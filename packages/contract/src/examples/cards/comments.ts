import type { Examples } from '../example.ts'
import { ada, at, cardId, commentId } from '../story.ts'

export const comment = {
  id: commentId,
  cardId,
  actorId: ada,
  author: { actorId: ada, role: 'admin' as const },
  body: 'Mention the early price.',
  sessionId: null,
  createdAt: at,
  editedAt: null,
  deletedAt: null,
}

export const commentExamples = {
  'comment.create': { input: { cardId, body: 'Mention the early price.' }, output: comment },
  'comment.list': { after: ['comment.create'], input: { cardId }, output: [comment] },
  'comment.update': {
    after: ['comment.create'],
    input: { commentId, body: 'Mention the early price, and until when it holds.' },
    output: { ...comment, body: 'Mention the early price, and until when it holds.', editedAt: at },
  },
  'comment.react': {
    after: ['comment.create'],
    input: { commentId, emoji: '👍' },
    output: { commentId, reactions: [{ emoji: '👍', actorIds: [ada] }] },
  },
  'comment.unreact': { after: ['comment.create', 'comment.react'], input: { commentId, emoji: '👍' } },
  'comment.delete': { after: ['comment.create'], input: { commentId } },
} satisfies Examples
