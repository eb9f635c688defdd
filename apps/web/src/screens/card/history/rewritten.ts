/** A text before and after a change. */
export type Rewritten = { from: string; to: string }

/** None if the previous one is missing, as after a move from another board, whose texts are not revealed. */
export const rewritten = (from: unknown, to: unknown): { texts?: Rewritten } =>
  typeof from === 'string' && typeof to === 'string' ? { texts: { from, to } } : {}

/** The names of texts in payloads. Other strings are codes, ids and times. */
const textNames = ['title', 'name', 'description', 'text', 'body', 'value'] as const

/** The texts that an activity has changed. */
export function textsIn(payload: Readonly<Record<string, unknown>>): (Rewritten & { name: string })[] {
  const previous = recordIn(payload.previous)
  return textNames.flatMap((name) => {
    const { texts } = rewritten(previous[name], payload[name])
    return texts && texts.from !== texts.to ? [{ name, ...texts }] : []
  })
}

export const recordIn = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
