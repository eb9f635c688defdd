import { TandemError } from '@tandem/contract'
import { type CoalescedTransaction, coalesce } from '../../db/coalesced.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { inSpan, isSampled, recordFailure } from '../../tracing/spans.ts'
import type { Trace } from '../../tracing/w3c.ts'
import { notFound } from '../access.ts'
import { type LedgerEntry, writeLedger } from '../ledger.ts'
import type { BoardHead } from '../mutation.ts'
import type { MutationContext } from '../mutation-context.ts'
import { MoreBoards } from '../mutation-context.ts'
import type { Nudge } from '../record.ts'
import { type Append, emptyAppend, lockBoard, lockFreeBoards, writeAppend } from '../record.ts'

/** One mutation of a board, as the queue sees it. */
export type QueuedMutation<T, Loaded = unknown> = {
  trace?: Trace | undefined
  /**
   * Reads the rows that are needed under the lock before anything else; the read of a board's first mutation travels with the lock. `ahead`:
   * it is read before earlier mutations of the batch have run, which may move or create other cards.
   */
  load(tx: Transaction, ahead?: 'ahead'): Promise<Loaded>
  /**
   * The only card that the mutation is expected to write: the one that `load` reads, or null if it creates one. Such a mutation may be
   * loaded ahead; in its turn, the writes that the batch has sent decide whether that load is still valid.
   */
  card?: string | null | undefined
  perform(context: MutationContext, loaded: Loaded): Promise<T>
}

export type Waiting = {
  boardId: string
  item: QueuedMutation<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
  expiresAtMs: number
}

/** The mutations of one transaction by board, each board's in the order of their arrival. */
export type Batch = Map<string, Waiting[]>

type BatchDeps = { database: Database; nudge: Nudge; metrics: Metrics }
/**
 * Only a batch of one board may wait for its lock, so that a board that is busy elsewhere does not block other boards. `takeMore` returns the
 * mutations that have arrived for that board meanwhile; they join the batch once it has the lock.
 */
type LoneBoard = { loneBoardWaits: true; takeMore?: () => Waiting[] }
type Waits = 'no board waits' | LoneBoard
type Attempted = { error: unknown } | { locked: Waiting[][] }

/** Runs a batch in one transaction. Returns the error that rolled all of it back, or the boards that another transaction has locked. */
export async function attemptBatch(deps: BatchDeps, batch: Batch, waits: Waits): Promise<Attempted> {
  const links = sampledTraces(batch)
  const startTime = Date.now()
  const attempted = await (links.length === 0 ? attempt(deps, batch, waits) : attemptTraced(deps, batch, waits, links))
  if (links.length === 0) await traceJoined(batch, attempted, startTime)
  deps.metrics.boardQueueOutcomes('error' in attempted ? 'failed' : attempted.locked.length > 0 ? 'locked' : 'done').add()
  return attempted
}

const mutationsIn = (batch: Batch): number => [...batch.values()].reduce((sum, queue) => sum + queue.length, 0)

const sampledTraces = (batch: Batch): Trace[] =>
  [...batch.values()].flat().flatMap(({ item: { trace } }) => (trace && isSampled(trace) ? [trace] : []))

function attemptTraced(deps: BatchDeps, batch: Batch, waits: Waits, links: Trace[]): Promise<Attempted> {
  const attributes = { 'tandem.batch.boards': batch.size }
  return inSpan('mutations of boards', { isJob: true, attributes, links }, async (span) => {
    const attempted = await attempt(deps, batch, waits)
    // The links of mutations that joined the batch, which come after the others.
    span.addLinks(
      sampledTraces(batch)
        .slice(links.length)
        .map((context) => ({ context })),
    )
    span.setAttribute('tandem.batch.mutations', mutationsIn(batch))
    if ('error' in attempted) recordFailure(span, attempted.error)
    return attempted
  })
}

/** The span of a batch of which only mutations that joined it later are sampled. */
async function traceJoined(batch: Batch, attempted: Attempted, startTime: number): Promise<void> {
  const links = sampledTraces(batch)
  if (links.length === 0) return
  const attributes = { 'tandem.batch.boards': batch.size, 'tandem.batch.mutations': mutationsIn(batch) }
  await inSpan('mutations of boards', { isJob: true, attributes, links, startTime }, async (span) => {
    if ('error' in attempted) recordFailure(span, attempted.error)
  })
}

