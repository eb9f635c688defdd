import type { DryRun, OperationSpec } from '@tandem/contract'
import type { Database, Reader, Transaction } from '../db/database.ts'
import type { QueuedMutation } from './board/batch.ts'
import { runOnSeveral } from './board/several.ts'
import type { Answer } from './caller.ts'
import type { Principal } from './identity/principal.ts'
import { type LedgerEntry, withoutSecrets, writeLedger } from './ledger.ts'
import { createConcurrencyLimit } from './limits/concurrency-limit.ts'
import type { Policy } from './mutation.ts'
import { type Append, writeAppend } from './record.ts'
import { bodyOf, done } from './reply.ts'

/**
 * A dry run is the real call up to its commit: under the same locks everything is written, the written rows are read, and then all of it is
 * rolled back. So there is no separate simulation that could be wrong. It has a transaction of its own, since a shared one could not be
 * rolled back for one call alone. Specification: beyond §7 (docs/decisions/dry-runs.md).
 */
export type Forecast = Omit<DryRun, 'dryRun' | 'result'>

/** The activities that one act has recorded, their boards, and the reader of the forecast; inside the transaction. */
export type Written = {
  activities: Append['activities']
  /** Named recipients of notifications, who need not be members. */
  notified: readonly string[]
  boardIds: readonly string[]
  principal: Principal
  policy: Policy
  now: string
}
export type ReadForecast = (reader: Reader, written: Written) => Promise<Forecast>

export const emptyForecast: Forecast = { activities: [], notifications: [], deliveries: [], sessions: [], rules: [] }

/** Each holds a connection, and its boards longer than a mutation does. */
const [mostAtOnce, mostWaiting] = [2, 200]

export type DryRuns = {
  /** A mutation of a board, under the locks of all the boards that it needs. */
  onBoards<T, Loaded>(boardId: string, item: QueuedMutation<T, Loaded>, about: About): Promise<Predicted<T>>
  /** Waits for its turn among the dry runs. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Writes the records of an act, and reads their consequences. */
  predict(tx: Transaction, recorded: { append: Append; ledger: readonly LedgerEntry[] }, about: About & Of): Promise<Forecast>
}
type About = Pick<Written, 'principal' | 'policy' | 'now'>
type Of = Pick<Written, 'boardIds'>
type Predicted<T> = { value: T; forecast: Forecast }

/** Thrown out of the transaction once all is known. */
class RolledBack extends Error {}

export function createDryRuns({ database, readForecast }: { database: Database; readForecast: ReadForecast }): DryRuns {
  const inTurn = createConcurrencyLimit(mostAtOnce, mostWaiting)

  const predict: DryRuns['predict'] = async (tx, { append, ledger }, about) => {
    writeAppend(tx, append)
    writeLedger(tx, ledger)
    const boards = new Set(about.boardIds)
    const activities = append.activities.filter((activity) => boards.has(activity.boardId))
    return readForecast(tx, { ...about, activities, notified: append.notifications.map(({ actorId }) => actorId) })
  }

  async function attempt<T, Loaded>(boardId: string, item: QueuedMutation<T, Loaded>, about: About): Promise<Predicted<T>> {
    let predicted: Predicted<T> | undefined
    const tried: QueuedMutation<never, Loaded> = {
      load: item.load,
      async perform(context, loaded) {
        const value = await item.perform(context, loaded)
        const { others, append } = context
        const boardIds = [...new Set([boardId, ...(others?.keys() ?? []), ...append.heads.keys()])]
        predicted = { value, forecast: await predict(context.tx, context, { ...about, boardIds }) }
        throw new RolledBack()
      },
    }
    try {
      return await runOnSeveral({ database, nudge: () => {} }, boardId, [], tried)
    } catch (error) {
      if (error instanceof RolledBack && predicted) return predicted
      throw error
    }
  }

  return { inTurn, predict, onBoards: (boardId, item, about) => inTurn(() => attempt(boardId, item, about)) }
}

/** The answer of a dry run. Values that are shown once, such as secrets, are left out, although they would not work anyway. */
export function dryRunAnswer(operation: OperationSpec, { reply, forecast = emptyForecast, ...answer }: Answer): Answer {
  const result = withoutSecrets(bodyOf(reply), operation.secrets)
  return { ...answer, isDryRun: true, reply: done({ dryRun: true, result, ...forecast }) }
}
