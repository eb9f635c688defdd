import { type AgentStats, type ParsedInputOf, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { holdsScope } from '../../kernel/access.ts'
import type { HandlerOf, PrivateTargetChecks } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { actorOnWire, ownAgentOnWire } from '../actors/record.ts'
import { timeZoneOf } from '../actors/time-zone.ts'
import { liveSessions, recentSessions } from './agent-sessions.ts'
import { agentSums } from './agent-sums.ts'
import { type Range, rangeOf } from './range.ts'
import { boardsOfAgents, type SeenAgent, seenAgents } from './seen-agents.ts'

/** How agents fare, as far as the caller can see: on the boards that both are members of. Specification: decisions §2 and §4. */
type Read = Parameters<HandlerOf<'agentStats.list'>>[0]

export const listAgentStats: HandlerOf<'agentStats.list'> = async (read, input) => {
  const [agents, range] = await Promise.all([seenAgents(read, read.principal, null), askedRange(read, input)])
  return statsOf(read, agents, range)
}

export const readAgentStats: HandlerOf<'agentStats.get'> = async (read, input) => {
  const [agents, range] = await Promise.all([seenAgents(read, read.principal, input.agentActorId), askedRange(read, input)])
  const [stats] = await statsOf(read, agents, range)
  if (!stats) throw unseen()
  const boardIds = stats.boards.map((board) => board.id)
  return { ...stats, recent: await recentSessions(read, stats.agent.id, boardIds, read) }
}

const unseen = () => refusal('agentUnseen')

export const agentStatsTargetChecks = {
  async 'agentStats.get'(read, { agentActorId }) {
    const seen = await seenAgents(read, read.principal, agentActorId)
    if (seen.length === 0) throw unseen()
  },
} satisfies PrivateTargetChecks

async function askedRange(read: Read, input: ParsedInputOf<'agentStats.list'>): Promise<Range> {
  return rangeOf(input, { now: read.now, timezone: input.timezone ?? (await timeZoneOf(read, read.principal.actorId)) })
}

async function statsOf(read: Read, agents: readonly SeenAgent[], range: Range): Promise<AgentStats[]> {
  if (agents.length === 0) return []
  const agentIds = agents.map((agent) => agent.id)
  const boards = await boardsOfAgents(read, read.principal, agentIds)
  const boardIds = [...new Set([...boards.values()].flat().map((board) => board.id))]
  const [sumsOf, live, tokens] = await Promise.all([
    agentSums(read, { agentIds, boardIds, range }),
    liveSessions(read, agentIds, boardIds, read),
    activeTokens(read, read.principal, { agentIds, now: read.now }),
  ])
  const { from, to, timezone } = range
  return agents.map((agent) => ({
    agent: agent.ownerActorId === read.principal.actorId ? ownAgentOnWire(agent) : actorOnWire(agent),
    owner: ownerOf(agent),
    boards: boards.get(agent.id) ?? [],
    from,
    to,
    timezone,
    ...sumsOf(agent.id),
    activeTokens: agent.ownerActorId === read.principal.actorId && tokens ? (tokens.get(agent.id) ?? 0) : null,
    live: live.get(agent.id) ?? [],
  }))
}

function ownerOf({ ownerActorId, ownerName, ownerHandle, ownerAvatarUrl }: SeenAgent): AgentStats['owner'] {
  if (ownerActorId === null || ownerName === null || ownerHandle === null) return null
  return { id: ownerActorId, name: ownerName, handle: ownerHandle, avatarUrl: ownerAvatarUrl }
}

const countTokens = sql<{ actorId: string; tokens: number }>(`select actor_id, count(*)::int as tokens from tokens
  where actor_id = any ($1::uuid[]) and revoked_at is null and oauth_grant_id is null and (expires_at is null or expires_at > $2)
  group by actor_id`)

/** The number of tokens in the list of tokens; null for a leashed token, which does not see all of them. */
async function activeTokens(
  reader: Reader,
  principal: Principal,
  { agentIds, now }: { agentIds: readonly string[]; now: string },
): Promise<Map<string, number> | null> {
  if (!holdsScope(principal, 'tokens:write') || principal.grant?.leash) return null
  const rows = await reader.rows(countTokens, [agentIds, now])
  return new Map(rows.map((row) => [row.actorId, row.tokens]))
}
