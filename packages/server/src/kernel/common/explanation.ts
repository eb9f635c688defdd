import type { Explained, Explanation } from '@tandem/contract'

/** A message as data, to be stored beside its text; null for a message without a reason. */
export function explanationOf(explained: Explained | null): Explanation | null {
  if (explained?.reason === undefined) return null
  return { reason: explained.reason, ...(explained.params && { params: { ...explained.params } }) }
}
