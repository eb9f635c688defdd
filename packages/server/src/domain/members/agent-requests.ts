import { fieldRefusal, type RequestedMember, type Role, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { agentRequests } from '../../db/tables/boards/agent-requests.ts'
import { columnList, insertInto, pick, update, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/**
 * An agent of another person joins a board once its owner agrees: the owner lets it run commands, and must know for whom it works. Until
 * then it is no member, sees nothing of the board, and nothing can be delegated to it there. Specification: beyond §1.
 */
const columns = ['id', 'boardId', 'agentActorId', 'ownerActorId', 'role', 'requestedBy'] as const
export type AgentRequestRow = Pick<typeof agentRequests.$inferSelect, (typeof columns)[number]>
/** SQL: the columns of `AgentRequestRow`, of that alias. */
export const requestColumns = (alias?: string): string => columnList(pick(agentRequests, columns), alias)

type Wanted = Pick<AgentRequestRow, 'id' | 'agentActorId' | 'ownerActorId' | 'role' | 'requestedBy'>

const dayMs = 86_400_000
/** The most requests of one agent for one board: an owner who declines is not asked again and again. */
const mostPerDay = 3
/** Open at once from one person, counting their agents, to one owner. */
const mostOpenPerOwner = 20
const mostPerOwnerADay = 30

const readOpen = sql<AgentRequestRow>(`select ${requestColumns()} from agent_requests
  where board_id = $1 and agent_actor_id = $2 and settled_at is null and activity_id is not null`)
/** `$1` board, `$2` agent, `$3` a day ago, `$4` requester, `$5` owner. */
const readCounts = sql<{ lately: number; open: number; today: number }>(`with of_person as (
    select r.settled_at, r.created_at from agent_requests r join actors a on a.id = r.requested_by
    where r.owner_actor_id = $5 and coalesce(a.owner_actor_id, a.id) = (select coalesce(owner_actor_id, id) from actors where id = $4)
  ) select
    (select count(*) from agent_requests where board_id = $1 and agent_actor_id = $2 and created_at > $3) as lately,
    (select count(*) from of_person where settled_at is null) as open,
    (select count(*) from of_person where created_at > $3) as today`)
const runsItsBoard = sql<{ known: boolean }>(`select exists (
    select from effective_members m where m.actor_id = $1 and m.role = 'admin' and m.board_id in (
      select board_id from integrations where actor_id = $2 union select board_id from automations where actor_id = $2)
  ) as known`)
const insertRequest = insertInto(agentRequests, [...columns, 'createdAt'])
const noteActivity = update(agentRequests, { key: ['id'], set: ['activityId'] })
const settle = write(
  pick(agentRequests, ['id', 'settledAt', 'outcome']),
  (given) => `update agent_requests set settled_at = ${given.settledAt}, outcome = ${given.outcome}
  where id = ${given.id} and settled_at is null`,
)

/**
 * A request by the owner counts as consent. One by another agent of the owner does not, because that agent may follow a stranger's
 * instructions. Integrations and automation have no owner to ask: an admin of their board may add them to another board.
 */
export async function needsConsent(reader: Reader, actor: ActorRow, byActorId: string): Promise<boolean> {
  if (actor.kind === 'human') return false
  if (actor.ownerActorId !== null) return actor.ownerActorId !== byActorId
  return !(await reader.row(runsItsBoard, [byActorId, actor.id]))?.known
}

export const openRequest = (reader: Reader, boardId: string, agentActorId: string): Promise<AgentRequestRow | undefined> =>
  reader.row(readOpen, [boardId, agentActorId])

/** Asks its owner. Asked again for the same, it answers the request that is open. */
export async function requestAgent(tx: Mutation<'member.requested'>, agent: ActorRow, role: Role): Promise<RequestedMember> {
  if (agent.ownerActorId === null) throw fieldRefusal('actorId', 'agentOfBoard')
  const open = await openRequest(tx, tx.board.id, agent.id)
  if (open && open.role !== role)
    throw refusal('agentAskedFor', { name: open.role }, { details: { actorId: agent.id, requestId: open.id, role: open.role } })
  if (open) return onWire(open)
  await refuseTooMany(tx, agent.id, agent.ownerActorId)
  const row = { id: tx.newId(), agentActorId: agent.id, ownerActorId: agent.ownerActorId, role, requestedBy: tx.principal.actorId }
  tx.send(insertRequest({ ...row, boardId: tx.board.id, createdAt: tx.now }))
  announce(tx, row)
  return onWire(row)
}

/** Tells the log and the owner. */
export function announce(tx: Mutation<'member.requested'>, { id, agentActorId: actorId, ownerActorId: ownerId, role }: Wanted): void {
  const notify = [{ actorIds: [ownerId], reason: 'agent_requested' as const, excerpt: tx.board.name }]
  const activity = tx.record('member.requested', { actorId, role, requestId: id }, { notify })
  tx.send(noteActivity({ id, activityId: activity.id }))
}

/** Counted without a lock across boards: requests made at the same moment on several boards may pass the bound by a few. */
async function refuseTooMany(tx: Mutation<never>, agentActorId: string, ownerId: string): Promise<void> {
  const dayAgo = iso(Date.parse(tx.now) - dayMs)
  const counts = await tx.row(readCounts, [tx.board.id, agentActorId, dayAgo, tx.principal.actorId, ownerId])
  if ((counts?.lately ?? 0) >= mostPerDay) throw refusal('agentAskedOften', { count: mostPerDay }, { retryAfterSeconds: dayMs / 1000 })
  // Withdrawn requests count too: each may have sent a mail.
  if ((counts?.today ?? 0) >= mostPerOwnerADay)
    throw refusal('ownerAskedOften', { count: mostPerOwnerADay }, { retryAfterSeconds: dayMs / 1000 })
  if ((counts?.open ?? 0) >= mostOpenPerOwner)
    throw refusal('requestsFull', { count: mostOpenPerOwner }, { details: { limit: mostOpenPerOwner } })
}

/** Ends an open request without the agent joining: the owner declines, or the requester withdraws. */
export function closeRequest(
  tx: Pick<Mutation<'member.request_declined'>, 'send' | 'record' | 'now'>,
  { id, agentActorId: actorId }: Pick<AgentRequestRow, 'id' | 'agentActorId'>,
  outcome: 'declined' | 'withdrawn',
): void {
  tx.send(settle({ id, settledAt: tx.now, outcome }))
  tx.record('member.request_declined', { actorId, requestId: id })
}

const onWire = ({ id, agentActorId: actorId, role }: Pick<AgentRequestRow, 'id' | 'agentActorId' | 'role'>): RequestedMember => ({
  actorId,
  role,
  status: 'requested',
  requestId: id,
})
