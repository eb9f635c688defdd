import { fieldRefusal, refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { atLeast, roleNow } from '../../kernel/access.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/**
 * Checks who may start an agent, for the person at the head of the chain: a person who may not start the agent cannot do so through another
 * agent, a rule or a plugin. Specification: beyond §1.
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
/**
 * The person behind the actor `of`: itself, its owner, or who installed the integration, while that person may act on its board. Null for
 * an agent that has no such person.
 */
const personBehind = (of: string): string => `case when ${of}.kind = 'human' then ${of}.id
    else coalesce(${of}.owner_actor_id, (select i.installed_by from integrations i
      join members h on h.board_id = i.board_id and h.actor_id = i.installed_by and h.role <> 'viewer'
      join actors p on p.id = h.actor_id and p.deactivated_at is null where i.actor_id = ${of}.id)) end`

const personOf = sql<{ id: string | null }>(`select ${personBehind('a')} as id from actors a where a.id = $1`)
/** `$1` agent that calls, `$2` card: the person for whom its live session there works, else the person behind it. */
const headOfAgent = sql<{ id: string | null }>(`select case when s.id is not null then s.on_behalf_of else ${personBehind('a')} end as id
  from actors a left join sessions s on s.card_id = $2 and s.agent_actor_id = a.id and s.ended_at is null
  where a.id = $1`)
/** `$1` agent that calls, `$2` board: the person for whom all its live sessions there work; without sessions the person behind it. */
const headOfAgentOnBoard = sql<{ id: string | null }>(`select case when s.live = 0 then ${personBehind('a')}
    when s.people = 1 then s.person end as id
  from actors a cross join lateral (
    select count(*) as live, case when bool_and(on_behalf_of is not null) then count(distinct on_behalf_of) end as people,
      (array_agg(on_behalf_of))[1] as person
    from sessions where board_id = $2 and agent_actor_id = a.id and ended_at is null
  ) s where a.id = $1`)
/** `$1` agent, `$2` card that is delegated to it: the person for whom it was delegated. */
const headOfDelegation = sql<{ id: string | null }>(`select case when s.id is not null then s.on_behalf_of
    else (select ${personBehind('d')} from actors d where d.id = c.delegated_by) end as id
  from cards c left join lateral (
    select id, on_behalf_of from sessions where card_id = c.id and agent_actor_id = $1 and of_delegation order by id desc limit 1
  ) s on true where c.id = $2`)

/** The same for a card that goes to another board: of a session for several people, those behind who opened it and who delegated the card. */
const headsOfDelegation = sql<{ id: string | null }>(`select distinct coalesce(s.on_behalf_of, ${personBehind('a')}) as id
  from cards c left join lateral (
    select on_behalf_of, initiator_actor_id from sessions where card_id = c.id and agent_actor_id = $1 and of_delegation order by id desc limit 1
  ) s on true join actors a on a.id in (c.delegated_by, s.initiator_actor_id) where c.id = $2`)

/** `$1` the actor that opened a session, `$2` the actor that delegated its card: the people behind both. */
const headsOfSeveral = sql<{ id: string | null }>(`select distinct ${personBehind('a')} as id from actors a where a.id in ($1, $2)`)

/** A member of the board; undefined when the actor is not one. */
export const findAgent = (tx: Mutation<never>, agentActorId: string): Promise<Agent | undefined> =>
  tx.row(readAgent, [tx.board.id, agentActorId])

/** The person that the caller acts for; null if there are several or none. */
export const headOfChain = (tx: Mutation<never>, cardId: string): Promise<string | null> => headBy(tx, headOfAgent, cardId)

/**
 * The actor for whom agents claim from a queue that the caller sets. An agent that works for several people on the board counts itself: it
 * has the rights of none of these people, and agents stop claiming from the queue when it leaves the board.
 */
export async function headOfQueue(tx: Mutation<never>): Promise<string | null> {
  const { actorId, ownerId } = tx.principal
  return (await headBy(tx, headOfAgentOnBoard, tx.board.id)) ?? (ownerId === undefined ? null : actorId)
}

async function headBy(tx: Mutation<never>, headOf: typeof headOfAgent, id: string): Promise<string | null> {
  const { principal } = tx
  if (principal.onBehalfOf !== undefined) return (await tx.row(personOf, [principal.onBehalfOf]))?.id ?? null
  if (principal.kind === 'human') return principal.actorId
  return (await tx.row(headOf, [principal.actorId, id]))?.id ?? null
}

/** For an agent that opens a session of its own: on a card that is delegated to it, the person of that delegation. */
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

/**
 * Without a single person, an agent that has an owner works for several, each of whom was allowed to have it start. Any other caller has
 * no person who answers for it.
 */
async function isMember(tx: Mutation<never>, head: string | null): Promise<boolean> {
  if (head === null) return tx.principal.ownerId !== undefined
  const role = head === tx.principal.actorId ? tx.role : await roleOf(tx, head)
  return role !== null && atLeast(role, 'member')
}

const roleOf = (reader: Reader & { board: { id: string } }, actorId: string) => roleNow(reader, reader.board.id, actorId)

/** Whether an agent keeps a card that has been moved to this board: the people of its delegation must be allowed to start it here too. */
export async function mayGoOn(board: Mutation<never>, cardId: string, agentActorId: string): Promise<boolean> {
  const agent = await findAgent(board, agentActorId)
  if (!agent) return false
  const heads = await board.rows(headsOfDelegation, [agentActorId, cardId])
  for (const { id } of heads) if (id === null || (await whyNot(board, agent, id)) !== null) return false
  return heads.length > 0
}

/** `whyNot` as a condition on the agent `a` and who set the queue of the list `l`. A queue without one is passed over. */
export const mayTakeFromQueue = `(l.queue_set_by = a.owner_actor_id or (a.owner_actor_id is null or a.invokable_by = 'members'
      or (a.invokable_by = 'actors' and l.queue_set_by = any (a.invokers)))
    and (select h.role <> 'viewer' and p.deactivated_at is null from effective_members h join actors p on p.id = h.actor_id
      where h.board_id = l.board_id and h.actor_id = l.queue_set_by))`

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
 * Throws forbidden when the owner has since restricted who may start the agent. A session goes on after the person who began it has left
 * the board (service §3).
 */
export async function requireStillMayStart(tx: Mutation<never>, agentActorId: string, head: string | null): Promise<void> {
  const agent = await findAgent(tx, agentActorId)
  if (agent && agent.invokableBy !== 'members') await requireMayStart(tx, agent, head)
}

/**
 * Throws forbidden when a queued session may no longer begin. A session that works for several people begins if those who opened and
 * delegated it may still start the agent; later participants were checked when they joined in.
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
