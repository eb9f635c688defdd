import { requestEarly } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

let code: typeof import('./board-query.ts') | null = null
let firstId: string | null = null

/**
 * Loads a board for the page that draws it, unless it is loaded. The code of its model is not in the first file, which the sign-in page also
 * loads, so the first board is requested at the same time as that code, not after it.
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
