import { refusal } from '@tandem/contract'
import type { Database } from '../../db/database.ts'
import { meaningOf } from '../../db/failures.ts'
import { notFound } from '../access.ts'
import { writeLedger } from '../ledger.ts'
import { MoreBoards } from '../mutation-context.ts'
import type { Nudge } from '../record.ts'
import { emptyAppend, lockBoards, writeAppend } from '../record.ts'
import type { QueuedMutation } from './batch.ts'

const tries = 4

/** The target was on another board each time that its board was locked. */
export const onTheMove = () => refusal('betweenBoards', {}, { retryAfterSeconds: 1 })

/**
 * Runs one mutation in a transaction of its own that holds the locks of several boards, taken in id order as everywhere: two mutations with
 * the same boards cannot deadlock. The boards that it needs may change until it has the locks; then it starts again.
 */
export async function runOnSeveral<T, Loaded>(
  deps: { database: Database; nudge: Nudge },
  boardId: string,
  more: readonly string[],
  item: QueuedMutation<T, Loaded>,
): Promise<T> {
  const boardIds = new Set([boardId, ...more])
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(deps, boardId, [...boardIds], item)
    } catch (error) {
      if (tried === tries) throw error instanceof MoreBoards ? onTheMove() : error
      if (error instanceof MoreBoards) for (const id of error.boardIds) boardIds.add(id)
      else if (!meaningOf(error).transient) throw error
    }
  }
}

async function attempt<T, Loaded>(
  deps: { database: Database; nudge: Nudge },
  boardId: string,
  boardIds: string[],
  item: QueuedMutation<T, Loaded>,
): Promise<T> {
  const tx = await deps.database.begin()
  try {
    const [heads, loaded] = await Promise.all([tx.rows(lockBoards, [boardIds]), item.load(tx)])
    const others = new Map(heads.map((head) => [head.id, head]))
    const head = others.get(boardId)
    if (!head) throw notFound('board')
    const context = { tx, head, others, append: emptyAppend(), ledger: [] }
    const value = await item.perform(context, loaded)
    writeAppend(tx, context.append)
    writeLedger(tx, context.ledger)
    await tx.commit()
    if (context.append.heads.size > 0) deps.nudge(context.append)
    return value
  } catch (error) {
    await tx.rollback()
    throw error instanceof MoreBoards ? error : (tx.failure ?? error)
  }
}
