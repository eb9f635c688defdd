import type { RequestContext } from '../request-context.ts'
import { boardsOf } from './resources.ts'

const most = 100

/** Completes an argument of a prompt or a part of a resource address, from its first characters. */
export async function complete(context: RequestContext, argument: { name: string; value: string }): Promise<string[]> {
  const typed = argument.value.trim().toUpperCase()
  const choices = Object.hasOwn(sources, argument.name) ? await sources[argument.name]?.(context, typed) : undefined
  return (choices ?? []).filter((choice) => choice.toUpperCase().startsWith(typed)).slice(0, most)
}

const sources: Record<string, (context: RequestContext, typed: string) => Promise<string[]>> = {
  key: cardKeys,
  board: prefixes,
  boardId: prefixes,
  sessionId: async (context) => (await context.ask('session.mine', { limit: most })).map(({ sessionId }) => sessionId),
}

async function prefixes(context: RequestContext): Promise<string[]> {
  return (await boardsOf(context)).map(({ keyPrefix }) => keyPrefix)
}

/** The caller's own cards; once a board is typed, those of the board. */
async function cardKeys(context: RequestContext, typed: string): Promise<string[]> {
  const [prefix = ''] = typed.split('-')
  const board = typed.includes('-') ? (await boardsOf(context)).find(({ keyPrefix }) => keyPrefix === prefix) : undefined
  const tree = board && (await context.ask('board.tree', { boardId: board.id }))
  if (tree) return tree.lists.flatMap(({ cards }) => cards.map(({ key }) => key))
  const { assigned, delegated_to_me } = await context.ask('me.work', { limit: most })
  return [...new Set([...assigned, ...delegated_to_me].map(({ key }) => key))]
}
