/** A shorter name with one wrong letter is another word as often as not: SORT and POST are not PORT. */
const shortName = 8
/** One slip of the fingers, or two in a long name. */
const slipsIn = (name: string): number => (name.length < 12 ? 1 : 2)

/**
 * Variables that are set and nearly have the name of a setting: probably mistyped. Not so when the right one is set as well: then the other
 * belongs to another program.
 */
export function mistypedNames(given: readonly string[], known: readonly string[]): { name: string; meant: string }[] {
  const free = known.filter((name) => !given.includes(name))
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = free.find((one) => isNear(name.toUpperCase(), one))
      return meant === undefined ? [] : [{ name, meant }]
    })
}

/** Whether a short name differs by two swapped letters, or by one too many or missing, after the first letter. */
function isNear(name: string, known: string): boolean {
  if (known.length >= shortName) return slips(name, known) <= slipsIn(known)
  if (name[0] !== known[0] && name !== swappedAtFront(known)) return false
  const isSameLetters = sortedLetters(name) === sortedLetters(known)
  return (isSameLetters || name.length !== known.length) && slips(name, known) === 1
}

const sortedLetters = (name: string): string => name.split('').toSorted().join('')

const swappedAtFront = (name: string): string => `${name[1]}${name[0]}${name.slice(2)}`

/** How many letters are wrong, missing, too many, or swapped with the next one. */
function slips(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Infinity
  let [before, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= from.length; row++) {
    const now = [row]
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[row - 1] === to[at - 1]
      const isSwapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      const ways = [(last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1)]
      now.push(Math.min(...ways, isSwapped ? (before[at - 2] ?? 0) + 1 : Infinity))
    }
    ;[before, last] = [last, now]
  }
  return last[to.length] ?? Infinity
}
