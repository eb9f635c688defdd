import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { boards } from '../db/tables/boards/boards.ts'
import { pick, returning, write } from '../db/writes.ts'
import { type Clock, iso } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/spans.ts'

/**
 * Removes the rows of deleted boards, a batch at a time. It may be killed between any two statements, and any number of instances may run
 * it at once: the board's own row is deleted last.
 */
export type BoardRemoval = {
  /** Removes every board that is deleted; answers how many are gone for good. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

const batch = 500
const pauseMs = 60_000

/** A copy that is not finished is to be deleted at some time to come (domain/boards/copy.ts). */
const deletedBoards = sql<{ id: string }>('select id from boards where deleted_at <= $1 order by deleted_at limit 20')
/** The log refuses to be deleted unless the transaction names the board that goes. */
const nameBoard = sql(`select set_config('tandem.deleting_board', $1, true)`)
/** The largest tables first; rows that depend on a card are deleted with it, and the rest with the board's row. */
const tables = ['session_events', 'activities', 'notifications', 'imported_history', 'rule_runs', 'cards']
const removals = tables.map((table) =>
  write(
    { boardId: parameter<string>('uuid') },
    ({ boardId }) => `with gone as (
      delete from ${table} where ctid = any (array(select ctid from ${table} where board_id = ${boardId} limit ${batch})) returning 1
    ) select count(*) as gone from gone`,
    returning<{ gone: number }>(),
  ),
)
const removeBoard = write(
  { ...pick(boards, ['id']), now: boards.deletedAt },
  ({ id, now }) => `delete from boards where id = ${id} and deleted_at <= ${now}`,
)

type Deps = { database: Database; clock: Clock; log: Logger; metrics: Metrics }

export function createBoardRemoval(deps: Deps): BoardRemoval {
  const { database, clock, log } = deps
  const poller = createPoller(deps, {
    name: 'board_removal',
    everyMs: pauseMs,
    poll: runOnce,
    trouble: 'a deleted board could not be removed yet',
  })
  return { runOnce, start: poller.start, stop: poller.stop }

  async function runOnce(): Promise<number> {
    const deleted = await database.rows(deletedBoards, [iso(clock.now())])
    for (const { id } of deleted)
      await inSpan('removal of a board', { isJob: true, attributes: { 'tandem.board.id': id } }, () => remove(id))
    return deleted.length
  }

  async function remove(boardId: string): Promise<void> {
    for (const removal of removals) {
      let gone = batch
      while (gone === batch) {
        const tx = await database.begin()
        tx.send(nameBoard, [boardId])
        try {
          gone = (await tx.row(removal({ boardId })))?.gone ?? 0
          await tx.commit()
        } catch (error) {
          await tx.rollback()
          throw error
        }
      }
    }
    await database.rows(removeBoard({ id: boardId, now: iso(clock.now()) }))
    log.info({ boardId }, 'a deleted board is gone')
  }
}
