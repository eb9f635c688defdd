import type { RunOf } from '../../kernel/handlers.ts'
import type { Find } from './find.ts'

export function createSearchHandler(find: Find): RunOf<'search.cards'> {
  return (read, { boardId, limit, cursor, ...query }) => find(read, query, { boardId, limit, cursor })
}
