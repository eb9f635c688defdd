import { isDeepStrictEqual } from 'node:util'
import { refusal } from '@tandem/contract'

/**
 * Refuses a change to a text that another actor has changed since the caller read it. The `version` of a card rises with every change
 * around the card; this compares only the text, under the lock of its board or its actor. Preconditions that were not given are not checked.
 * Of an object the order of its keys does not count: the database has its own.
 */
export function refuseChangedTexts<Name extends string>(
  current: Readonly<Record<Name, unknown>>,
  read: { readonly [N in Name]?: unknown },
): void {
  const names = (Object.keys(current) as Name[]).filter((name) => read[name] !== undefined && !isDeepStrictEqual(read[name], current[name]))
  if (names.length === 0) return
  throw refusal('textChangedSince', {}, { details: { current: Object.fromEntries(names.map((name) => [name, current[name]])) } })
}
