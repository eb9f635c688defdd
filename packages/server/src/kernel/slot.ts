import type { Role } from '@tandem/contract'
import type { Transaction } from '../db/database.ts'
import { iso } from './clock.ts'
import type { LedgerEntry } from './ledger.ts'
import type { BoardHead, Mutation, Policy } from './mutation.ts'
import { originOf, type Principal } from './principal.ts'
import { type Append, appendActivity, nextIdOn, timeOn } from './record.ts'

/** The room that one mutation has inside the transaction of its batch. */
export type Slot = {
  tx: Transaction
  head: BoardHead
  append: Append
  ledger: LedgerEntry[]
  /** The heads of other boards whose locks are held for this one mutation. */
  others?: ReadonlyMap<string, BoardHead>
}

/** Thrown out of a handler that has found that it needs the locks of more boards: it is run again under all of them. */
export class MoreBoards extends Error {
  readonly boardIds: readonly string[]

  constructor(boardIds: readonly string[]) {
    super('this act needs the locks of other boards too')
    this.boardIds = boardIds
  }
}

/** The tools of a handler on a locked board. */
export function mutationOn(slot: Omit<Slot, 'ledger'>, by: { principal: Principal; role: Role; nowMs: number; policy: Policy }): Mutation {
  const { tx, head, append } = slot
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
    send: (statement, values) => tx.send(statement, values),
    queue: (statement, values) =>
      tx.send(statement, values, (deliveries) => {
        append.queuedDeliveries += deliveries
      }),
    lockBoards: (boardIds) => new Map(lockedHeads(slot, boardIds).map((locked) => [locked.id, mutationOn({ ...slot, head: locked }, by)])),
    record(verb, payload, options = {}) {
      const entry = { actorId: principal.actorId, verb, payload, atMs: nowMs, mailEnabled: policy.mailEnabled, options }
      return appendActivity(append, head, { ...entry, origin: originOf(principal, options.externalId) })
    },
  }
}

/** All that are missing are asked for together: a run of the handler for each would be too many. */
function lockedHeads({ head, others }: Omit<Slot, 'ledger'>, boardIds: readonly string[]): BoardHead[] {
  const lockedOf = (id: string) => (id === head.id ? head : others?.get(id))
  const missing = boardIds.filter((id) => !lockedOf(id))
  if (missing.length > 0) throw new MoreBoards(missing)
  return boardIds.flatMap((id) => lockedOf(id) ?? [])
}
