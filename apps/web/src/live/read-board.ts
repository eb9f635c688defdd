import { requestEarly } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

let code: typeof import('./board-query.ts') | null = null
let firstId: string | null = null

/**
 * Reads a board that is to be drawn, if it is not there. The code of its model is no part of the first file, which a page of sign-in loads
 * too; so the first board is requested beside that code, not after it.
 */
export async function readBoard(boardId: string): Promise<void> {
  let drop = () => {}
  if (code === null && firstId === null) {
    firstId = boardId
    drop = requestEarly(boardId)
  }
  try {
    code ??= await import('./board-query.ts')
  } catch (failure) {
    // The code may come much later, when the answer is old.
    drop()
    throw failure
  }
  await queryClient.prefetchQuery(code.drawnBoardQuery(boardId))
}
