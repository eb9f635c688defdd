import type { Actor, Capabilities, OwnActor } from '@tandem/contract'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'

import { invokableByOf } from './invokable-by.ts'

/** Actors as they leave the service. Specification: decisions §2. */
export function actorOnWire(row: ActorRow): Actor {
  const actor = {
    id: row.id,
    kind: row.kind,
    name: row.name,
    handle: row.handle,
    avatarUrl: row.avatarUrl,
    ownerActorId: row.ownerActorId,
    createdAt: row.createdAt,
    deactivatedAt: row.deactivatedAt,
  }
  return row.kind === 'agent' ? { ...actor, capabilities: capabilitiesOf(row) } : actor
}

/** As its owner sees it: only the owner reads whom they trust. */
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
