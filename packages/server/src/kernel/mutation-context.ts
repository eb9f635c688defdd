import { type Role, systemActorId } from '@tandem/contract'
import type { Transaction } from '../db/database.ts'
import type { Trace } from '../tracing/w3c.ts'
import { iso } from './common/clock.ts'
import { originOf, type Principal } from './identity/principal.ts'
import type { LedgerEntry } from './ledger.ts'
import type { BoardHead, Mutation, Policy } from './mutation.ts'
import { type Append, appendActivity, lockBoard, nextIdOn, timeOn } from './record.ts'
import { type OwnSessions, sessionOfAct } from './sessions/own-sessions.ts'

/** The state of one mutation inside the transaction of its batch. */
export type MutationContext = {
  tx: Transaction
  head: BoardHead
  append: Append
  ledger: LedgerEntry[]
  /** The heads of other boards whose locks are held for this one mutation, which then has the transaction for itself. */
  others?: ReadonlyMap<string, BoardHead>
}

/** Thrown out of a handler that needs the locks of more boards, or a transaction of its own: it is run again under those. */
export class MoreBoards extends Error {
  readonly boardIds: readonly string[]

  constructor(boardIds: readonly string[]) {
    super('this act needs the locks of other boards too')
    this.boardIds = boardIds
  }
}

/** The caller and the time of a mutation; `trace` as it is when something is recorded. */
type By = { principal: Principal; role: Role; nowMs: number; policy: Policy; trace?: Trace | undefined; own?: OwnSessions | undefined }

/** The tools of a handler on a locked board. */
export function mutationIn(context: Omit<MutationContext, 'ledger'>, by: By): Mutation {
  const { tx, head, append } = context
  const { principal, role, policy } = by
  const nowMs = timeOn(head, by.nowMs)
  return {
    principal,
    role,
    policy,
    board: head,
    now: iso(nowMs),
    newId: () => nextIdOn(head, nowMs),
    rows: tx.rows,
    row: tx.row,
    send: (asked, values) => tx.send(asked, values),
    queue: (asked, values) =>
      tx.send(asked, values, (deliveries) => {
        append.queuedDeliveries += deliveries
      }),
    lockBoards: (boardIds) =>
      new Map(lockedHeads(context, boardIds).map((locked) => [locked.id, mutationIn({ ...context, head: locked }, by)])),
    async openLog(boardId) {
      const made = await tx.row(lockBoard, [boardId])
      if (!made) throw new Error(`board ${boardId} was not made by this act`)
      return mutationIn({ ...context, head: made }, { ...by, role: 'admin' })
    },
    requireOwnTransaction() {
      if (!context.others) throw new MoreBoards([])
    },
    causedBy(trace) {
      by.trace = trace
    },
    record(verb, payload, options = {}) {
      const entry = { verb, payload, atMs: nowMs, mailEnabled: policy.mailEnabled, options, trace: by.trace }
      const author = options.byService
        ? { actorId: systemActorId, origin: undefined, underSessionId: null }
        : {
            actorId: principal.actorId,
            origin: originOf(principal, options.externalId),
            underSessionId: sessionOfAct(by.own, { boardId: head.id, cardId: options.cardId ?? null, verb, payload }),
          }
      return appendActivity(append, head, { ...entry, ...author })
    },
  }
}

/** Asks for all missing boards together: the handler runs again once, not once for each. */
function lockedHeads({ head, others }: Omit<MutationContext, 'ledger'>, boardIds: readonly string[]): BoardHead[] {
  const lockedOf = (id: string) => (id === head.id ? head : others?.get(id))
  const missing = boardIds.filter((id) => !lockedOf(id))
  if (missing.length > 0) throw new MoreBoards(missing)
  return boardIds.flatMap((id) => lockedOf(id) ?? [])
}
