import { answers, type Handlers } from '../../kernel/handlers.ts'
import { deleteLink } from './delete.ts'
import { recordEvent } from './events.ts'
import { findOwnLinks } from './find.ts'
import { putLink } from './put.ts'

export const linkHandlers = {
  'link.put': answers(putLink),
  'link.delete': answers(deleteLink),
  'link.find': { run: findOwnLinks },
  'card.event': answers(recordEvent),
} satisfies Partial<Handlers>
