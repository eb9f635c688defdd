import type { Explained, Explanation } from '@tandem/contract'

/** A message as data, to be stored beside its text; null for a message without a reason. */
export function explanationOf(told: Explained | null): Explanation | null {
  if (told?.reason === undefined) return null
  return { reason: told.reason, ...(told.params && { params: { ...told.params } }) }
}
