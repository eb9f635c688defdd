import { type ParsedInputOf, type RecordsOf, refusal } from '@tandem/contract'
import type { Database, Reader } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { type BoardRow, boards } from '../../db/tables/boards/boards.ts'
import type { ListRow } from '../../db/tables/boards/lists.ts'
import { insertInto, pick, returning, write } from '../../db/writes.ts'
import { runOnSeveral } from '../../kernel/board/several.ts'
import { type Clock, iso } from '../../kernel/common/clock.ts'
import { uuidV7 } from '../../kernel/common/ids.ts'
import { truncate } from '../../kernel/common/truncate.ts'
import { type PublicRead, prepared } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { priorOf } from '../../kernel/ledger.ts'
import type { Mutation, Policy } from '../../kernel/mutation.ts'
import { mutationIn } from '../../kernel/mutation-context.ts'
import { done } from '../../kernel/reply.ts'
import { addField } from '../fields/handlers.ts'
import { addLabel } from '../labels/handlers.ts'
import { addList, noQueue } from '../lists/lists.ts'
import { refuseBeyondPerson } from '../quotas.ts'
import { addRules, type NewRule } from '../rules/add.ts'
import { type Definition, type Name, namesIn, translate } from '../rules/names.ts'
import { requireScopesOf } from '../rules/rights.ts'
import { copyCards, type NewIds, pagesOf, relateCopies } from './copy-cards.ts'
import { createLine } from './copy-line.ts'
import { type CopySource, readSource } from './copy-source.ts'
import { freePrefix, refuseLeash } from './create.ts'
import { addFirstAdmins, type FirstAdmins, ownerOf, recordOwner } from './first-admins.ts'
import { boardOnWire } from './record.ts'

type Tx = Mutation<RecordsOf<'board.copy'>>
type Input = ParsedInputOf<'board.copy'>
type Made = { boardId: string; name: string }
type Draft = { source: CopySource; name: string }
type By = { principal: Principal; policy: Policy }

/** A copy that is not finished within this time is removed as a deleted board is (workers/board-removal.ts). */
const unfinishedForMs = 3_600_000
const longestName = 200

const insertUnfinished = insertInto(boards, [
  'id',
  'name',
  'description',
  'agentGuidance',
  'reviewByOthers',
  'completeParents',
  'maxAgentSessions',
  'monthlyBudget',
  'keyPrefix',
  'createdBy',
  'createdAt',
  'deletedAt',
])
const finish = write(
  { ...pick(boards, ['id', 'keyPrefix']), now: parameter<string>('timestamptz') },
  (given) => `update boards set deleted_at = null, key_prefix = ${given.keyPrefix}
  where id = ${given.id} and deleted_at > ${given.now} returning *`,
  returning<BoardRow>(),
)

/** The target of a copy: `add` inserts its board, `onBoard` runs the rest under the lock of that board. */
type Place = { reader: Reader; add(row: Unfinished): Promise<unknown>; onBoard<T>(act: (tx: Tx) => Promise<T>): Promise<T> }
type Unfinished = Parameters<typeof insertUnfinished>[0]

/**
 * Copies a board. The copy is made before the door, page by page, under its own lock only: it has no members yet, so no one sees it, and
 * neither board blocks other writers. Passing the door gives it its prefix and its admin. A dry run makes it inside the door, in the one
 * transaction that is rolled back. Specification: decisions §3 (docs/decisions/copies.md).
 */
