import { type Access, type OperationName, type Role, refusal, type Scope, type TandemError, type Target } from '@tandem/contract'
import { type CardDetailRow, cardDetails } from '../db/card-details.ts'
import { sqlForEach } from '../db/coalesced.ts'
import { type Bound, type Reader, type Statement, sql } from '../db/database.ts'
import type { IntegrationRow } from '../db/tables/agents/integrations.ts'
import type { SessionRow } from '../db/tables/agents/sessions.ts'
import type { WebhookRow } from '../db/tables/agents/webhooks.ts'
import type { FieldRow } from '../db/tables/boards/fields.ts'
import type { LabelRow } from '../db/tables/boards/labels.ts'
import type { ListEndRow } from '../db/tables/boards/lists.ts'
import type { RuleRow } from '../db/tables/boards/rules.ts'
import type { ViewRow } from '../db/tables/boards/views.ts'
import type { AttachmentFaceRow } from '../db/tables/cards/attachments.ts'
import type { CardBriefRow, CardFaceRow } from '../db/tables/cards/cards.ts'
import type { ChecklistFaceRow } from '../db/tables/cards/checklist-items.ts'
import type { CommentFaceRow } from '../db/tables/cards/comments.ts'
import { attachmentFaces, checklistFaces } from '../db/text-authors.ts'
import type { Principal } from './identity/principal.ts'
import type { BoardHead } from './mutation.ts'
import type { OwnSessionsRow } from './sessions/own-sessions.ts'

/** The row that each target loads. A target without a table here cannot be operated on yet. */
export type TargetRows = {
  board: { id: string }
  list: ListEndRow
  card: CardFaceRow
  cardInBrief: CardBriefRow
  cardInDetail: CardDetailRow
  comment: CommentFaceRow
  checklistItem: ChecklistFaceRow
  session: SessionRow
  webhook: WebhookRow
  label: LabelRow
  field: FieldRow
  view: ViewRow
  attachment: AttachmentFaceRow
  integration: IntegrationRow
  rule: RuleRow
}
export type LoadableTarget = keyof TargetRows

const tables: Record<Exclude<LoadableTarget, 'board'>, string> = {
  list: 'list_ends',
  card: 'card_faces',
  cardInBrief: `(select c.board_id, c.id, c.created_by,
    array(select a.actor_id from card_assignees a where a.card_id = c.id order by a.assigned_at, a.actor_id) as assignee_ids,
    exists (select from watches w where w.card_id = c.id) as watched from cards c)`,
  cardInDetail: cardDetails,
  comment: 'comment_faces',
  checklistItem: checklistFaces,
  session: 'sessions',
  webhook: 'webhooks',
  label: 'labels',
  field: 'fields',
  view: 'views',
  attachment: attachmentFaces,
  integration: 'integrations',
  rule: 'rules',
}

const boardTable = '(select id from boards)'

/** The card of a target, which is `t`. */
const cardIds: Partial<Record<LoadableTarget, string>> = {
  card: 't.id',
  cardInBrief: 't.id',
  cardInDetail: 't.id',
  comment: 't.card_id',
  checklistItem: 't.card_id',
  session: 't.card_id',
  attachment: 't.card_id',
}

const ranks: Record<Role, number> = { viewer: 1, member: 2, admin: 3 }

export type BoardAccess = Extract<Access, { target: Target }>
type CallerRow = { callerRole: Role | null }
type PriorRow = {
  priorBoardId: string | null
  priorOperation: string | null
  priorTarget: string | null
  priorStatus: number
  priorBody: unknown
  priorHash: string
}
/** Whether the board has a webhook. Read under its lock, under which they are made. */
type WebhooksRow = { hasWebhooks: boolean }
export type MutationLoadRow = CallerRow & PriorRow & OwnSessionsRow & WebhooksRow & { id: string | null } & Record<string, unknown>

/** Those on the card of the target first, then the newest: an act on many cards may concern those too. */
const mostOwnSessions = 100
const ownSessions = (cardId: string): string => `,
    (select coalesce(json_agg(json_build_object('id', s.id, 'cardId', s.card_id)), '[]') from (select o.id, o.card_id from sessions o
      where o.agent_actor_id = $2 and o.board_id = q.board and o.ended_at is null
      order by o.card_id is not distinct from ${cardId} desc, o.id desc limit ${mostOwnSessions}) s) as own_sessions,
    (select json_build_object('cardId', o.card_id, 'generation', o.lease_generation) from sessions o
      where o.id = $5 and o.agent_actor_id = $2 and o.board_id = q.board) as named_own`

/**
 * `$1` board, `$2` actor, `$3` target, `$4` clientMutationId: role, ledger row and target in one statement, under the board's lock. For
 * agents also live sessions of theirs on the board, and the session `$5` if it is one of theirs there.
 */
