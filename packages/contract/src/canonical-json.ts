/**
 * A value as JSON with sorted keys and no white space (RFC 8785): equal values have equal bytes. Numbers and strings are written as by
 * `JSON.stringify`, which that RFC adopts; values unknown to JSON are treated as `JSON.stringify` treats them.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON())
  let members = ''
  // Compares UTF-16 code units, as the RFC requires.
  for (const [key, member] of Object.entries(value).toSorted(byKey))
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`
  return `{${members}}`
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)
