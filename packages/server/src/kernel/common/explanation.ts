import type { Explanation, Params } from '@tandem/contract'

type Coded = { reason?: string | undefined; params?: Params | undefined }

/** A message as data, to be stored beside its text; null for a message without a reason. */
export function explanationOf(message: Coded | null): Explanation | null {
  if (message?.reason === undefined) return null
  return { reason: message.reason, ...(message.params && { params: { ...message.params } }) }
}
