import { hash } from 'node:crypto'
import { type ErrorEnvelope, type OperationSpec, refusal, TandemError } from '@tandem/contract'
import { type Reader, sql, type Transaction } from '../db/database.ts'
import { ledger } from '../db/tables/service/ledger.ts'
import { insertInto, sendRows } from '../db/writes.ts'
import { bodyOf, type Refused, type Reply, refused } from './reply.ts'
import { kindOf, statusOf } from './reply-status.ts'

/** The ledger of first results, by (actor, clientMutationId). Specification: service §2, decisions §1. */
export type LedgerEntry = {
  actorId: string
  mutationId: string
  operation: string
  target: string
  boardId: string | null
  status: number
  body: unknown
  inputHash: string
  at: string
}

export type Prior = { operation: string; target: string; boardId?: string | null; status: number; body: unknown; inputHash: string }

/** `replayed`: the request came again and gets its first reply, with the same input or although it says something else now. */
export type Outcome<Replied = Reply> = { reply: Replied; replayed?: 'same' | 'mismatch' | undefined }

/** To notice that a re-sent request says something else. Secrets stay out: a fast hash of a password would be one to guess from. */
export function hashOfInput(input: Record<string, unknown>): string {
  const text = JSON.stringify(input, (key, value) => (key === 'clientMutationId' || /password|token/i.test(key) ? undefined : value))
  return hash('sha1', text, 'base64url')
}

type Kept = Pick<OperationSpec, 'status' | 'output' | 'secrets'>

/**
 * The status and body to store of a reply. A refusal that has written something is stored too: a repeated request must not write it again.
 */
export function keptOf(operation: Kept, reply: Reply | Refused): Pick<LedgerEntry, 'status' | 'body'> {
  if (reply.kind === 'refused') return { status: reply.refusal.status, body: reply.refusal.envelope() }
  return { status: statusOf(operation, reply.kind), body: withoutSecrets(bodyOf(reply), operation.secrets) }
}

const firstRefusalStatus = 400

/** The first result again, or 409 when the id was used for something else. */
export function replay(prior: Prior, call: Repeated): Outcome<Reply | Refused> {
  if (prior.operation !== call.operation || prior.target !== call.target) {
    throw refusal('mutationIdUsed', {}, { details: { operation: prior.operation } })
  }
  const reply = prior.status < firstRefusalStatus ? { kind: kindOf(call.spec, prior.status), body: prior.body } : refusedAgain(prior.body)
  return { reply, replayed: prior.inputHash === call.inputHash ? 'same' : 'mismatch' }
}

function refusedAgain(body: unknown): Refused {
  const { code, message, ...extra } = (body as ErrorEnvelope).error
  return refused(new TandemError(code, message, { reason: undefined, ...extra }))
}

/** A call whose clientMutationId was used before. `spec` = the part of its operation in the catalogue that replies depend on. */
export type Repeated = { operation: string; spec: Pick<OperationSpec, 'status' | 'output'>; target: string; inputHash: string }

const findPrior = sql<{ operation: string; target: string; boardId: string | null; status: number; body: unknown; inputHash: string }>(
  'select operation, target, board_id, status, body, input_hash from ledger where actor_id = $1 and mutation_id = $2',
)

export async function priorOf(reader: Reader, actorId: string, mutationId: string): Promise<Prior | undefined> {
  const row = await reader.row(findPrior, [actorId, mutationId])
  return (
    row && {
      operation: row.operation,
      target: row.target,
      boardId: row.boardId,
      status: row.status,
      body: row.body,
      inputHash: row.inputHash,
    }
  )
}

const insertEntries = insertInto(ledger, [
  'actorId',
  'mutationId',
  'operation',
  'target',
  'boardId',
  'status',
  'body',
  'inputHash',
  'createdAt',
])

/** In the order of the key: two batches that insert the same ids in different orders would deadlock. */
export function writeLedger(tx: Pick<Transaction, 'send'>, unordered: readonly LedgerEntry[]): void {
  const entries = unordered.toSorted((a, b) => inOrder(a.actorId, b.actorId) || inOrder(a.mutationId, b.mutationId))
  sendRows(
    tx,
    insertEntries,
    entries.map(({ at, ...entry }) => ({ ...entry, createdAt: at })),
  )
}

/** Compares code units: a collation may call two different ids equal. */
function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** The body as it is stored: values that are shown once are null when it is repeated. */
export function withoutSecrets(body: unknown, paths: readonly string[] | undefined): unknown {
  if (!paths || body === null) return body
  const copy = structuredClone(body)
  for (const path of paths) blank(copy as Record<string, unknown>, path.split('.'))
  return copy
}

function blank(object: Record<string, unknown>, path: string[]): void {
  const [key, ...rest] = path
  if (key === undefined || !(key in object)) return
  if (rest.length === 0) object[key] = null
  else blank(object[key] as Record<string, unknown>, rest)
}
