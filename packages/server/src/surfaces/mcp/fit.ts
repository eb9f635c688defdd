/** An answer that a client takes whole: beyond this the longest texts and lists in it are shortened, and it says so. */
const mostCharacters = 40_000
const [shortText, shortList] = [1_000, 3]

type Place = { holder: Record<string, unknown> | unknown[]; key: string | number; size: number }

export function fit(data: Record<string, unknown>): Record<string, unknown> {
  let length = JSON.stringify(data).length
  if (length <= mostCharacters) return data
  const shortened = structuredClone(data)
  while (length > mostCharacters) {
    const place = heaviest(shortened)
    if (!place) break
    halve(place)
    length = JSON.stringify(shortened).length
  }
  const hint =
    'This was too long: texts end in […] and lists are cut. Ask for less, page with limit, or read the resource card://KEY for all.'
  return { ...shortened, truncated: true, hint }
}

/** The longest text or list that can still be shortened. */
function heaviest(root: Record<string, unknown>): Place | undefined {
  let found: Place | undefined
  const open: (Record<string, unknown> | unknown[])[] = [root]
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      const size = sizeOf(value)
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

function halve({ holder, key }: Place): void {
  const record = holder as Record<string | number, unknown>
  const value = record[key]
  record[key] =
    typeof value === 'string'
      ? `${value.slice(0, value.length / 2).toWellFormed()}[…]`
      : (value as unknown[]).slice(0, Math.ceil((value as unknown[]).length / 2))
}
