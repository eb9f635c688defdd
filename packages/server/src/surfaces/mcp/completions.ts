import { boardsOf } from './resources.ts'
import type { Visit } from './visit.ts'

const most = 100

/** What an argument of a prompt or a part of an address may be, from what has been typed of it. */
export async function complete(visit: Visit, argument: { name: string; value: string }): Promise<string[]> {
  const typed = argument.value.trim().toUpperCase()
  const choices = Object.hasOwn(sources, argument.name) ? await sources[argument.name]?.(visit, typed) : undefined
  return (choices ?? []).filter((choice) => choice.toUpperCase().startsWith(typed)).slice(0, most)
}

const sources: Record<string, (visit: Visit, typed: string) => Promise<string[]>> = {
  key: cardKeys,
  board: prefixes,
  boardId: prefixes,
  sessionId: async (visit) => (await visit.ask('session.mine', { limit: most })).map(({ sessionId }) => sessionId),
}

async function prefixes(visit: Visit): Promise<string[]> {
  return (await boardsOf(visit)).map(({ keyPrefix }) => keyPrefix)
}

/** The caller's own cards; once a board is typed, those of the board. */
async function cardKeys(visit: Visit, typed: string): Promise<string[]> {
  const [prefix = ''] = typed.split('-')
  const board = typed.includes('-') ? (await boardsOf(visit)).find(({ keyPrefix }) => keyPrefix === prefix) : undefined
  const tree = board && (await visit.ask('board.tree', { boardId: board.id }))
  if (tree) return tree.lists.flatMap(({ cards }) => cards.map(({ key }) => key))
  const { assigned, delegated_to_me } = await visit.ask('me.work', { limit: most })
  return [...new Set([...assigned, ...delegated_to_me].map(({ key }) => key))]
}