async function attempt(deps: BatchDeps, batch: Batch, waits: Waits): Promise<Attempted> {
  let tx: Transaction
  try {
    tx = await deps.database.begin()
  } catch (error) {
    return { error }
  }
  try {
    const { append, answers, locked } = await performAll(tx, batch, waits === 'no board waits' ? null : waits)
    if (tx.writes > 0) await tx.commit()
    else await tx.rollback()
    for (const answer of answers) answer()
    const shared = mutationsIn(batch) - locked.reduce((sum, queue) => sum + queue.length, 0)
    if (shared > 0) deps.metrics.boardQueueBatch.observe(shared)
    if (append.heads.size > 0) deps.nudge(append)
    return { locked }
  } catch (error) {
    await tx.rollback()
    return { error: tx.failure ?? error }
  }
}

/** Throws only errors that have to undo the whole batch. */
async function performAll(tx: Transaction, batch: Batch, waits: LoneBoard | null) {
  const boardIds = [...batch.keys()]
  const [lone] = boardIds
  const lock = waits ? tx.rows(lockBoard, [lone ?? '']) : tx.rows(lockFreeBoards, [boardIds])
  const coalesced = coalesce(tx)
  const loads = boardIds.map((boardId) => loadAhead(batch.get(boardId) ?? [], coalesced.on(boardId)))
  const [heads, ...loaded] = await Promise.all([lock, ...loads])
  const byId = new Map(heads.map((head) => [head.id, head]))
  const queue = batch.get(lone ?? '')
  if (waits?.takeMore && queue && heads.length > 0) await extendQueue(queue, loaded[0] ?? [], waits.takeMore(), coalesced.on(lone ?? ''))
  const append = emptyAppend()
  const ledger: LedgerEntry[] = []
  const answers: (() => void)[] = []
  const locked: Waiting[][] = []
  const chains = boardIds.map((boardId, at) => {
    const queue = batch.get(boardId) ?? []
    const head = byId.get(boardId)
    if (head) return performOnBoard({ coalesced, head, append, ledger }, queue, loaded[at] ?? [], answers)
    if (waits) answers.push(...queue.map((waiting) => () => waiting.reject(notFound('board'))))
    else locked.push(queue)
    return Promise.resolve()
  })
  // The connection is released only when all chains have ended, also after a failure.
  const failed = (await Promise.allSettled(chains)).find((chain) => chain.status === 'rejected')
  if (failed) throw failed.reason
  coalesced.flush()
  writeAppend(tx, append)
  writeLedger(tx, ledger)
  return { append, answers, locked }
}

/**
 * Loads the first mutation of a board, and the following ones up to the first that may change what the others load. Of each card only the
 * first mutation is loaded, because it writes what the next one loads. A create loads its list; of that the others change only the last rank,
 * which they record in `highestRanks`.
 */
function loadAhead(queue: readonly Waiting[], tx: Transaction, from = 0): Promise<unknown[]> {
  const other = queue.findIndex(({ item }) => item.card === undefined)
  const ahead = queue.slice(0, other < 0 ? queue.length : Math.max(1, other))
  const cards = ahead.map(({ item }) => item.card)
  return Promise.all(
    ahead.slice(from).map(async ({ item }, offset) => {
      const at = from + offset
      if (at === 0) return item.load(tx)
      return item.card === null || cards.indexOf(item.card) === at ? item.load(tx, 'ahead') : undefined
    }),
  )
}

/** Adds mutations to the end of a board's queue, and loads ahead those that may be. */
async function extendQueue(queue: Waiting[], loaded: unknown[], more: readonly Waiting[], tx: Transaction): Promise<void> {
  const from = queue.length
  queue.push(...more)
  if (more.length > 0) loaded.push(...(await loadAhead(queue, tx, from)))
}

type OnBoard = { coalesced: CoalescedTransaction; head: BoardHead; append: Append; ledger: LedgerEntry[] }

async function performOnBoard({ coalesced, ...on }: OnBoard, queue: Waiting[], loaded: unknown[], answers: (() => void)[]): Promise<void> {
  const own = coalesced.on(on.head.id)
  const context = { ...on, tx: own }
  for (const [at, { item, resolve, reject }] of queue.entries()) {
    const before = own.writes + context.head.lastSeq
    try {
      const holds = at === 0 || (loaded[at] !== undefined && item.card !== undefined && !own.hasTouched(item.card))
      const value = await item.perform(context, holds ? loaded[at] : await item.load(own))
      answers.push(() => resolve(value))
    } catch (error) {
      const isAnswer = error instanceof TandemError || error instanceof MoreBoards
      if (!isAnswer || own.writes + context.head.lastSeq !== before) throw error
      answers.push(() => reject(error))
    }
  }
}
