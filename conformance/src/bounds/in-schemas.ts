import { z } from 'zod'

/** The upper bounds of a schema and of all schemas within it: lengths, counts of entries, and numbers. */
export function* boundsOf(part: unknown, seen = new Set<unknown>()): Generator<number> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return
  seen.add(part)
  if (!(part instanceof z.core.$ZodType)) {
    for (const inner of Object.values(part)) yield* boundsOf(inner, seen)
    return
  }
  const { def } = part._zod
  for (const check of def.checks ?? []) yield* boundOf(check._zod.def)
  yield* boundsOf(def.type === 'lazy' ? (part as z.core.$ZodLazy)._zod.innerType : def, seen)
}

function* boundOf(check: z.core.$ZodCheckDef & { maximum?: unknown; value?: unknown }): Generator<number> {
  const isUpper = check.check === 'max_length' || check.check === 'max_size' || check.check === 'less_than'
  const bound = check.maximum ?? check.value
  if (isUpper && typeof bound === 'number') yield bound
}
