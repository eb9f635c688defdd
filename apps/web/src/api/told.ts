/** What a sentence of the service is, and what it names. */
export type Told<K extends string> = { shape: K; values: Record<string, string> }

/**
 * Which of these sentences it is. The service speaks English, to programs too: by its shape a sentence is known again, those that are
 * kept from long ago as well, and said in the language of who reads it. Null for one that is newer than this app.
 */
export function toldIn<K extends string>(shapes: Record<K, RegExp>, told: string): Told<K> | null {
  for (const shape of Object.keys(shapes) as K[]) {
    const found = shapes[shape].exec(told)
    if (found)
      return { shape, values: Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, unquoted(text)])) }
  }
  return null
}

/** A name is told as JSON writes it. */
function unquoted(text: string | undefined): string {
  if (text === undefined || !/^".*"$/s.test(text)) return text ?? ''
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
