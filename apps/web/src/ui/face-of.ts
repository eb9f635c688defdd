import { systemActorId } from '@tandem/contract'
import type { Face } from './avatar.tsx'

/** Who did something on a board: a member, the service itself, or `otherwise` for an actor who has left. */
export function faceOf(members: readonly (Face & { actorId: string })[], actorId: unknown, otherwise: string): Face {
  if (actorId === systemActorId) return { name: 'Tandem', kind: 'agent' }
  return members.find((member) => member.actorId === actorId) ?? { name: otherwise, kind: 'human' }
}
