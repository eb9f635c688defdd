import type { CardSummary } from '@tandem/contract'
import { type Piece, type Zip, zipOnThreads, zipSync } from '../../../kernel/common/concatenated-gzip.ts'

/** Adjacent cards of a list, compressed. `cards` has one entry per card: its id, and the length of its text in UTF-16 code units. */
export type Chunk = { readonly firstRank: string; readonly cards: Buffer; readonly piece: Piece }
/** The chunks of each list in order. No chunk is empty. */
export type Chunks = ReadonlyMap<string, readonly Chunk[]>

/** A change costs one or two chunks. With 32 a board is a tenth larger than with 64, and a change costs half. */
const cardsOfChunk = 32
const mostCards = 2 * cardsOfChunk
/** Up to this many chunks are compressed synchronously, more of them on zlib's threads. */
const fewChunks = 8
const idBytes = 16
const entryBytes = idBytes + 4

/** The number of cards. */
export const cardsIn = (chunks: Chunks): number =>
  [...chunks.values()].flat().reduce((sum, { cards }) => sum + cards.length / entryBytes, 0)

/** Without `rank`, which a card from a chunk lacks, the text is parsed for it. */
type Card = { id: Buffer; text: string; rank?: string }

/** Splits the cards of one list, given in order, into chunks. */
export const chunksOf = (cards: readonly CardSummary[]): Promise<Chunk[]> => split(cards.map(asText), zipOnThreads)

const asText = (card: CardSummary): Card => ({ id: idOf(card.id), text: JSON.stringify(card), rank: card.rank })
const idOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
/** A string, because a set compares buffers by identity. */
const keyOf = (id: Buffer): string => id.toString('latin1')
const rankOf = ({ text, rank }: Card): string => rank ?? JSON.parse(text).rank

async function split(cards: readonly Card[], zip: Zip): Promise<Chunk[]> {
  const parts: Promise<Chunk>[] = []
  for (let at = 0; at < cards.length; at += cardsOfChunk) parts.push(chunkOf(cards.slice(at, at + cardsOfChunk), zip))
  return Promise.all(parts)
}

async function chunkOf(cards: readonly Card[], zip: Zip): Promise<Chunk> {
  const entries = Buffer.allocUnsafeSlow(cards.length * entryBytes)
  for (const [at, { id, text }] of cards.entries()) {
    id.copy(entries, at * entryBytes)
    entries.writeUInt32LE(text.length, at * entryBytes + idBytes)
  }
  const [first] = cards
  return { firstRank: first ? rankOf(first) : '', cards: entries, piece: await zip.pieceOf(cards.map(({ text }) => text).join()) }
}

/** Without the cards `gone`, which include the changed ones wherever they were, and with `changed` in their places. */
export async function withChanged(chunks: Chunks, gone: ReadonlySet<string>, changed: readonly CardSummary[]): Promise<Chunks> {
  const goneIds = [...gone].map(idOf)
  const goneKeys = new Set(goneIds.map(keyOf))
  const changedIn = Map.groupBy(changed, ({ listId }) => listId)
  const lists = [...new Set([...chunks.keys(), ...changedIn.keys()])].map((listId) => {
    const old = chunks.get(listId) ?? []
    const added = Map.groupBy(changedIn.get(listId) ?? [], ({ rank }) => placeOf(old, rank))
    return { listId, old, added, touched: touchedChunks(old, added, goneIds) }
  })
  // Many new cards at one place make many chunks of one.
  const most = lists.reduce((sum, { touched }) => sum + touched.size, changed.length / cardsOfChunk)
  const zip = most > fewChunks ? zipOnThreads : zipSync
  const next = new Map(chunks)
  for (const { listId, old, added, touched } of lists) {
    if (touched.size === 0) continue
    const parts = await Promise.all(
      [...touched].map(async (at) => [at, await rebuilt(old[at], added.get(at) ?? [], { goneKeys, zip })] as const),
    )
    const rebuiltAt = new Map(parts)
    // An empty list has no old chunk to replace.
    next.set(listId, old.length === 0 ? (rebuiltAt.get(0) ?? []) : old.flatMap((chunk, at) => rebuiltAt.get(at) ?? [chunk]))
  }
  return next
}

function touchedChunks(chunks: readonly Chunk[], added: ReadonlyMap<number, unknown>, goneIds: readonly Buffer[]): Set<number> {
  const touched = new Set(added.keys())
  for (const [at, chunk] of chunks.entries()) if (goneIds.some((id) => holds(chunk, id))) touched.add(at)
  return touched
}

type Rebuild = { goneKeys: ReadonlySet<string>; zip: Zip }

async function rebuilt(chunk: Chunk | undefined, added: readonly CardSummary[], { goneKeys, zip }: Rebuild): Promise<Chunk[]> {
  const cards = chunk ? (await cardsOf(chunk, zip)).filter(({ id }) => !goneKeys.has(keyOf(id))) : []
  for (const card of added.map(asText)) cards.splice(placeAmong(cards, rankOf(card)), 0, card)
  return cards.length > mostCards || cards.length === 0 ? split(cards, zip) : [await chunkOf(cards, zip)]
}

async function cardsOf({ cards, piece }: Chunk, zip: Zip): Promise<Card[]> {
  const text = await zip.textOf(piece)
  const found: Card[] = []
  for (let [at, from] = [0, 0]; at < cards.length; at += entryBytes) {
    const length = cards.readUInt32LE(at + idBytes)
    found.push({ id: cards.subarray(at, at + idBytes), text: text.slice(from, from + length) })
    from += length + 1
  }
  return found
}

/** The number of cards that are ranked before `rank`. Ranks are ASCII, which PostgreSQL also orders by bytes. */
function placeAmong(cards: readonly Card[], rank: string): number {
  let [from, to] = [0, cards.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const card = cards[middle]
    if (card && rankOf(card) < rank) from = middle + 1
    else to = middle
  }
  return from
}

/** The last chunk that begins at the rank or before it, else the first. */
function placeOf(chunks: readonly Chunk[], rank: string): number {
  return Math.max(
    0,
    chunks.findLastIndex(({ firstRank }) => firstRank <= rank),
  )
}

function holds({ cards }: Chunk, id: Buffer): boolean {
  for (let at = cards.indexOf(id); at !== -1; at = cards.indexOf(id, at + 1)) if (at % entryBytes === 0) return true
  return false
}
