import { fieldRefusal, refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { atLeast, roleNow } from '../../kernel/access.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/**
 * Who may have an agent start. It asks about the person at the head of the chain, so that a person who may not have an agent start
 * cannot do so by way of another agent, a rule or a plugin either. Specification: beyond §1.
 */
export type Agent = {
  id: string
  kind: 'human' | 'agent'
  active: boolean
  canBeDelegated: boolean | null
  canBeMentioned: boolean | null
  ownerActorId: string | null
  ownerName: string | null
  invokableBy: 'owner' | 'members' | 'actors'
  invokers: string[]
}

const readAgent = sql<Agent>(`select a.id, a.kind, a.deactivated_at is null and o.deactivated_at is null as active, a.can_be_delegated,
    a.can_be_mentioned, a.owner_actor_id, o.name as owner_name, a.invokable_by, a.invokers
  from members m join actors a on a.id = m.actor_id left join actors o on o.id = a.owner_actor_id
  where m.board_id = $1 and m.actor_id = $2`)
const personOf = sql<{ id: string | null }>(
  `select case when kind = 'human' then id else owner_actor_id end as id from actors where id = $1`,
)
/** `$1` agent that calls, `$2` card: whose work its live session there is, else its owner's; of an integration, who installed it. */
const headOfAgent = sql<{ id: string | null }>(`select case
    when s.id is not null then s.on_behalf_of
    else coalesce(a.owner_actor_id, (select i.installed_by from integrations i where i.actor_id = $1)) end as id
  from actors a left join sessions s on s.card_id = $2 and s.agent_actor_id = a.id and s.ended_at is null
  where a.id = $1`)
/** `$1` agent that calls, `$2` board: for whom all its live sessions there work; without any, its owner, or who installed it. */
const headOfAgentOnBoard = sql<{ id: string | null }>(`select case
    when s.live = 0 then coalesce(a.owner_actor_id, (select i.installed_by from integrations i where i.actor_id = $1))
    when s.people = 1 then s.person end as id
  from actors a cross join lateral (
    select count(*) as live, case when bool_and(on_behalf_of is not null) then count(distinct on_behalf_of) end as people,
      (array_agg(on_behalf_of))[1] as person
    from sessions where board_id = $2 and agent_actor_id = a.id and ended_at is null
  ) s where a.id = $1`)
/** `$1` agent, `$2` card that is delegated to it: for whom the delegation was. */
const headOfDelegation = sql<{ id: string | null }>(`select case
    when s.id is not null then s.on_behalf_of
    else (select coalesce(d.owner_actor_id, d.id) from actors d where d.id = c.delegated_by) end as id
  from cards c left join lateral (
    select id, on_behalf_of from sessions where card_id = c.id and agent_actor_id = $1 and of_delegation order by id desc limit 1
  ) s on true where c.id = $2`)

/** `$1` who opened a session, `$2` who delegated its card: the people behind them. */
const headsOfSeveral = sql<{ id: string | null }>(`select distinct case when a.kind = 'human' then a.id
    else coalesce(a.owner_actor_id, (select i.installed_by from integrations i where i.actor_id = a.id)) end as id
  from actors a where a.id in ($1, $2)`)

/** A member of the board; undefined when it is none. */
export const findAgent = (tx: Mutation<never>, agentActorId: string): Promise<Agent | undefined> =>
  tx.row(readAgent, [tx.board.id, agentActorId])

/** The person for whom the caller acts; null if there is none. */
export const headOfChain = (tx: Mutation<never>, cardId: string): Promise<string | null> => headBy(tx, headOfAgent, cardId)

/** The same where the act concerns no card. */
export const headOnBoard = (tx: Mutation<never>): Promise<string | null> => headBy(tx, headOfAgentOnBoard, tx.board.id)

async function headBy(tx: Mutation<never>, headOf: typeof headOfAgent, id: string): Promise<string | null> {
  const { principal } = tx
  if (principal.onBehalfOf !== undefined) return (await tx.row(personOf, [principal.onBehalfOf]))?.id ?? null
  if (principal.kind === 'human') return principal.actorId
  return (await tx.row(headOf, [principal.actorId, id]))?.id ?? null
}

/** Of an agent that opens a session of its own: on a card that is delegated to it, it goes on for whom that was. */
export async function headOfOwnWork(tx: Mutation<never>, card: { id: string; delegateActorId: string | null }): Promise<string | null> {
  const { actorId } = tx.principal
  if (card.delegateActorId !== actorId) return headOfChain(tx, card.id)
  return (await tx.row(headOfDelegation, [actorId, card.id]))?.id ?? null
}

/** The refusal that says why that person may not have the agent start; null when they may. */
export async function whyNot(tx: Mutation<never>, agent: Agent, head: string | null): Promise<TandemError | null> {
  if (head !== null && head === agent.ownerActorId) return null
  const { ownerActorId, ownerName: name } = agent
  const extra = { details: { agentActorId: agent.id, ownerActorId } }
  // An agent without an owner is that of an integration, which members of its board may have start.
  if (name !== null && agent.invokableBy === 'owner') return refusal('invokedByOwner', { name }, extra)
  if (name !== null && agent.invokableBy === 'actors' && (head === null || !agent.invokers.includes(head)))
    return refusal('invokedByNamed', { name }, extra)
  if (await isMember(tx, head)) return null
  return name === null ? refusal('invokedByMembersAlone', {}, extra) : refusal('invokedByMembers', { name }, extra)
}

/** A caller without a person is an integration from before that was recorded: an admin of the board installed it. */
async function isMember(tx: Mutation<never>, head: string | null): Promise<boolean> {
  if (head === null) return true
  const role = head === tx.principal.actorId ? tx.role : await roleOf(tx, head)
  return role !== null && atLeast(role, 'member')
}

const roleOf = (reader: Reader & { board: { id: string } }, actorId: string) => roleNow(reader, reader.board.id, actorId)

/** Whether an agent keeps a card that has come to this board: for whom it was delegated may have it start here too. */
export async function mayGoOn(board: Mutation<never>, cardId: string, agentActorId: string): Promise<boolean> {
  const agent = await findAgent(board, agentActorId)
  if (!agent) return false
  const head = (await board.row(headOfDelegation, [agentActorId, cardId]))?.id ?? null
  return (await whyNot(board, agent, head)) === null
}

/** `whyNot` as a condition on the agent `a` and the person who set the queue of the list `l`. */
export const mayTakeFromQueue = `(l.queue_set_by = a.owner_actor_id or (a.owner_actor_id is null or a.invokable_by = 'members'
      or (a.invokable_by = 'actors' and l.queue_set_by = any (a.invokers)))
    and (l.queue_set_by is null or exists (select from members h join actors p on p.id = h.actor_id
      where h.board_id = l.board_id and h.actor_id = l.queue_set_by and h.role <> 'viewer' and p.deactivated_at is null)))`

/** Throws validation unless the actor is an active, delegatable agent of the board, forbidden where the caller may not have it start. */
export async function requireStartable(tx: Mutation<never>, agentActorId: string, head: string | null): Promise<void> {
  const agent = await findAgent(tx, agentActorId)
  if (!agent) throw fieldRefusal('agentActorId', 'agentNoMember')
  if (!agent.active) throw fieldRefusal('agentActorId', 'agentDeactivated')
  if (agent.kind !== 'agent') throw fieldRefusal('agentActorId', 'assignPerson')
  if (!agent.canBeDelegated) throw fieldRefusal('agentActorId', 'agentNoDelegations')
  await requireMayStart(tx, agent, head)
}

/**
 * Throws forbidden where the owner has narrowed who may start the agent since. That a person has left the board since does not end what
 * they began (service §3).
 */
export async function requireStillMayStart(tx: Mutation<never>, agentActorId: string, head: string | null): Promise<void> {
  const agent = await findAgent(tx, agentActorId)
  if (agent && agent.invokableBy !== 'members') await requireMayStart(tx, agent, head)
}

/**
 * Throws forbidden where a queued session may no longer begin. One that works for several people begins where those who opened and
 * delegated it may still have the agent start; who has had a say in it since was asked about then.
 */
export async function requireMayBegin(tx: Mutation<never>, session: SessionRow, card: { delegatedBy: string | null }): Promise<void> {
  const agent = await findAgent(tx, session.agentActorId)
  if (!agent || agent.invokableBy === 'members') return
  if (session.onBehalfOf !== null || agent.invokableBy === 'owner') return requireMayStart(tx, agent, session.onBehalfOf)
  const delegatedBy = session.ofDelegation ? card.delegatedBy : null
  for (const { id } of await tx.rows(headsOfSeveral, [session.initiatorActorId, delegatedBy])) await requireMayStart(tx, agent, id)
}

/** Throws forbidden; the message names the owner. */
async function requireMayStart(tx: Mutation<never>, agent: Agent, head: string | null): Promise<void> {
  const refused = await whyNot(tx, agent, head)
  if (refused !== null) throw refused
}
