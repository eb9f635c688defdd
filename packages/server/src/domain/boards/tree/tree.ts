import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../kernel/common/clock.ts'
import { type Piece, zipSync } from '../../../kernel/common/concatenated-gzip.ts'
import { cardSummaryOf, type SummaryRow } from '../../cards/summary.ts'
import { pagesOfCards } from './card-rows.ts'
import { type Chunk, type Chunks, chunksOf } from './chunk.ts'
import { type Frame, headOf, listHeadOf, readFrame } from './frame.ts'

/** The whole board, read in one snapshot. Specification: service §2, decisions §3. */
export type Tree = {
  readonly frame: Frame
  readonly chunks: Chunks
  /** When the working session on a card turns, or has turned, stale unless it reports. Milliseconds by card. */
  readonly staleAt: ReadonlyMap<string, number>
  /** What the texts of `chunks` say of stale sessions is as of then. */
  readonly atMs: number
  /** When all of it was read. */
  readonly builtAtMs: number
  /** All of it in the order of the answer. */
  readonly pieces: readonly Piece[]
  /** Those between the chunks, by their text. */
  readonly gaps: ReadonlyMap<string, Piece>
}

export type TreeDeps = { database: Database; clock: Clock; staleAfterMs: number }

/** Cards that are read and serialised at once: other requests wait no longer than for one page. */
const pageSize = 1_000

export async function buildTree({ database, clock, staleAfterMs }: TreeDeps, boardId: string, archived: boolean): Promise<Tree> {
  const atMs = clock.now()
  const read = await database.snapshot(async (reader) => {
    const frame = await readFrame(reader, boardId, archived)
    const context = contextOf(frame, { atMs, staleAfterMs })
    const chunks = new Map<string, Chunk[]>()
    const staleAt = new Map<string, number>()
    for await (const page of pagesOfCards(reader, { boardId, archived, pageSize })) {
      for (const row of page) noteStaleness(staleAt, row, staleAfterMs)
      const summaries = page.map((row) => cardSummaryOf(row, context))
      for (const [listId, cards] of Map.groupBy(summaries, (card) => card.listId)) {
        chunks.set(listId, [...(chunks.get(listId) ?? []), ...(await chunksOf(cards))])
      }
    }
    return { frame, chunks, staleAt, atMs, builtAtMs: atMs }
  })
  return assembled(read)
}

export const contextOf = ({ board }: Frame, { atMs, staleAfterMs }: { atMs: number; staleAfterMs: number }) => ({
  keyPrefix: board.keyPrefix,
  now: new Date(atMs).toISOString(),
  staleAfterMs,
})

export function noteStaleness(staleAt: Map<string, number>, row: SummaryRow, staleAfterMs: number): void {
  staleAt.delete(row.id)
  if (row.sessionState !== 'working' || row.sessionLastEventAt === null || row.sessionLeaseExpiresAt !== null) return
  staleAt.set(row.id, Date.parse(row.sessionLastEventAt) + staleAfterMs)
}

/** The cards whose sessions have turned stale between two times. */
export const turnedStale = ({ staleAt, atMs }: Pick<Tree, 'staleAt' | 'atMs'>, untilMs: number): string[] =>
  [...staleAt].filter(([, turnsMs]) => turnsMs > atMs && turnsMs <= untilMs).map(([cardId]) => cardId)

/** `known` has pieces of an older tree: the heads of lists seldom change. */
export function assembled(of: Omit<Tree, 'pieces' | 'gaps'>, known: Tree['gaps'] = new Map()): Tree {
  const { frame, chunks } = of
  const pieces: Piece[] = []
  const gaps = new Map<string, Piece>()
  const add = (text: string) => {
    const piece = known.get(text) ?? gaps.get(text) ?? zipSync.pieceOf(text)
    gaps.set(text, piece)
    pieces.push(piece)
  }
  const [before, seq, after] = aroundSeq(opened(headOf(frame), 'lists'))
  add(before)
  add(seq)
  let text = `${after}[`
  for (const [at, list] of frame.lists.entries()) {
    text += `${at === 0 ? '' : ','}${opened(listHeadOf(list), 'cards')}[`
    for (const [place, { piece }] of (chunks.get(list.id) ?? []).entries()) {
      add(place === 0 ? text : ',')
      pieces.push(piece)
      text = ''
    }
    text += ']}'
  }
  add(`${text}]}`)
  return { ...of, pieces, gaps }
}

/**
 * The number changes with each activity, and the rest of a board's head seldom, which may be long. In the texts before it, quotation marks are
 * escaped, so none is taken for the name of the member.
 */
function aroundSeq(head: string): [string, string, string] {
  const from = head.indexOf('"seq":') + '"seq":'.length
  const to = head.indexOf(',', from)
  return [head.slice(0, from), head.slice(from, to), head.slice(to)]
}

/** The JSON text of an object that is not empty, up to the value of one more member. */
const opened = (of: object, member: string): string => `${JSON.stringify(of).slice(0, -1)},"${member}":`
