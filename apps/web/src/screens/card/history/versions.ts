import type { Activity } from '@tandem/contract'

/** A description as it once was: who wrote it, when, and what stood there before, as far as the log of this board tells. */
export type Version = { id: string; text: string; before: string | null; actorId: string; at: string }

/** Of activities, newest first; `isWhole` when nothing is older. What a card began with was written by who made it. */
export function versionsIn(activities: readonly Activity[], isWhole: boolean): Version[] {
  const written = activities.flatMap(versionOf)
  const oldest = written.at(-1)
  const made = activities.findLast(({ verb }) => verb === 'card.created')
  if (!isWhole || !made || !oldest?.before) return written
  return [...written, { id: made.id, text: oldest.before, before: null, actorId: made.actorId, at: made.createdAt }]
}

function versionOf({ id, verb, payload, actorId, createdAt }: Activity): Version[] {
  const { description, previous } = payload
  if (verb !== 'card.updated' || typeof description !== 'string') return []
  const before = typeof previous === 'object' && previous !== null && 'description' in previous ? previous.description : null
  return [{ id, text: description, before: typeof before === 'string' ? before : null, actorId, at: createdAt }]
}
