import { answers, type Handlers } from '../../kernel/handlers.ts'
import { listComments } from './list.ts'
import { react, unreact } from './reactions.ts'
import { addComment, deleteComment, editOwnComment } from './write.ts'

export const commentHandlers = {
  'comment.create': answers(addComment),
  'comment.list': { run: listComments },
  'comment.update': answers(editOwnComment),
  'comment.delete': answers(deleteComment),
  'comment.react': answers(react),
  'comment.unreact': answers(unreact),
} satisfies Partial<Handlers>
