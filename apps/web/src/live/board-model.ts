import { attributesOf, type BoardTree, type CardSummary } from '@tandem/contract'

/**
 * A board as the screen knows it: the tree without what no frame tells (versions, times of change), and with its sets in one order, so
 * that a board kept up to date by frames equals one that was just fetched.
 */
export type CardModel = Omit<CardSummary, 'version' | 'updatedAt'>
export type ListModel = Omit<BoardTree['lists'][number], 'cards'> & { cards: CardModel[] }
export type BoardModel = Omit<BoardTree, 'version' | 'lists'> & { lists: ListModel[] }

export function modelOf(tree: BoardTree): BoardModel {
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
    lists: tree.lists.map((list) => ({ ...list, cards: list.cards.map(cardModelOf) })),
    labels: tree.labels,
    fields: tree.fields,
    members: tree.members.toSorted((one, other) => compare(one.actorId, other.actorId)),
  }
}

/** Of a summary, or of anything that holds one. */
export function cardModelOf(card: CardSummary): CardModel {
  return {
    id: card.id,
    number: card.number,
    key: card.key,
    title: card.title,
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

/** Lists that hold nothing new stay the objects that they were, so that their columns are not drawn again. */
export function changeCard(board: BoardModel, cardId: string, change: (card: CardModel) => CardModel): BoardModel {
  const card = findCard(board, cardId)
  return card ? putCard(board, change(card)) : board
}

/** Puts a card where its list and rank say; away when it is archived or its list is not shown. */
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

/** The same for many, in one pass over the board. */
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
