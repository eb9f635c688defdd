import type { Client } from '@tandem/client'
import { catalogue, type InputOf, type Session } from '@tandem/contract'
import { InvalidArgumentError } from 'commander'

/** The wanted cards, in the terms of the search for cards. */
export type CardFilter = InputOf<'search.cards'>

const input = catalogue['search.cards'].input
const kept: ReadonlySet<string> = new Set(['limit', 'cursor', 'sort'])
const words = Object.keys(input.shape).filter((word) => !kept.has(word))
const flags: ReadonlySet<string> = new Set(['everyLabel', 'completed', 'blocked', 'archived'])
const pageSize = 200

/** `label=bug&priority=high&priority=urgent`, as the query of `GET /api/search/cards`. Throws InvalidArgumentError. */
export function readFilter(text: string): CardFilter {
  const given = new URLSearchParams(text)
  const conditions: Record<string, unknown> = {}
  for (const word of new Set(given.keys())) {
    const [name = '', fieldId] = word.split('.')
    if (!words.includes(name)) throw new InvalidArgumentError(`Unknown condition ${word}. Use one of ${words.join(', ')}.`)
    const values = given.getAll(word)
    const value = values.length > 1 ? values : flags.has(name) ? values[0] === 'true' : values[0]
    conditions[name] = fieldId === undefined ? value : { ...(conditions[name] as object | undefined), [fieldId]: value }
  }
  const parsed = input.safeParse(conditions)
  if (parsed.success) {
    const { limit: _, ...filter } = parsed.data
    return filter
  }
  const [issue] = parsed.error.issues
  throw new InvalidArgumentError(`${issue?.path.join('.')}: ${issue?.message}. Use conditions such as label=bug&priority=high.`)
}

/** The sessions whose card matches the filter. */
export async function onWantedCards(client: Client, sessions: readonly Session[], filter: CardFilter | undefined): Promise<Session[]> {
  if (!filter || sessions.length === 0) return [...sessions]
  const boards = [...new Set(sessions.map(({ boardId }) => boardId))].filter(
    (id) => !filter.boardId || [filter.boardId].flat().includes(id),
  )
  const asked = new Set(sessions.map(({ cardId }) => cardId))
  const wanted = new Set<string>()
  for (const boardId of boards) {
    for await (const page of client.pages('search.cards', { ...filter, boardId, limit: pageSize }))
      for (const { id } of page) if (asked.has(id)) wanted.add(id)
  }
  return sessions.filter(({ cardId }) => wanted.has(cardId))
}
