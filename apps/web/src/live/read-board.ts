import { requestEarly } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

let code: typeof import('./board-query.ts') | null = null
let firstId: string | null = null

/**
 * Reads a board if it is not there. The code of its model is no part of the first file, which a page of sign-in loads too; so the first
 * board is requested beside that code, not after it.
 */
export async function readBoard(boardId: string): Promise<void> {
  if (code === null && firstId === null) {
    firstId = boardId
    requestEarly(boardId)
  }
  code ??= await import('./board-query.ts')
  await queryClient.prefetchQuery(code.boardQuery(boardId))
}
