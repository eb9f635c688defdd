import { createHash } from 'node:crypto'
import { type OperationSpec, refusal, systemActorId, TandemError } from '@tandem/contract'
import { type Database, type Reader, sql, type Transaction } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import { auditLog } from '../db/tables/accounts/audit-log.ts'
import { insertInto } from '../db/writes.ts'
import type { Trace } from '../tracing/w3c.ts'
import { requireVisibleBoard } from './access.ts'
import type { Answer } from './caller.ts'
import { type Clock, iso } from './common/clock.ts'
import { uuidV7 } from './common/ids.ts'
import type { DryRuns } from './dry-run.ts'
import { requireActiveCredential } from './identity/active-credential.ts'
import { type Principal, systemPrincipal } from './identity/principal.ts'
import { hashOfInput, keptOf, type Outcome, type Prior, priorOf, type Repeated, replay, writeLedger } from './ledger.ts'
import type { BoardHead, Mutation, Policy, PrivateAct } from './mutation.ts'
import { mutationIn } from './mutation-context.ts'
import type { Nudge } from './record.ts'
import { type Append, emptyAppend, lockBoards, timeOn, writeAppend } from './record.ts'
import { type Refused, type Reply } from './reply.ts'

export type PrivateCall = {
  /** The name of the act in the audit log. */
  name: string
  operation: Pick<OperationSpec, 'access' | 'rest' | 'output' | 'status' | 'secrets' | 'unaudited'>
  principal: Principal | null
  input: Record<string, unknown>
  run(act: PrivateAct): Promise<Reply | Refused>
  address: string | null
  device?: string | null
  languages?: string | undefined
  trace?: Trace | undefined
  dryRun?: boolean | undefined
  /** Called once something may have been written for good: not after a refusal that was rolled back. */
  onCommit?: () => void
}

/** Runs a private or board-less act: the caller's actor row is the lock and the scope of idempotency; it ends in the audit log. */
export type PrivateDoor = { act(call: PrivateCall): Promise<Answer> }

type PrivateDeps = { database: Database; clock: Clock; nudge: Nudge; policy: Policy; dryRuns: DryRuns }

const lockActor = sql<{ id: string; active: boolean; isInstanceAdmin: boolean }>(
  'select id, deactivated_at is null as active, is_instance_admin from actors where id = $1 for no key update',
)

const insertAudit = insertInto(auditLog, ['id', 'actorId', 'act', 'outcome', 'credential', 'address', 'detail', 'createdAt'])

const tries = 3

export function createPrivateDoor(deps: PrivateDeps): PrivateDoor {
  return {
    async act(call) {
      for (let tried = 1; ; tried++) {
        try {
          return await (call.dryRun ? deps.dryRuns.inTurn(() => attempt(deps, call)) : attempt(deps, call))
        } catch (error) {
          const meaning = meaningOf(error)
          if (!meaning.transient || tried === tries) throw meaning.error
        }
      }
    },
  }
}

async function attempt(deps: PrivateDeps, call: PrivateCall): Promise<Answer> {
  const tx = await deps.database.begin()
  const append = emptyAppend()
  let performed: Performed
  try {
    const seenBefore = call.dryRun ? await boardsSeenBy(tx, call.principal) : []
    performed = await perform(tx, append, call, deps)
    // A refusal that is kept, such as a counted wrong password, is kept of a dry run too: it would be a way to guess passwords.
    if (call.dryRun && performed.reply.kind !== 'refused') {
      const { by, reply, replayed, boardId } = performed
      const about = { principal: by, policy: deps.policy, now: iso(deps.clock.now()) }
      const seesBoards = call.principal !== null || reply.kind === 'signedIn'
      const boardIds = seesBoards ? [...new Set([...seenBefore, ...(await boardsSeenBy(tx, by))])] : []
      const forecast = await deps.dryRuns.predict(tx, { append, ledger: [] }, { ...about, boardIds })
      await tx.rollback()
      return { reply, replayed, boardId, forecast }
    }
    writeAppend(tx, append)
    await tx.commit().finally(call.onCommit)
    if (append.heads.size + append.own.length > 0) deps.nudge(append)
  } catch (error) {
    await tx.rollback()
    throw error instanceof TandemError ? error : (tx.failure ?? error)
  }
  const { reply, replayed, boardId } = performed
  if (reply.kind === 'refused') throw reply.refusal
  return { reply, replayed, boardId }
}

const boardsOfActor = sql<{ boardId: string }>('select board_id from members where actor_id = $1')

/**
 * An act on the caller's own account or agent may be recorded on boards that the caller cannot see: a dry run leaves those out. A caller
 * without an account sees no board, unless the act signs them in.
 */
async function boardsSeenBy(tx: Reader, principal: Principal | null): Promise<string[]> {
  if (!principal) return []
  const leash = principal.grant?.leash
  const rows = await tx.rows(boardsOfActor, [principal.actorId])
  return rows.map(({ boardId }) => boardId).filter((boardId) => !leash || leash.has(boardId))
}

type Performed = { by: Principal; reply: Reply | Refused; replayed?: Outcome['replayed']; boardId?: string | undefined }

