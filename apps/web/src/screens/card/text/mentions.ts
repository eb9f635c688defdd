import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../../api/queries.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { useOpenCard } from '../card-context.ts'

export type Mentionable = BoardModel['members'][number]

/** The mention that is being typed: its `@` and the text up to the caret. */
export const begunMention = /(?<![\w\p{Lu}\p{Ll}@.+/-])@([\p{L}\p{N}-]{0,38})$/u

const most = 8

/**
 * People and agents of the board whose handle or name has a word that begins with the query. Agents that cannot be mentioned are left out.
 */
export function useMentionable(): (query: string) => Mentionable[] {
  const { board } = useOpenCard()
  const members = useQuery(membersQuery(board.id)).data ?? []
  const silent = new Set(members.filter((member) => member.capabilities?.mentionable === false).map((member) => member.actorId))
  return (query) => {
    const wanted = query.toLowerCase()
    const fits = (one: Mentionable) => [one.handle, ...one.name.split(/\s+/)].some((word) => word.toLowerCase().startsWith(wanted))
    return board.members
      .filter((one) => !silent.has(one.actorId) && fits(one))
      .sort((one, other) => one.name.localeCompare(other.name))
      .slice(0, most)
  }
}

/** `@handle` at a word start, as the service reads it. */
const mention = /(?<![\w\p{Lu}\p{Ll}@.+/-])@([a-z0-9][a-z0-9-]{0,38})(?![\w\p{Lu}\p{Ll}@])/giu
/** `ENG-12`: in capitals only, because otherwise every `utf-8` would be one. */
const key = /(?<![\w/.@-])([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,8})(?![\w-])/g

export type Known = { handles: ReadonlySet<string>; prefixes: ReadonlySet<string> }
export type Piece = { text: string } | { handle: string } | { key: string }

/** Splits a text into plain text, mentions and card keys. Hyphens behind a handle may belong to the sentence. */
export function piecesOf(text: string, { handles, prefixes }: Known): Piece[] {
  const found: { start: number; end: number; piece: Piece }[] = []
  for (const match of text.matchAll(mention)) {
    let handle = (match[1] ?? '').toLowerCase()
    while (!handles.has(handle) && handle.endsWith('-')) handle = handle.slice(0, -1)
    if (handles.has(handle)) found.push({ start: match.index, end: match.index + 1 + handle.length, piece: { handle } })
  }
  for (const match of text.matchAll(key)) {
    const [whole, prefix = ''] = match
    if (prefixes.has(prefix)) found.push({ start: match.index, end: match.index + whole.length, piece: { key: whole } })
  }
  return cut(
    text,
    found.sort((one, other) => one.start - other.start),
  )
}

function cut(text: string, found: readonly { start: number; end: number; piece: Piece }[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { start, end, piece } of found) {
    if (start > from) pieces.push({ text: text.slice(from, start) })
    pieces.push(piece)
    from = end
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}
