import type { Handlers } from '../../kernel/handlers.ts'
import { listComments } from './list.ts'
import { addComment, deleteComment, editOwnComment } from './write.ts'

export const commentHandlers = {
  'comment.create': addComment,
  'comment.list': listComments,
  'comment.update': editOwnComment,
  'comment.delete': deleteComment,
} satisfies Partial<Handlers>
