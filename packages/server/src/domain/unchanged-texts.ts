import { refusal } from '@tandem/contract'

/**
 * Refuses a change to a text that somebody else has changed since the caller read it. `version` of a card rises with everything that hangs
 * on the card; this looks at the text alone, under the lock of the board. Values that were not named are not looked at.
 */
export function refuseChangedTexts<Name extends string>(
  current: Readonly<Record<Name, unknown>>,
  read: { readonly [N in Name]?: unknown },
): void {
  const names = (Object.keys(current) as Name[]).filter((name) => read[name] !== undefined && read[name] !== current[name])
  if (names.length === 0) return
  throw refusal('textChangedSince', {}, { details: { current: Object.fromEntries(names.map((name) => [name, current[name]])) } })
}
