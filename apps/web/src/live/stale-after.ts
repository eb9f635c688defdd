import type { Activity } from '@tandem/contract'

type Family = string

/** What, besides the board itself, an activity makes out of date: keys of queries. Of these only what is on the screen is read anew. */
export function staleAfter({ verb, boardId, cardId, payload }: Activity): string[][] {
  const family: Family = verb.slice(0, verb.indexOf('.'))
  const keys = cardId === null ? [] : [['card', cardId]]
  return [...keys, ...(byFamily[family]?.(boardId, payload) ?? [])]
}

const byFamily: Record<Family, (boardId: string, payload: Record<string, unknown>) => string[][]> = {
  board: () => [['boards']],
  member: (boardId) => [['members', boardId], ['boards']],
  actor: (boardId) => [['members', boardId]],
  agent_session: (_, payload) => [['trail', String(payload.sessionId)]],
}
