import type { Actor, Capabilities, OwnActor } from '@tandem/contract'
import type { ActorRow } from '../../db/rows.ts'

/** Actors as they leave the service. Specification: decisions §2. */
export function actorOnWire(row: ActorRow): Actor {
  const actor = {
    ...{ id: row.id, kind: row.kind, name: row.name, handle: row.handle, avatarUrl: row.avatar_url },
    ...{ ownerActorId: row.owner_actor_id, createdAt: row.created_at, deactivatedAt: row.deactivated_at },
  }
  return row.kind === 'agent' ? { ...actor, capabilities: capabilitiesOf(row) } : actor
}

export function ownActorOnWire(row: ActorRow): OwnActor {
  return {
    ...actorOnWire(row),
    ...{ email: row.email, isInstanceAdmin: row.is_instance_admin, timezone: row.timezone, locale: row.locale },
  }
}

export function capabilitiesOf(row: Pick<ActorRow, 'can_be_delegated' | 'can_be_mentioned'>): Capabilities {
  return { delegatable: row.can_be_delegated ?? false, mentionable: row.can_be_mentioned ?? false }
}
