import type { Activity } from '@tandem/contract'

type Family = string

/** What, besides the board itself, an activity makes out of date: keys of queries. Of these only what is on the screen is read anew. */
export function staleAfter({ verb, boardId, cardId, payload }: Activity): string[][] {
  const family: Family = verb.slice(0, verb.indexOf('.'))
  const keys = cardId === null ? [] : ['card', 'card-sessions', 'children', 'history', 'older-comments'].map((what) => [what, cardId])
  const described = cardId !== null && verb === 'card.updated' && typeof payload.description === 'string' ? [['versions', cardId]] : []
  const settled = verb === 'agent_session.answered' ? [['inbox']] : []
  return [...keys, ...described, ['log', boardId], ['insights', boardId], ...settled, ...(byFamily[family]?.(boardId, payload) ?? [])]
}

const byFamily: Record<Family, (boardId: string, payload: Record<string, unknown>) => string[][]> = {
  board: (boardId) => [['boards'], ['outline', boardId], ['views', boardId], ['board-usage', boardId]],
  list: (boardId) => [
    ['outline', boardId],
    ['archive', boardId],
  ],
  label: (boardId) => [['outline', boardId]],
  field: (boardId) => [['outline', boardId]],
  // A relation is told of one of its two cards.
  card: (boardId, { otherCardId }) => [['work'], ['archive', boardId], ...(typeof otherCardId === 'string' ? [['card', otherCardId]] : [])],
  member: (boardId) => [
    ['agents'],
    ['members', boardId],
    ['boards'],
    ['outline', boardId],
    ['invitations', boardId],
    ['member-requests', boardId],
  ],
  actor: (boardId) => [['agents'], ['members', boardId]],
  agent_session: (boardId, payload) => [['trail', String(payload.sessionId)], ['children'], ['work'], ['agents'], ['board-usage', boardId]],
  rule: (boardId, payload) => [
    ['rules', boardId],
    ['runs', String(payload.ruleId)],
  ],
  webhook: (boardId, payload) => [
    ['webhooks', boardId],
    ['deliveries', String(payload.webhookId)],
  ],
  integration: (boardId) => [
    ['integrations', boardId],
    ['webhooks', boardId],
  ],
}
