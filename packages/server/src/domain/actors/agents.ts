import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { update } from '../../db/writes.ts'
import { type HandlerOf, type PrivateTargetChecks, prepared, type Steps } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { isSameBudget } from '../budgets.ts'
import { changes } from '../changes.ts'
import { refuseBeyondPerson } from '../quotas.ts'
import { lockBoardsOf } from './boards-of.ts'
import { keptInvokableBy } from './invokable-by.ts'
import { insertActor } from './new-actor.ts'
import { type FoundAvatar, findAvatar, type ProfileDeps, profileChanges, putPicture, recordProfile, saveProfile } from './profile.ts'
import { capabilitiesOf, ownAgentOnWire } from './record.ts'
import { retireAgent } from './retire-agent.ts'

/** Agents, each owned by a person. Specification: decisions §2. */
const mostListed = 1_000

const ownAgents = sql<ActorRow>(
  `select * from actors where owner_actor_id = $1 and kind = 'agent' order by created_at, id limit ${mostListed}`,
)
const lockOwnAgent = sql<ActorRow>(`select * from actors where id = $1 and owner_actor_id = $2 and kind = 'agent' for no key update`)
const writeCapabilities = update(actors, { key: ['id'], set: ['canBeDelegated', 'canBeMentioned'] })
const writeHolds = update(actors, { key: ['id'], set: ['pausedAt', 'resumedAt', 'maxSessions', 'budget'] })
const writeInvokableBy = update(actors, { key: ['id'], set: ['invokableBy', 'invokers'] })

export const createAgent: HandlerOf<'agent.create'> = async (act, input) => {
  const { principal } = act
  // An agent's agents would outlive the deactivation of the person behind them.
  if (principal?.kind !== 'human') throw refusal('agentsOfPeople')
  await refuseBeyondPerson(act, 'agents', { actorId: principal.actorId })
  const { delegatable = true, mentionable = true } = input.capabilities ?? {}
  const actor = await insertActor(
    act,
    {
      id: act.newId(),
      kind: 'agent',
      name: input.name,
      email: null,
      passwordHash: null,
      isInstanceAdmin: false,
      ownerActorId: principal.actorId,
      canBeDelegated: delegatable,
      canBeMentioned: mentionable,
    },
    input.handle,
  )
  act.audit({ detail: { agentActorId: actor.id } })
  const invokable = input.invokableBy && (await keptInvokableBy(act, input.invokableBy))
  if (invokable) act.send(writeInvokableBy({ ...invokable, id: actor.id }))
  return ownAgentOnWire({ ...actor, ...invokable })
}

export const listAgents: HandlerOf<'agent.list'> = async (read) =>
  (await read.rows(ownAgents, [read.principal.actorId])).map(ownAgentOnWire)

export function updateAgent(deps: ProfileDeps): Steps<'agent.update'> {
  return prepared<'agent.update', FoundAvatar>(
    (read, input) => findAvatar(deps, read, input.avatarUrl),
    async (act, input, found) => {
      const before = await ownAgent(act, input.agentActorId)
      if (found.refusal) throw found.refusal
      const profile = await profileChanges(act, before, input)
      const abilities = changes(before, {
        canBeDelegated: input.capabilities?.delegatable,
        canBeMentioned: input.capabilities?.mentionable,
      })
      const invokable = input.invokableBy && changes(before, await keptInvokableBy(act, input.invokableBy))
      const holds = changes(before, {
        pausedAt: pausedAfter(act, before, input.paused),
        maxSessions: input.maxSessions,
        budget: isSameBudget(input.budget ?? null, before.budget) ? undefined : input.budget,
      })
      const after = { ...before, ...profile?.columns, ...abilities?.columns, ...invokable?.columns, ...holds?.columns }
      const changed = [profile, abilities, invokable, holds].flatMap((some) => Object.keys(some?.columns ?? {}))
      act.audit({ detail: { agentActorId: after.id, changed } })
      if (changed.length === 0) return done(ownAgentOnWire(before))
      if (invokable) act.send(writeInvokableBy(after))
      if (holds) act.send(writeHolds({ ...after, resumedAt: resumedAfter(act, before, after) }))
      if (!profile && !abilities) return done(ownAgentOnWire(after))
      const boards = await lockBoardsOf(act, after.id)
      if (profile) {
        if (profile.columns.avatarUrl !== undefined) await putPicture(act, after.id, found.key)
        saveProfile(act, after.id, after)
        recordProfile(boards, after.id, profile.payload)
      }
      if (abilities) {
        act.send(writeCapabilities(after))
        const capabilities = capabilitiesOf(after)
        for (const board of boards) board.record('actor.capabilities_changed', { actorId: after.id, capabilities })
      }
      return done(ownAgentOnWire(after))
    },
  )
}

/** Undefined where nothing is asked for; paused again, it has been paused since the first time. */
function pausedAfter({ now }: { now: string }, { pausedAt }: ActorRow, paused: boolean | undefined): string | null | undefined {
  if (paused === undefined) return undefined
  return paused ? (pausedAt ?? now) : null
}

/** The time from which queued sessions of the agent may begin: set when it is resumed or its limit changes. */
function resumedAfter({ now }: { now: string }, before: ActorRow, after: ActorRow): string | null {
  const isLetGo = (before.pausedAt !== null && after.pausedAt === null) || before.maxSessions !== after.maxSessions
  return isLetGo ? now : before.resumedAt
}

export const deactivateAgent: HandlerOf<'agent.deactivate'> = async (act, input) => {
  const agent = await ownAgent(act, input.agentActorId)
  act.audit({ detail: { agentActorId: agent.id } })
  if (agent.deactivatedAt === null) await retireAgent(act, agent.id)
  return null
}

/** Locks it. Throws not_found unless the caller owns it. */
export async function ownAgent(act: Pick<PrivateAct<never>, 'row' | 'principal'>, agentActorId: string): Promise<ActorRow> {
  const agent = await act.row(lockOwnAgent, [agentActorId, act.principal?.actorId ?? null])
  if (!agent) throw refusal('agentGone')
  return agent
}

const checkAgent = (read: Pick<PrivateAct<never>, 'row' | 'principal'>, { agentActorId }: { agentActorId: string }) =>
  ownAgent(read, agentActorId)

export const agentTargetChecks = {
  'agent.update': checkAgent,
  'agent.setAvatar': checkAgent,
  'agent.deactivate': checkAgent,
  'agent.settleRequest': checkAgent,
} satisfies PrivateTargetChecks
