import type { Activity } from '@tandem/contract'

/** A version of a description: its author and time, and the text before, as far as the log of this board has it. */
export type Version = { id: string; text: string; before: string | null; actorId: string; at: string }

/**
 * The versions in activities, newest first. `isWhole` means that none are older; then the first version counts as written by the creator of
 * the card.
 */
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
