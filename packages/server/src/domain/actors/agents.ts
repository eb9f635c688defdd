import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import { type HandlerOf, type PreparedAct, prepared } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { refusalOf } from '../../outbound/outbound.ts'
import { changes } from '../changes.ts'
import { lockBoardsOf } from './boards-of.ts'
import { insertActor } from './new-actor.ts'
import { type AvatarRefusal, type ProfileDeps, profileChanges, recordProfile, saveProfile } from './profile.ts'
import { retireAgent } from './retire-agent.ts'
import { actorOnWire, capabilitiesOf } from './wire.ts'

/** Agents, each owned by a person. Specification: decisions §2. */
const mostListed = 1_000

const ownAgents = sql<ActorRow>(
  `select * from actors where owner_actor_id = $1 and kind = 'agent' order by created_at, id limit ${mostListed}`,
)
const lockOwnAgent = sql<ActorRow>(`select * from actors where id = $1 and owner_actor_id = $2 and kind = 'agent' for no key update`)
const writeCapabilities = sql('update actors set can_be_delegated = $2, can_be_mentioned = $3 where id = $1')

export const createAgent: HandlerOf<'agent.create'> = async (act, input) => {
  const { principal } = act
  // An agent's agents would outlive the deactivation of the person behind them.
  if (principal?.kind !== 'human')
    throw new TandemError('forbidden', 'Agents belong to people. Ask your owner to create it, or use a token of theirs.')
  const { delegatable = true, mentionable = true } = input.capabilities ?? {}
  const actor = await insertActor(
    act,
    {
      ...{ id: act.newId(), kind: 'agent', name: input.name, email: null, password_hash: null, is_instance_admin: false },
      ...{ owner_actor_id: principal.actorId, can_be_delegated: delegatable, can_be_mentioned: mentionable },
    },
    input.handle,
  )
  act.audit({ detail: { agentActorId: actor.id } })
  return actorOnWire(actor)
}

export const listAgents: HandlerOf<'agent.list'> = async (read) => (await read.rows(ownAgents, [read.principal.actorId])).map(actorOnWire)

export function updateAgent({ outbound }: ProfileDeps): PreparedAct<'agent.update'> {
  return prepared<'agent.update', AvatarRefusal>(
    (_read, input) => refusalOf(outbound, input.avatarUrl, 'avatarUrl'),
    async (act, input, refusal) => {
      const before = await ownAgent(act, input.agentActorId)
      if (refusal) throw refusal
      const profile = await profileChanges(act, before, input)
      const abilities = changes(before, {
        can_be_delegated: input.capabilities?.delegatable,
        can_be_mentioned: input.capabilities?.mentionable,
      })
      const after = { ...before, ...profile?.columns, ...abilities?.columns }
      const changed = [...Object.keys(profile?.columns ?? {}), ...Object.keys(abilities?.columns ?? {})]
      act.audit({ detail: { agentActorId: after.id, changed } })
      if (changed.length === 0) return actorOnWire(before)
      const boards = await lockBoardsOf(act, after.id)
      if (profile) {
        saveProfile(act, after.id, after)
        recordProfile(boards, after.id, profile)
      }
      if (abilities) {
        act.send(writeCapabilities, [after.id, after.can_be_delegated, after.can_be_mentioned])
        const capabilities = capabilitiesOf(after)
        for (const board of boards) board.record('actor.capabilities_changed', { actorId: after.id, capabilities })
      }
      return actorOnWire(after)
    },
  )
}

export const deactivateAgent: HandlerOf<'agent.deactivate'> = async (act, input) => {
  const agent = await ownAgent(act, input.agentActorId)
  act.audit({ detail: { agentActorId: agent.id } })
  if (agent.deactivated_at === null) await retireAgent(act, agent.id)
  return null
}

async function ownAgent(act: PrivateAct<never>, agentActorId: string): Promise<ActorRow> {
  const agent = await act.row(lockOwnAgent, [agentActorId, act.principal?.actorId ?? null])
  if (!agent) throw new TandemError('not_found', 'No such agent among yours. GET /api/agents lists them.')
  return agent
}
