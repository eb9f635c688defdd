import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Find } from './find.ts'

export function createSearchHandler(find: Find): HandlerOf<'search.cards'> {
  return (read, { boardId, limit, cursor, ...query }) => find(read, query, { boardId, limit, cursor })
}
