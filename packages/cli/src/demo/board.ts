import type { Client } from '@tandem/client'
import type { OutputOf } from '@tandem/contract'
import type { SourceBoard, SourceCard } from './trello.ts'

/** Fills a board from a file by the public API, in the order of the file. */
export async function fillBoard(client: Client, boardId: string, source: SourceBoard): Promise<void> {
  for (const { name, cards } of source.lists) {
    const list = await client.call('list.create', { boardId, name })
    for (const card of cards) await addCard(client, list.id, card)
  }
}

async function addCard(client: Client, listId: string, { title, description, dueAt, ...card }: SourceCard): Promise<void> {
  const { id: cardId } = await client.call('card.create', { listId, title, description, dueAt })
  for (const { text, done } of card.checklist) {
    const item = await client.call('checklist.add', { cardId, text })
    if (done) await client.call('checklist.update', { checklistItemId: item.id, done })
  }
  for (const body of card.comments) await client.call('comment.create', { cardId, body })
  if (card.completedAt !== null) await client.call('card.update', { cardId, completedAt: card.completedAt })
}

/** Reads a board back in the form of the file. */
export async function readBoard(client: Client, boardId: string): Promise<Omit<SourceBoard, 'leftOut'>> {
  const tree = await client.call('board.tree', { boardId })
  const lists = []
  for (const { name, cards } of tree.lists) lists.push({ name, cards: await Promise.all(cards.map(({ id }) => readCard(client, id))) })
  return { name: tree.name, description: tree.description, lists }
}

async function readCard(client: Client, cardId: string): Promise<SourceCard> {
  const { card } = await client.call('card.get', { cardId })
  return {
    title: card.title,
    description: card.description,
    dueAt: card.dueAt,
    completedAt: card.completedAt,
    checklist: card.checklistItems.map(({ text, done }) => ({ text, done })),
    comments: card.comments.map(({ body }) => body),
  }
}

/** The first open card with an open checklist item and a list to its right. */
export async function cardToDelegate(client: Client, boardId: string): Promise<OutputOf<'card.get'>['card']> {
  const { lists } = await client.call('board.tree', { boardId })
  const found = lists
    .slice(0, -1)
    .flatMap(({ cards }) => cards)
    .find(({ completedAt, checklist }) => completedAt === null && checklist.done < checklist.total)
  if (!found) throw new Error('the board has no open card with an open checklist item before its last list: use another board file')
  return (await client.call('card.get', { cardId: found.id })).card
}