const mutationLoads = statementPerTarget((table) => sqlForEach<MutationLoadRow>(['uuid', 'uuid', 'uuid', 'text'], mutationLoadFrom(table)))
const mutationLoadsOfAgents = statementPerTarget((table, target) =>
  sqlForEach<MutationLoadRow>(
    ['uuid', 'uuid', 'uuid', 'text', 'uuid'],
    mutationLoadFrom(table, ownSessions(cardIds[target] ?? 'null::uuid')),
  ),
)
function mutationLoadFrom(table: string, more = ''): string {
  return `select m.role as caller_role, l.operation as prior_operation, l.target as prior_target, l.status as prior_status,
    l.body as prior_body, l.input_hash as prior_hash, l.board_id as prior_board_id,
    exists (select from webhooks h where h.board_id = q.board) as has_webhooks${more}, t.*
  from (select $1::uuid as board) q
  left join effective_members m on m.board_id = q.board and m.actor_id = $2
  left join ledger l on l.actor_id = $2 and l.mutation_id = $4
  left join ${table} t on t.id = $3 and ${boardColumn(table)} = q.board`
}

/** `$1` target, `$2` actor: the target through its board, with the caller's role there. */
const targetLoads = statementPerTarget((table) => sql<TargetLoadRow>(targetLoadFrom(table, '$1')))

type TargetLoadRow = CallerRow & { seenBoardId: string; seenSeq: number; seenKeyPrefix: string } & Record<string, unknown>

function targetLoadFrom(table: string, id: string): string {
  return `select m.role as caller_role, b.id as seen_board_id, b.last_seq as seen_seq, b.key_prefix as seen_key_prefix, t.*
  from ${table} t join boards b on b.id = ${boardColumn(table)}
  left join effective_members m on m.board_id = b.id and m.actor_id = $2
  where t.id = ${id}`
}

/** `$1` prefix, `$2` actor, `$3` number. A card that has left the board still answers to the number that it had there. */
const cardLoadByKey = sql<TargetLoadRow>(
  targetLoadFrom(
    tables.cardInDetail,
    `(select coalesce(k.id, f.card_id) from boards o
      left join cards k on k.board_id = o.id and k.number = $3
      left join former_numbers f on f.board_id = o.id and f.number = $3
      where o.key_prefix = $1)`,
  ),
)

const locations = statementPerTarget((table) =>
  sql<{ boardId: string }>(`select ${boardColumn(table)} as board_id from ${table} t where t.id = $1`),
)

/** Operations whose handlers are given another row than that of the target in the catalogue. */
export const loadedInstead = { 'comment.create': 'cardInBrief', 'card.get': 'cardInDetail' } as const satisfies Partial<
  Record<OperationName, LoadableTarget>
>

/** What is loaded for the handler of an operation on `target`. */
export const loadedAs = (operation: OperationName, target: LoadableTarget): LoadableTarget =>
  operation in loadedInstead ? loadedInstead[operation as keyof typeof loadedInstead] : target

/**
 * The statement that a mutation runs under the lock of its board. `withSessions` also loads the live sessions of the caller and takes one
 * more value.
 */
export function mutationLoadOf(operation: OperationName, target: LoadableTarget, withSessions = false): Statement<MutationLoadRow> {
  const loads = withSessions ? mutationLoadsOfAgents : mutationLoads
  return loads[loadedAs(operation, target)]
}

/** The same for a board itself. */
export const boardMutationLoad: Statement<MutationLoadRow> = mutationLoads.board

function boardColumn(table: string): string {
  return table === boardTable ? 't.id' : 't.board_id'
}

function statementPerTarget<Row>(over: (table: string, target: LoadableTarget) => Statement<Row>): Record<LoadableTarget, Statement<Row>> {
  const statements = { board: over(boardTable, 'board') } as Record<LoadableTarget, Statement<Row>>
  for (const [target, table] of Object.entries(tables)) statements[target as LoadableTarget] = over(table, target as LoadableTarget)
  return statements
}

export type LoadedTarget<T extends LoadableTarget> = { boardId: string; keyPrefix: string; seq: number; role: Role; target: TargetRows[T] }

/**
 * Loads the target of a read, as the row `as`, and authorises the caller. Throws not_found when it is not visible, forbidden when it is.
 */
export function loadTarget<T extends LoadableTarget>(
  reader: Reader,
  principal: Principal,
  access: BoardAccess & { target: T },
  input: Record<string, unknown>,
  as: LoadableTarget = access.target,
): Promise<LoadedTarget<T>> {
  const load = { statement: targetLoads[as], values: [input[`${access.target}Id`] as string, principal.actorId] }
  return authorisedLoad(reader, principal, access, load, input)
}

/** The same of a card by its key, in detail. */
export function loadCardByKey(
  reader: Reader,
  principal: Principal,
  access: BoardAccess & { target: 'card' },
  { prefix, number }: { prefix: string; number: number },
): Promise<LoadedTarget<'cardInDetail'>> {
  return authorisedLoad(reader, principal, access, { statement: cardLoadByKey, values: [prefix, principal.actorId, number] }, {})
}

