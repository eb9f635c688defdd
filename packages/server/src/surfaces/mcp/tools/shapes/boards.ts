import type { Activity, Board, BoardTree, Notification, TextAuthor } from '@tandem/contract'
import { truncate } from '../../../../kernel/common/truncate.ts'
import type { NameDirectory } from '../../name-directory.ts'
import { cardLine } from './cards.ts'
import { trimmed } from './trimmed.ts'

/** Boards, their log and the inbox as agents read them. */
export const boardLine = ({ id, keyPrefix, name, description, role, archivedAt }: Board) =>
  trimmed({ id, keyPrefix, name, description: truncate(description, 200), role, archivedAt })

export const boardShape = ({ version, agentGuidance, description, ...board }: Board) => ({
  ...boardLine({ ...board, version, agentGuidance, description }),
  ...trimmed({ description, agentGuidance, maxAgentSessions: board.maxAgentSessions, completeParents: board.completeParents }),
  version,
})

export function treeShape(tree: BoardTree, directory: NameDirectory, cardsPerList: number) {
  const { id, keyPrefix, name, description, agentGuidance, archivedAt } = tree
  const agentsPaused = tree.agentsPaused && { ...tree.agentsPaused, by: directory.who(tree.agentsPaused.by).handle }
  return {
    board: trimmed({ id, keyPrefix, name, description, agentGuidance, agentsPaused, archivedAt }),
    lists: tree.lists.map((list) => ({
      ...trimmed({
        id: list.id,
        name: list.name,
        wipLimit: list.wipLimit,
        wipPolicy: list.wipPolicy === 'warn' ? null : list.wipPolicy,
        queue: list.queue !== null,
        category: list.category === 'none' ? null : list.category,
        acceptance: list.acceptance === 'none' ? null : list.acceptance,
        color: list.color,
        archivedAt: list.archivedAt,
      }),
      cards: list.cards.slice(0, cardsPerList).map((card) => ({ ...cardLine(card, directory), list: undefined })),
      ...trimmed({ moreCards: Math.max(0, list.cards.length - cardsPerList) }),
    })),
    labels: tree.labels.map(({ name }) => name),
    ...trimmed({ fields: tree.fields.map(({ name, type, options }) => trimmed({ name, type, options })) }),
    members: tree.members.map(({ handle, name, kind, role }) => ({ handle, name, kind, role })),
  }
}

/** `keys`: of the cards that are on the board. */
export function activityShape(
  { id, verb, actorId, cardId, payload, origin, createdAt }: Activity,
  { directory, keys }: { directory: NameDirectory; keys: ReadonlyMap<string, string> },
) {
  const { handle, kind, role: onBoard } = directory.who(actorId)
  // That of the text, as in the news: a plugin is a member of its board.
  const role = (payload.author as TextAuthor | undefined)?.role ?? (origin ? 'integration' : onBoard)
  const card = cardId === null ? null : (keys.get(cardId) ?? cardId)
  return { id, verb, by: handle, kind, ...trimmed({ role, card }), payload, createdAt }
}

export const keysOf = (tree: BoardTree): Map<string, string> =>
  new Map(tree.lists.flatMap((list) => list.cards.map((card) => [card.id, card.key] as const)))

/** These quote the title of the card, which stands beside them. */
const quotesTitle = ({ reason, cardTitle }: Notification): boolean =>
  (reason === 'delegated' || reason === 'unblocked') && cardTitle !== null

export const notificationShape = (row: Notification) => ({
  id: row.id,
  reason: row.reason,
  board: row.boardName,
  ...trimmed({ cardKey: row.cardKey, cardTitle: row.cardTitle, sessionId: row.sessionId }),
  by: { name: row.actor.name, kind: row.actor.kind },
  ...trimmed({ excerpt: quotesTitle(row) ? null : row.excerpt, role: row.author?.role, readAt: row.readAt }),
  ...(row.because && { opened: row.opened, because: row.because }),
  createdAt: row.createdAt,
})
