import type { Activity } from '@tandem/contract'

type Family = string

/** The keys of the queries, besides the board itself, that an activity makes stale. Only those on the screen are read again. */
export function staleAfter({ verb, boardId, cardId, payload }: Activity): string[][] {
  const family: Family = verb.slice(0, verb.indexOf('.'))
  const keys = cardId === null ? [] : ['card', 'card-sessions', 'children', 'history', 'older-comments'].map((what) => [what, cardId])
  const described = cardId !== null && verb === 'card.updated' && typeof payload.description === 'string' ? [['versions', cardId]] : []
  const settled = verb === 'agent_session.answered' ? [['inbox']] : []
  return [
    ...keys,
    ...described,
    ['board-summaries'],
    ['log', boardId],
    ['insights', boardId],
    ...settled,
    ...(byFamily[family]?.(boardId, payload) ?? []),
  ]
}

const byFamily: Record<Family, (boardId: string, payload: Record<string, unknown>) => string[][]> = {
  board: (boardId) => [['boards'], ['favourites'], ['outline', boardId], ['views', boardId], ['board-usage', boardId]],
  list: (boardId) => [
    ['outline', boardId],
    ['archive', boardId],
  ],
  label: (boardId) => [['outline', boardId]],
  field: (boardId) => [['outline', boardId]],
  // The activity of a relation has only one of its two cards.
  card: (boardId, { otherCardId, fieldId }) => [
    ['work'],
    ['archive', boardId],
    ...(typeof fieldId === 'string' ? [['field-values', boardId, fieldId]] : []),
    ...(typeof otherCardId === 'string' ? [['card', otherCardId]] : []),
  ],
  member: (boardId) => [
    ['agents'],
    ['members', boardId],
    ['boards'],
    ['favourites'],
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
