import { readFile } from 'node:fs/promises'

/** A board in the form of the demo, in display order. */
export type SourceBoard = { name: string; description: string; lists: SourceList[]; leftOut: string[] }
export type SourceList = { name: string; cards: SourceCard[] }
export type SourceCard = {
  title: string
  description: string
  dueAt: string | null
  completedAt: string | null
  checklist: { text: string; done: boolean }[]
  /** Bodies, oldest first. */
  comments: string[]
}

/** The part of a Trello board export that the demo uses. */
type TrelloBoard = {
  name: string
  desc?: string
  lists: { id: string; name: string; closed: boolean; pos: number }[]
  cards: TrelloCard[]
  checklists?: { idCard: string; pos: number; checkItems: { name: string; state: string; pos: number }[] }[]
  actions?: { type: string; date: string; data: { text?: string; card?: { id: string } }; memberCreator?: { fullName?: string } }[]
  labels?: { name: string; color: string | null }[]
}
type TrelloCard = {
  id: string
  idList: string
  name: string
  desc: string
  closed: boolean
  pos: number
  due: string | null
  dueComplete?: boolean | null
  dateCompleted?: string | null
  attachments?: unknown[]
  idMembers?: unknown[]
}

/** Reads a Trello board export. Throws if the file is no such export. The product's importer is complete; the demo shows the public API. */
export async function readTrello(path: string): Promise<SourceBoard> {
  const board = JSON.parse(await readFile(path, 'utf8')) as Partial<TrelloBoard>
  if (typeof board.name !== 'string' || !Array.isArray(board.lists) || !Array.isArray(board.cards))
    throw new Error(`${path} is not a Trello board export: name, lists or cards are missing`)
  return translate(board as TrelloBoard)
}

function translate(board: TrelloBoard): SourceBoard {
  const lists = board.lists.filter(({ closed }) => !closed).toSorted(byPosition)
  const cardsOf = (listId: string) => board.cards.filter(({ idList, closed }) => idList === listId && !closed).toSorted(byPosition)
  return {
    name: board.name.trim(),
    description: board.desc ?? '',
    lists: lists.map(({ id, name }) => ({ name: name.trim(), cards: cardsOf(id).map((card) => cardOf(board, card)) })),
    leftOut: leftOut(board),
  }
}

const byPosition = (a: { pos: number }, b: { pos: number }) => a.pos - b.pos

function cardOf(board: TrelloBoard, card: TrelloCard): SourceCard {
  const checklists = (board.checklists ?? []).filter(({ idCard }) => idCard === card.id).toSorted(byPosition)
  return {
    title: card.name.trim(),
    description: card.desc,
    dueAt: card.due,
    completedAt: card.dueComplete ? (card.dateCompleted ?? card.due) : null,
    checklist: checklists
      .flatMap(({ checkItems }) => checkItems.toSorted(byPosition))
      .map(({ name, state }) => ({ text: name.trim(), done: state === 'complete' })),
    comments: commentsOn(board, card),
  }
}

/** The author has no account here, so the text contains their name. */
function commentsOn(board: TrelloBoard, card: TrelloCard): string[] {
  return (board.actions ?? [])
    .filter(({ type, data }) => type === 'commentCard' && data.card?.id === card.id)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map(({ data, date, memberCreator }) => `${memberCreator?.fullName ?? 'Someone'}, ${date.slice(0, 10)}: ${(data.text ?? '').trim()}`)
}

/** The parts of the file that the demo does not import, in words. */
function leftOut(board: TrelloBoard): string[] {
  const labels = (board.labels ?? []).map(({ name, color }) => name || color || 'unnamed')
  const attachments = board.cards.reduce((sum, card) => sum + (card.attachments?.length ?? 0), 0)
  const archived = [...board.lists, ...board.cards].filter(({ closed }) => closed).length
  return [
    ...(labels.length > 0 ? [`${labels.length} labels: ${labels.join(', ')}`] : []),
    ...(attachments > 0 ? [`${attachments} attachments`] : []),
    ...(archived > 0 ? [`${archived} archived lists and cards`] : []),
  ]
}
