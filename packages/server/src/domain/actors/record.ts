import { type Actor, actor, type Capabilities, type OwnActor } from '@tandem/contract'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { recordOf } from '../record-of.ts'
import { invokableByOf } from './invokable-by.ts'

const ofOwnAgents = { invokableBy: true, pausedAt: true, budget: true, maxSessions: true } as const
const ofPeople: (row: ActorRow) => Omit<Actor, 'capabilities' | keyof typeof ofOwnAgents> = recordOf(
  actor.omit({ capabilities: true, ...ofOwnAgents }),
  {},
)

/** Actors as they leave the service. Specification: decisions §2. */
export const actorOnWire = (row: ActorRow): Actor =>
  row.kind === 'agent' ? { ...ofPeople(row), capabilities: capabilitiesOf(row) } : ofPeople(row)

/** An agent as its owner sees it: only the owner reads who may start it. */
export const ownAgentOnWire = (row: ActorRow): Actor => ({
  ...actorOnWire(row),
  invokableBy: invokableByOf(row),
  pausedAt: row.pausedAt,
  maxSessions: row.maxSessions,
  budget: row.budget,
})

export function ownActorOnWire(row: ActorRow): OwnActor {
  return {
    ...actorOnWire(row),
    email: row.email,
    isInstanceAdmin: row.isInstanceAdmin,
    timezone: row.timezone,
    locale: row.locale,
  }
}

export function capabilitiesOf(row: Pick<ActorRow, 'canBeDelegated' | 'canBeMentioned'>): Capabilities {
  return { delegatable: row.canBeDelegated ?? false, mentionable: row.canBeMentioned ?? false }
}
