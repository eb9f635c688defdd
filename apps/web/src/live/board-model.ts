import { attributesOf, type BoardTree, type CardSummary } from '@tandem/contract'

/**
 * The model of a board: the tree without the parts that no frame carries (versions, times of change), and with its sets in a fixed order,
 * so that a board kept up to date by frames equals one that was just fetched.
 */
export type CardModel = Omit<CardSummary, 'version' | 'updatedAt' | 'external'> & { external: boolean }
export type ListModel = Omit<BoardTree['lists'][number], 'cards'> & { cards: CardModel[] }
export type BoardModel = Omit<BoardTree, 'version' | 'lists'> & { lists: ListModel[] }

/** False for the first cards of a large board. */
export const isWhole = ({ lists }: BoardModel): boolean => !lists.some(({ more }) => more)

export const modelOf = (tree: BoardTree): BoardModel =>
  withLists(
    tree,
    tree.lists.map((list) => ({ ...list, cards: list.cards.map(cardModelOf) })),
  )

/** Between two tasks the browser handles clicks and draws frames. */
const cardsInTask = 500

/** Like `modelOf`, but in several tasks: 5,000 cards at once block the page for longer than users tolerate. */
export async function modelInTasks(tree: BoardTree, nextTask: () => Promise<unknown>): Promise<BoardModel> {
  const lists: ListModel[] = []
  let done = 0
  // Reading the answer has already taken a long task.
  if (tree.lists.reduce((sum, list) => sum + list.cards.length, 0) >= cardsInTask) await nextTask()
  for (const list of tree.lists) {
    const cards: CardModel[] = []
    for (const card of list.cards) {
      if (++done % cardsInTask === 0) await nextTask()
      cards.push(cardModelOf(card))
    }
    lists.push({ ...list, cards })
  }
  return withLists(tree, lists)
}

function withLists(tree: BoardTree, lists: ListModel[]): BoardModel {
  return {
    id: tree.id,
    name: tree.name,
    description: tree.description,
    agentGuidance: tree.agentGuidance,
    agentsPaused: tree.agentsPaused,
    reviewByOthers: tree.reviewByOthers,
    maxAgentSessions: tree.maxAgentSessions,
    completeParents: tree.completeParents,
    monthlyBudget: tree.monthlyBudget,
    keyPrefix: tree.keyPrefix,
    archivedAt: tree.archivedAt,
    createdAt: tree.createdAt,
    seq: tree.seq,
    lists,
    labels: tree.labels,
    fields: tree.fields,
    members: tree.members.toSorted((one, other) => compare(one.actorId, other.actorId)),
  }
}

/** Takes a summary, or a larger record with the same keys. */
export function cardModelOf(card: CardSummary): CardModel {
  return {
    id: card.id,
    number: card.number,
    key: card.key,
    title: card.title,
    external: card.external === true,
    listId: card.listId,
    rank: card.rank,
    ...attributesOf(card),
    completedAt: card.completedAt,
    archivedAt: card.archivedAt,
    labelIds: card.labelIds.toSorted(),
    assigneeActorIds: card.assigneeActorIds.toSorted(),
    delegation: card.delegation,
    checklist: card.checklist,
    blocked: card.blocked,
    progress: card.progress,
    commentCount: card.commentCount,
    attachmentCount: card.attachmentCount,
    coverAttachmentId: card.coverAttachmentId,
    session: card.session,
    review: card.review,
  }
}

/** Ranks are compared as bytes, not with localeCompare. */
export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const byRank = (one: { rank: string }, other: { rank: string }): number => compare(one.rank, other.rank)

export function findCard(board: BoardModel, cardId: string): CardModel | undefined {
  for (const list of board.lists) {
    const found = list.cards.find((card) => card.id === cardId)
    if (found) return found
  }
  return undefined
}

/** Unchanged lists keep their identity, so that their columns do not render again. */
export function changeCard(board: BoardModel, cardId: string, change: (card: CardModel) => CardModel): BoardModel {
  const card = findCard(board, cardId)
  return card ? putCard(board, change(card)) : board
}

/** Puts a card at the position of its list and rank; removes it if it is archived or its list is not shown. */
export function putCard(board: BoardModel, card: CardModel): BoardModel {
  const lists = board.lists.map((list) => {
    const wasHere = list.cards.some((one) => one.id === card.id)
    const isHere = list.id === card.listId && card.archivedAt === null
    if (!wasHere && !isHere) return list
    const others = list.cards.filter((one) => one.id !== card.id)
    return { ...list, cards: isHere ? [...others, card].sort(byRank) : others }
  })
  return { ...board, lists }
}

/** Like `putCard` for many cards, in one pass over the board. */
export function putCards(board: BoardModel, cards: readonly CardModel[]): BoardModel {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const lists = board.lists.map((list) => {
    const here = cards.filter((card) => card.listId === list.id && card.archivedAt === null)
    const others = list.cards.filter((card) => !byId.has(card.id))
    if (here.length === 0 && others.length === list.cards.length) return list
    return { ...list, cards: [...others, ...here].sort(byRank) }
  })
  return { ...board, lists }
}

export function dropCard(board: BoardModel, cardId: string): BoardModel {
  return { ...board, lists: board.lists.map((list) => withoutCard(list, cardId)) }
}

function withoutCard(list: ListModel, cardId: string): ListModel {
  return list.cards.some((card) => card.id === cardId) ? { ...list, cards: list.cards.filter((card) => card.id !== cardId) } : list
}

export function changeList(board: BoardModel, listId: string, change: Partial<ListModel>): BoardModel {
  const lists = board.lists.map((list) => (list.id === listId ? { ...list, ...change } : list))
  return { ...board, lists: change.rank === undefined ? lists : lists.sort(byRank) }
}
