import type { Explained, Explanation } from '@tandem/contract'

/** A message as data, as it is kept beside the message; null where there is none, or it has no reason. */
export function explanationOf(told: Explained | null): Explanation | null {
  if (told?.reason === undefined) return null
  return { reason: told.reason, ...(told.params && { params: { ...told.params } }) }
}
