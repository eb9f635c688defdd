/** An answer that a client takes whole: beyond this the longest texts and lists in it are shortened, and it says so. */
const mostCharacters = 40_000
const [shortText, shortList] = [1_000, 3]
const hint =
  'This was too long: texts end in […] and lists are cut. Request less, page with limit, or read the resource card://KEY for all.'
/** The limit minus the length of the hint itself. */
const room = mostCharacters - JSON.stringify({ truncated: true, hint }).length

type Place = { holder: Record<string, unknown> | unknown[]; key: string | number; size: number }
type Measure = (value: unknown, key: string) => number

export function fit(data: Record<string, unknown>): Record<string, unknown> {
  let length = JSON.stringify(data).length
  if (length <= mostCharacters) return data
  const shortened = structuredClone(data)
  while (length > room) {
    const place = heaviest(shortened, sizeOf) ?? heaviest(shortened, sizeOfForeign)
    if (!place) break
    halve(place)
    length = JSON.stringify(shortened).length
  }
  return { ...shortened, truncated: true, hint }
}

/** The longest text or list that can still be shortened. */
function heaviest(root: Record<string, unknown>, measure: Measure): Place | undefined {
  let found: Place | undefined
  const open: (Record<string, unknown> | unknown[])[] = [root]
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      const size = measure(value, key)
      if (size > (found?.size ?? 0)) found = { holder, key, size }
      if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>)
    }
  }
  return found
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length > shortText ? value.length : 0
  return Array.isArray(value) && value.length > shortList ? JSON.stringify(value).length / 2 : 0
}

/** A log of an agent may have any shape, such as a thousand small values: it is cut as text. */
function sizeOfForeign(value: unknown, key: string): number {
  if ((key !== 'payload' && key !== 'body') || typeof value !== 'object' || value === null) return 0
  const { length } = JSON.stringify(value)
  return length > shortText ? length : 0
}

function halve({ holder, key }: Place): void {
  const record = holder as Record<string | number, unknown>
  const value = record[key]
  if (Array.isArray(value)) record[key] = value.slice(0, Math.ceil(value.length / 2))
  else record[key] = cut(typeof value === 'string' ? value : JSON.stringify(value))
}

const cut = (text: string): string => `${text.slice(0, text.length / 2).toWellFormed()}[…]`
