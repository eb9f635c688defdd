import { generateNKeysBetween } from 'fractional-indexing'
import type { BoardEntry, CardEntry, Entry, ListEntry, Source } from '../formats/entries.ts'
import { brokenFile } from '../formats/json-parts.ts'
import { edgesOnCycles } from './cycles.ts'

/**
 * Facts about the whole file that an import needs before it writes: the file is read once to its end, which also shows whether it is
 * complete.
 */
export type ImportPlan = {
  board: BoardEntry
  total: number
  /** The ranks of lists, by their reference in the file. */
  lists: ReadonlyMap<string, string>
  cards: ReadonlyMap<string, Place>
  lastNumber: number
  /** Relations that would close a circle, by their place among the relations. */
  circles: ReadonlySet<number>
}
type Place = { rank: string; number: number }

const [mostCards, mostLists] = [100_000, 1_000]

/** Reads the file once to plan the order of its lists and cards. Throws BrokenFile. */
export async function planImport(source: Source, signal: AbortSignal): Promise<ImportPlan> {
  const lists: Ordered[] = []
  const cards: (Ordered & { within: string; number: number | null })[] = []
  const relations: RelationEntry[] = []
  const isWritten = createFirstOf(lists)
  let board: BoardEntry | undefined
  let total = 0
  for await (const entry of source.read(() => {})) {
    signal.throwIfAborted()
    total += 1
    if (entry.what === 'board') board = entry
    else if (entry.what === 'list') lists.push(orderedOf(entry))
    else if (entry.what === 'card' && isWritten(entry)) cards.push({ ...orderedOf(entry), within: entry.listRef, number: entry.number })
    else if (entry.what === 'relation') relations.push(entry)
    if (cards.length > mostCards) throw brokenFile('tooManyCards', { count: mostCards })
    if (lists.length > mostLists) throw brokenFile('tooManyLists', { count: mostLists })
  }
  if (!board) throw brokenFile('noBoard')
  const numbers = numbersFor(cards)
  const ranks = new Map([...Map.groupBy(cards, (card) => card.within).values()].flatMap((within) => [...ranksOf(within)]))
  const places = cards.map(({ ref }) => [ref, { rank: ranks.get(ref) ?? '', number: numbers.get(ref) ?? 0 }] as const)
  const lastNumber = greatestOf(numbers.values())
  return { board, total, lists: ranksOf(lists), cards: new Map(places), lastNumber, circles: circlesIn(relations) }
}

/** A repeated card is not written again (pages.ts), so its first position counts. */
function createFirstOf(lists: readonly Ordered[]) {
  const [listRefs, cardRefs] = [new Set<string>(), new Set<string>()]
  return ({ ref, listRef }: CardEntry): boolean => {
    // Lists come before all cards.
    if (listRefs.size === 0) for (const list of lists) listRefs.add(list.ref)
    if (cardRefs.has(ref) || !listRefs.has(listRef)) return false
    cardRefs.add(ref)
    return true
  }
}

type RelationEntry = Extract<Entry, { what: 'relation' }>

function circlesIn(relations: readonly RelationEntry[]): Set<number> {
  const edges = relations.map(({ cardRef, otherRef, kind }, at) => ({ from: cardRef, to: otherRef, kind, at }))
  const ofKind = (kind: RelationEntry['kind']) => edgesOnCycles(edges.filter((edge) => edge.kind === kind))
  return new Set([...ofKind('blocks'), ...ofKind('parent')].map(({ at }) => at))
}

type Ordered = { ref: string; order: string | number }

const orderedOf = ({ ref, order }: ListEntry | CardEntry): Ordered => ({ ref, order })

function ranksOf(things: readonly Ordered[]): Map<string, string> {
  const inOrder = things.toSorted((a, b) => (a.order === b.order ? 0 : a.order < b.order ? -1 : 1))
  const ranks = generateNKeysBetween(null, null, inOrder.length)
  return new Map(inOrder.map(({ ref }, at) => [ref, ranks[at] ?? '']))
}

const greatestNumber = 100_000_000

/** The number that a card had, unless another one has it. */
function numbersFor(cards: readonly { ref: string; number: number | null }[]): Map<string, number> {
  const taken = new Map<number, string>()
  for (const { ref, number } of cards)
    if (number !== null && Number.isInteger(number) && number >= 1 && number <= greatestNumber && !taken.has(number)) taken.set(number, ref)
  const numbers = new Map([...taken].map(([number, ref]) => [ref, number]))
  let next = greatestOf(taken.keys())
  for (const { ref } of cards) if (!numbers.has(ref)) numbers.set(ref, ++next)
  return numbers
}

/** There may be too many of them for the arguments of Math.max. */
function greatestOf(numbers: Iterable<number>): number {
  let greatest = 0
  for (const number of numbers) if (number > greatest) greatest = number
  return greatest
}
