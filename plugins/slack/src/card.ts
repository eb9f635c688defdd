import { type BoardOutline, type Card, TandemError } from '@tandem/contract'
import type { Context } from '@tandem/plugin-kit'
import type { Block, Message } from './slack.ts'
import { escaped, linked, short } from './text.ts'

/** A card as it is now, with the outline that has the names behind its ids. */
export type SeenCard = { card: Card; outline: BoardOutline }

/** Null when it is not on the board any more. */
export async function seeCard(cardId: string, { tandem, install }: Context): Promise<SeenCard | null> {
  try {
    const { card } = await tandem.call('card.get', { cardId })
    if (card.boardId !== install.boardId) return null
    return { card, outline: await tandem.call('board.outline', { boardId: install.boardId, archived: true }) }
  } catch (failure) {
    if (failure instanceof TandemError && (failure.code === 'not_found' || failure.code === 'forbidden')) return null
    throw failure
  }
}

export function nameOf(actorId: string, { outline }: Pick<SeenCard, 'outline'>): string {
  return outline.members.find((member) => member.actorId === actorId)?.name ?? 'someone'
}

/** The message at the head of a card's thread. */
export function cardMessage(seen: SeenCard, { install }: Context): Message {
  const { card } = seen
  const sign = card.archivedAt !== null ? '🗄️ ' : card.completedAt !== null ? '✅ ' : ''
  const title = `${sign}*${linked(install.cardUrl(card.key), card.key)}* ${escaped(card.title, 500)}`
  return { text: `${card.key} ${escaped(card.title, 500)}`, blocks: [section(title), context(standing(seen))] }
}

function standing(seen: SeenCard): string {
  const { card, outline } = seen
  const list = outline.lists.find(({ id }) => id === card.listId)?.name
  const people = card.assigneeActorIds.map((id) => nameOf(id, seen))
  const parts = [
    list,
    card.completedAt !== null && 'completed',
    card.archivedAt !== null && 'archived',
    card.priority !== 'none' && `priority ${card.priority}`,
    card.dueAt !== null && `due ${card.dueAt.slice(0, 10)}`,
    people.length > 0 && people.join(', '),
    card.delegation && `with ${nameOf(card.delegation.agentActorId, seen)}`,
  ]
  return escaped(parts.filter(Boolean).join(' · '), 1_000)
}

/** `verbatim`: Slack makes no mentions and links of people's text. */
export const section = (text: string): Block => ({ type: 'section', text: { type: 'mrkdwn', text: short(text, 3_000), verbatim: true } })
export const context = (text: string): Block => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: short(text, 2_000) || ' ', verbatim: true }],
})
