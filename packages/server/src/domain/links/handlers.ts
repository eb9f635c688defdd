import type { Handlers } from '../../kernel/handlers.ts'
import { deleteLink } from './delete.ts'
import { recordEvent } from './events.ts'
import { findOwnLinks } from './find.ts'
import { putLink } from './put.ts'

export const linkHandlers = {
  'link.put': putLink,
  'link.delete': deleteLink,
  'link.find': findOwnLinks,
  'card.event': recordEvent,
} satisfies Partial<Handlers>
