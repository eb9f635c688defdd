import type { CardSummary } from '@tandem/contract'
import { type Piece, pieceOf, textOf } from '../../../kernel/common/concatenated-gzip.ts'

/** Some cards of a list that are next to each other, compressed. `ids` has 16 bytes for each. */
export type Chunk = { readonly firstRank: string; readonly ids: Buffer; readonly piece: Piece }
/** The chunks of each list in order. No chunk is empty. */
export type Chunks = ReadonlyMap<string, readonly Chunk[]>

/** A change costs one or two chunks. With 32 a board is a tenth larger than with 64, and a change costs half. */
const cardsOfChunk = 32
const mostCards = 2 * cardsOfChunk
const idBytes = 16

/** The number of cards. */
export const cardsIn = (chunks: Chunks): number => [...chunks.values()].flat().reduce((sum, { ids }) => sum + ids.length / idBytes, 0)

/** Of cards of one list in order. */
export async function chunksOf(cards: readonly CardSummary[]): Promise<Chunk[]> {
  const parts: Promise<Chunk>[] = []
  for (let at = 0; at < cards.length; at += cardsOfChunk) parts.push(chunkOf(cards.slice(at, at + cardsOfChunk)))
  return Promise.all(parts)
}

async function chunkOf(cards: readonly CardSummary[]): Promise<Chunk> {
  const piece = await pieceOf(cards.map((card) => JSON.stringify(card)).join())
  return { firstRank: cards[0]?.rank ?? '', ids: Buffer.concat(cards.map(({ id }) => idOf(id))), piece }
}

const idOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** Without the cards `gone`, which include the changed ones wherever they were, and with `changed` in their places. */
export async function withChanged(chunks: Chunks, gone: ReadonlySet<string>, changed: readonly CardSummary[]): Promise<Chunks> {
  const goneIds = [...gone].map(idOf)
  const changedIn = Map.groupBy(changed, ({ listId }) => listId)
  const next = new Map(chunks)
  for (const listId of new Set([...chunks.keys(), ...changedIn.keys()])) {
    const kept = await listWithChanged(chunks.get(listId) ?? [], { gone, goneIds, changed: changedIn.get(listId) ?? [] })
    next.set(listId, kept)
  }
  return next
}

type Change = { gone: ReadonlySet<string>; goneIds: readonly Buffer[]; changed: readonly CardSummary[] }

async function listWithChanged(chunks: readonly Chunk[], { gone, goneIds, changed }: Change): Promise<readonly Chunk[]> {
  const added = Map.groupBy(changed, ({ rank }) => placeOf(chunks, rank))
  const touched = (chunk: Chunk, at: number) => added.has(at) || goneIds.some((id) => holds(chunk, id))
  if (changed.length === 0 && !chunks.some(touched)) return chunks
  if (chunks.length === 0) return chunksOf(changed.toSorted(byRank))
  const parts = await Promise.all(
    chunks.map(async (chunk, at) => {
      if (!touched(chunk, at)) return [chunk]
      const stay = (await cardsOf(chunk)).filter(({ id }) => !gone.has(id))
      const cards = [...stay, ...(added.get(at) ?? [])].toSorted(byRank)
      return cards.length > mostCards || cards.length === 0 ? chunksOf(cards) : [await chunkOf(cards)]
    }),
  )
  return parts.flat()
}

const cardsOf = async ({ piece }: Chunk): Promise<CardSummary[]> => JSON.parse(`[${await textOf(piece)}]`)

/** Ranks are ASCII, which PostgreSQL orders by bytes too. */
const byRank = (a: CardSummary, b: CardSummary): number => (a.rank < b.rank ? -1 : 1)

/** The last chunk that begins at the rank or before it, else the first. */
function placeOf(chunks: readonly Chunk[], rank: string): number {
  return Math.max(
    0,
    chunks.findLastIndex(({ firstRank }) => firstRank <= rank),
  )
}

function holds({ ids }: Chunk, id: Buffer): boolean {
  for (let at = ids.indexOf(id); at !== -1; at = ids.indexOf(id, at + 1)) if (at % idBytes === 0) return true
  return false
}