async function authorisedLoad<T extends LoadableTarget>(
  reader: Reader,
  principal: Principal,
  access: BoardAccess,
  load: Bound<TargetLoadRow>,
  input: Record<string, unknown>,
): Promise<LoadedTarget<T>> {
  const row = await reader.row(load)
  if (row && !row.callerRole) throw notVisible(principal, access.target, row.seenBoardId)
  if (!row?.callerRole || !isUnderParent(access, input, row.seenBoardId)) throw notFound(access.target)
  authorise(principal, access, row.seenBoardId, row.callerRole)
  const { seenBoardId: boardId, seenKeyPrefix: keyPrefix, seenSeq: seq, callerRole: role } = row
  return { boardId, keyPrefix, seq, role, target: row as unknown as TargetRows[T] }
}

/** A path such as /api/boards/:boardId/webhooks/:webhookId names the parent too: a child of another board is not there. */
export function isUnderParent(access: BoardAccess, input: Record<string, unknown>, boardId: string): boolean {
  return access.target === 'board' || input.boardId === undefined || input.boardId === boardId
}

/** The board of a target, unchecked: only to know which lock to take. */
export async function boardOf(reader: Reader, target: Exclude<LoadableTarget, 'board'>, targetId: string): Promise<string | undefined> {
  return (await reader.row(locations[target], [targetId]))?.boardId ?? undefined
}

/** For a result that tells of a board. Throws not_found when the board is not visible, forbidden outside the leash. */
export async function requireVisibleBoard(reader: Reader, principal: Principal, boardId: string): Promise<void> {
  const row = await reader.row(targetLoads.board, [boardId, principal.actorId])
  if (!row?.callerRole) throw notFound('board')
  requireLeash(principal, boardId)
}

/**
 * Throws forbidden when the board is visible but scope, role or leash are missing; the message names the missing one. Specification:
 * decisions §2.
 */
export function authorise(principal: Principal, access: BoardAccess, boardId: string, role: Role): void {
  if (principal.credential.method === 'system') return
  requireCredential(principal, access)
  requireScope(principal, access.scope)
  requireLeash(principal, boardId)
  if (ranks[role] < ranks[access.role]) {
    throw refusal('roleNeeded', { needed: access.role, role }, { details: { requiredRole: access.role, role } })
  }
}

/** Whether a credential includes a scope: an answer of several parts leaves out those that the caller may not read. */
export const holdsScope = (principal: Pick<Principal, 'grant'>, scope: Scope): boolean =>
  !principal.grant || principal.grant.scopes.has(scope)

export function requireScope(principal: Principal, scope: Scope): void {
  if (!holdsScope(principal, scope)) {
    throw refusal('scopeNeeded', { scope }, { details: { requiredScope: scope } })
  }
}

/** Throws forbidden for a board outside the leash of the credential. */
export function requireLeash(principal: Principal, boardId: string): void {
  if (principal.grant?.leash && !principal.grant.leash.has(boardId)) {
    throw refusal('leashedElsewhere', {}, { details: { boardId } })
  }
}

export function requireCredential(principal: Principal, access: { credential?: 'session' }): void {
  if (access.credential === 'session' && principal.credential.method !== 'session') {
    throw refusal('signInHere')
  }
}

/** The role of an actor on a board by their own account, whatever the credential; null when they are deactivated or not a member. */
export async function roleNow(reader: Reader, boardId: string, actorId: string): Promise<Role | null> {
  return (await reader.row(roles, [boardId, actorId]))?.role ?? null
}

const roles = sql<{ role: Role }>(`select m.role from effective_members m join actors a on a.id = m.actor_id
  left join actors owner on owner.id = a.owner_actor_id
  where m.board_id = $1 and m.actor_id = $2 and a.deactivated_at is null and owner.deactivated_at is null`)

/** Throws when the board is archived: it can be read, restored, exported, deleted or left, but not changed. Specification: decisions §3. */
export function requireOpenBoard(board: Pick<BoardHead, 'id' | 'archivedAt'>): void {
  if (board.archivedAt === null) return
  throw refusal('boardArchived', {}, { details: { boardId: board.id, archivedAt: board.archivedAt } })
}

export const atLeast = (role: Role, needed: Role): boolean => ranks[role] >= ranks[needed]

/** The refusal of a caller who is not a member. An integration that was removed after its token had been checked gets invalid_token. */
export function notVisible(principal: Principal, target: Target, boardId: string): TandemError {
  if (principal.integrationId === undefined || !principal.grant?.leash?.has(boardId)) return notFound(target)
  return refusal('integrationRemoved')
}

export function notFound(target: Target): TandemError {
  if (target === 'label') return refusal('noSuchLabel')
  if (target === 'field') return refusal('noSuchField')
  return target === 'checklistItem' ? refusal('noSuchItem') : refusal('noSuch', { target })
}