export function createBoardCopy({ database, clock }: { database: Database; clock: Clock }) {
  const underWay = new Map<string, Promise<Made>>()
  const inTurn = createLine()

  return prepared<'board.copy', Made | Draft | null>(
    async (read, input) => {
      refuseLeash(read.principal)
      if (!read.principal || (await isDone(read, input))) return null
      const { principal, policy } = read
      // A first check, to make nothing in vain; the one below counts.
      await refuseBeyondPerson(read, 'boards', { actorId: principal.actorId })
      if (read.dryRun) return draftOf(read, principal, input)
      return once(`${principal.actorId} ${input.boardId} ${input.clientMutationId ?? uuidV7(clock.now())}`, async () => {
        const draft = await draftOf(read, principal, input)
        const make = () => makeCopy(draft, { principal, policy })
        return draft.source.cards.length === 0 ? make() : inTurn(make)
      })
    },
    async (tx, input, found) => {
      if (!found) throw refusal('resultForgotten')
      // The locks of quota and prefixes: sharers of a transaction would pass them.
      tx.requireOwnTransaction()
      const made = 'source' in found ? await makeWithin(tx, found) : found
      await refuseBeyondPerson(tx, 'boards', { actorId: tx.principal.actorId })
      const keyPrefix = await freePrefix(tx, input.keyPrefix, made.name)
      const row = await tx.row(finish({ id: made.boardId, keyPrefix, now: tx.now }))
      if (!row) throw refusal('copyTimedOut', {}, { retryAfterSeconds: 60 })
      await addFirstAdmins(tx, row.id, tx.principal.actorId)
      return done(boardOnWire({ ...row, role: 'admin' }), row.id)
    },
  )

  async function draftOf(read: PublicRead, principal: Principal, input: Input): Promise<Draft> {
    const source = await readSource(database, input.boardId, input.withCards ?? false, read.policy.boardQuotaBytes)
    for (const rule of source.rules) if (comesAlong(rule, principal.actorId)) requireScopesOf(principal, rule)
    const name = input.name ?? `${truncate(source.board.name, longestName - 7)} (copy)`
    await freePrefix(read, input.keyPrefix, name)
    return { source, name }
  }

  /** A request that is sent again while the first one is under way waits for its result. */
  function once(key: string, make: () => Promise<Made>): Promise<Made> {
    const making = underWay.get(key) ?? make().finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }

  function makeCopy(draft: Draft, by: By): Promise<Made> {
    const boardId = uuidV7(clock.now())
    return makeIn(
      { reader: database, add: (row) => database.rows(insertUnfinished(row)), onBoard: (act) => onBoard(boardId, by, act) },
      boardId,
      draft,
      by,
    )
  }

  async function makeWithin(tx: Tx, draft: Draft): Promise<Made> {
    const boardId = tx.newId()
    let log: Promise<Tx> | undefined
    const place: Place = {
      reader: tx,
      async add(row) {
        tx.send(insertUnfinished(row))
      },
      async onBoard(act) {
        log ??= tx.openLog(boardId)
        return act(await log)
      },
    }
    return makeIn(place, boardId, draft, tx)
  }

  async function makeIn(place: Place, boardId: string, { source, name }: Draft, by: By): Promise<Made> {
    const nowMs = clock.now()
    const { description, agentGuidance, reviewByOthers, completeParents, maxAgentSessions, monthlyBudget } = source.board
    const times = { createdAt: iso(nowMs), deletedAt: iso(nowMs + unfinishedForMs) }
    const row = {
      id: boardId,
      name,
      description,
      agentGuidance,
      reviewByOthers,
      completeParents,
      maxAgentSessions,
      monthlyBudget,
      keyPrefix: `-${boardId}`,
      createdBy: by.principal.actorId,
      ...times,
    }
    await place.add(row)
    const admins = { creatorId: by.principal.actorId, ownerId: await ownerOf(place.reader, by.principal.actorId) }
    const ids = await place.onBoard(async (tx) => copyFrame(tx, source, name, admins))
    for (const page of pagesOf(source.cards)) await place.onBoard((tx) => copyCards(tx, source, page, ids))
    if (ids.cards.size > 0) await place.onBoard(async (tx) => relateCopies(tx, source, ids))
    if (source.rules.length > 0) await place.onBoard((tx) => addRules(tx, copiedRules(source, ids, by)))
    return { boardId, name }
  }

  /** One transaction under the lock of the board, which has no members to notify yet. */
  function onBoard<T>(boardId: string, { principal, policy }: By, act: (tx: Tx) => Promise<T>): Promise<T> {
    return runOnSeveral({ database, nudge: () => {} }, boardId, [], {
      load: async () => undefined,
      perform: (context) => act(mutationIn(context, { principal, role: 'admin', nowMs: clock.now(), policy })),
    })
  }
}

async function isDone(read: PublicRead, { clientMutationId }: Input): Promise<boolean> {
  if (clientMutationId === undefined || !read.principal) return false
  return (await priorOf(read, read.principal.actorId, clientMutationId)) !== undefined
}

/** Copies all but the cards. */
function copyFrame(tx: Tx, source: CopySource, name: string, admins: FirstAdmins): NewIds {
  tx.record('board.created', { name, copiedFrom: source.board.id })
  recordOwner(tx, admins)
  const copied = <Row extends { id: string }>(rows: readonly Row[], add: (row: Row) => { id: string }) =>
    new Map(rows.map((row) => [row.id, add(row).id]))
  return {
    lists: copied(source.lists, (list) => addList(tx, { ...list, ...copiedQueue(list, admins) })),
    labels: copied(source.labels, (label) => addLabel(tx, label)),
    fields: copied(source.fields, (field) => addField(tx, field)),
    cards: new Map(),
  }
}

/**
 * Set by the person who copies. Of the agents that a queue names, none comes along but the one that copies: without any, it would be a
 * queue for every agent.
 */
function copiedQueue({ queue }: Pick<ListRow, 'queue'>, { creatorId, ownerId }: FirstAdmins): Pick<ListRow, 'queue' | 'queueSetBy'> {
  const names = queue?.agentActorIds ?? []
  if (!queue || (names.length > 0 && !names.includes(creatorId))) return noQueue
  return { queue: { agentActorIds: names.filter((each) => each === creatorId) }, queueSetBy: ownerId ?? creatorId }
}

const named: ReadonlySet<Name['kind']> = new Set(['list', 'label', 'field'])
const comesAlong = (rule: Definition, actorId: string): boolean => namesIn(rule).every(({ kind, id }) => named.has(kind) || id === actorId)

/**
 * Inserted after the cards, so that the rules do not run for those. Rules that name members other than the person who copies, the only
 * member of the copy, are left out.
 */
function copiedRules({ rules }: CopySource, { lists, labels, fields }: NewIds, { principal }: By): NewRule[] {
  const groups: Partial<Record<Name['kind'], ReadonlyMap<string, string>>> = { list: lists, label: labels, field: fields }
  const idOf = ({ kind, id }: Name) => groups[kind]?.get(id) ?? (id === principal.actorId ? id : undefined)
  return rules.flatMap(({ name, enabled, trigger, conditions, actions }) => {
    const definition = translate({ trigger, conditions, actions }, idOf)
    return definition ? [{ ...definition, name, enabled }] : []
  })
}
