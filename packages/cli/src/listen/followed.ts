import type { Client } from '@tandem/client'
import { type Board, TandemError } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import type { Cursor } from './state.ts'

/** The most boards that one socket may follow. */
const mostBoards = 200
/** The tolerated difference between this clock and the service's. */
const clockLeewayMs = 300_000

/** The boards that are not followed yet, each with the seq to continue from. Throws Complaint for a board that cannot be followed. */
export async function boardsToFollow(
  client: Client,
  cursor: Cursor,
  wanted: { boardIds: readonly string[] | undefined; followed: { has(boardId: string): boolean } },
): Promise<{ boardId: string; from: number }[]> {
  const readable: Board[] = await client.call('board.list')
  const unknown = wanted.boardIds?.find((boardId) => readable.every((board) => board.id !== boardId))
  if (unknown !== undefined) throw new Complaint('not found', `This token cannot read board ${unknown}. Check --board.`)
  const boardIds = wanted.boardIds ?? readable.map((board) => board.id)
  if (boardIds.length > mostBoards) {
    throw new Complaint(
      'refused or failed',
      `A listener follows at most ${mostBoards} boards, not ${boardIds.length}. Choose some with --board.`,
    )
  }
  const fresh = boardIds.filter((boardId) => !wanted.followed.has(boardId))
  const begun: { boardId: string; from: number }[] = []
  for (const boardId of fresh) {
    const from = cursor.boards[boardId] ?? (await startOf(client, boardId, cursor.lookedAt))
    if (from !== null) begun.push({ boardId, from })
  }
  return begun
}

/**
 * The seq before the first event to report: for boards of the first read the head of the log; for a board added later the first event since
 * the last read, which did not include it. Null if access to the board has just been lost again.
 */
async function startOf(client: Client, boardId: string, lookedAt: string | null): Promise<number | null> {
  try {
    // The head first: activities committed between the two requests come after it.
    const [head] = await client.call('board.activity', { boardId, limit: 1 })
    if (lookedAt === null) return head?.seq ?? 0
    const since = new Date(Date.parse(lookedAt) - clockLeewayMs).toISOString()
    const [first] = await client.call('board.activity', { boardId, since, limit: 1 })
    return first ? first.seq - 1 : (head?.seq ?? 0)
  } catch (error) {
    if (error instanceof TandemError && (error.code === 'not_found' || error.code === 'forbidden')) return null
    throw error
  }
}