async function perform(tx: Transaction, append: Append, call: PrivateCall, { clock, policy }: PrivateDeps): Promise<Performed> {
  const { principal, operation, input } = call
  const mutationId = principal ? (input.clientMutationId as string | undefined) : undefined
  const asInstanceAdmin = 'self' in operation.access && operation.access.instanceAdmin === true
  if (asInstanceAdmin) await lockInstance(tx)
  if (principal) await lockCaller(tx, principal, asInstanceAdmin)
  const inputHash = mutationId === undefined ? '' : hashOfInput(input)
  const target = targetOf(operation, input)
  if (principal && mutationId !== undefined) {
    const prior = await priorOf(tx, principal.actorId, mutationId)
    if (prior) {
      const outcome = await replayIfVisible(tx, principal, prior, { operation: call.name, spec: operation, target, inputHash })
      return { ...outcome, by: principal }
    }
  }
  const nowMs = clock.now()
  const entry: AuditEntry = { actorId: principal?.actorId ?? null, outcome: 'ok', detail: {} }
  const reply = await call.run(actOn(tx, append, { call, nowMs, entry, policy }))
  const boardId = reply.kind === 'done' ? reply.boardId : undefined
  if (!operation.unaudited) writeAudit(tx, call, entry, nowMs)
  if (principal && mutationId !== undefined && reply.kind !== 'refused') {
    writeLedger(tx, [
      {
        actorId: principal.actorId,
        mutationId,
        operation: call.name,
        target,
        boardId: boardId ?? null,
        ...keptOf(operation, reply),
        inputHash,
        at: iso(nowMs),
      },
    ])
  }
  // An act without an actor, such as a mail to an unknown address, is forecast as the system principal, which is a member of no board.
  const by = principal || entry.actorId !== null ? actorOf(principal, entry) : systemPrincipal
  return { by, reply, boardId }
}

/** A caller that has lost the board of a result gets the refusal, not the result. Specification: decisions §1, reliability I2. */
async function replayIfVisible(tx: Reader, principal: Principal, prior: Prior, call: Repeated): Promise<Outcome<Reply | Refused>> {
  const outcome = replay(prior, call)
  if (prior.boardId) await requireVisibleBoard(tx, principal, prior.boardId)
  return outcome
}

/**
 * The row of the service's own actor stands for the instance: its lock orders acts that concern all accounts. Instance admins lock it
 * before their own row: in the other order, two who act on each other would deadlock.
 */
export async function lockInstance(tx: Reader): Promise<void> {
  await tx.row(lockActor, [systemActorId])
}

/** A caller that was deactivated, demoted or signed out a moment ago may have a request that was admitted before. */
async function lockCaller(tx: Transaction, principal: Principal, asInstanceAdmin: boolean): Promise<void> {
  const row = await tx.row(lockActor, [principal.actorId])
  if (!row?.active) throw refusal('callerDeactivated')
  // Checked after the lock, which ending the sign-ins of an account takes too.
  if (principal.credential.method === 'session') await requireActiveCredential(tx, principal)
  if (asInstanceAdmin && !row.isInstanceAdmin) throw refusal('instanceAdmin')
}

/** The path names the target of a private act; two acts on different targets are different mutations. Hashed: a path may hold a secret. */
function targetOf(operation: Pick<OperationSpec, 'rest'>, input: Record<string, unknown>): string {
  const inPath = [...operation.rest.matchAll(/:(\w+)/g)].map((match) => String(input[match[1] ?? '']))
  return inPath.length === 0 ? '' : createHash('sha256').update(inPath.join('/')).digest('base64url')
}

type AuditEntry = { actorId: string | null; outcome: string; detail: Record<string, unknown> }

function actOn(tx: Transaction, append: Append, of: { call: PrivateCall; nowMs: number; entry: AuditEntry; policy: Policy }): PrivateAct {
  const { call, nowMs, entry, policy } = of
  const { principal } = call
  return {
    principal,
    policy,
    now: iso(nowMs),
    address: call.address,
    device: call.device ?? null,
    languages: call.languages,
    newId: () => uuidV7(nowMs),
    rows: tx.rows,
    row: tx.row,
    send: tx.send,
    async lockBoards(boardIds) {
      const heads = await tx.rows(lockBoards, [[...boardIds]])
      const logOf = (head: BoardHead) => {
        const by = { principal: actorOf(principal, entry), role: 'admin' as const, nowMs: timeOn(head, nowMs), policy, trace: call.trace }
        return mutationIn({ tx, head, append }, by)
      }
      return new Map<string, Mutation>(heads.map((head) => [head.id, logOf(head)]))
    },
    tell(what) {
      if (principal) append.own.push({ actorId: principal.actorId, what })
    },
    audit(more) {
      entry.actorId = more.actorId ?? entry.actorId
      entry.outcome = more.outcome ?? entry.outcome
      Object.assign(entry.detail, more.detail)
    },
  }
}

/** A registration acts as the actor that it has just made and named by `audit`. */
function actorOf(principal: Principal | null, entry: AuditEntry): Principal {
  if (principal) return principal
  const credential = { method: 'session' as const, id: '', scopes: [], expiresAt: null }
  return { actorId: entry.actorId ?? '', kind: 'human', isInstanceAdmin: false, credential, grant: null }
}

function writeAudit(tx: Transaction, call: PrivateCall, entry: AuditEntry, nowMs: number): void {
  const credential = call.principal ? `${call.principal.credential.method}:${call.principal.credential.id}` : null
  const { name: act, address } = call
  tx.send(insertAudit({ ...entry, id: uuidV7(nowMs), act, credential, address, createdAt: iso(nowMs) }))
}
