import { TandemError } from '@tandem/contract'
import type { Context } from '@tandem/plugin-kit'
import { cardMessage, seeCard } from './card.ts'
import type { SlackEvent } from './event.ts'
import type { Message, Slack } from './slack.ts'
import { inEach } from './thread.ts'

/** Shows what stands behind links to cards, in the channels of their board alone: elsewhere people may read who are not on it. */
export async function showLinkedCards(event: SlackEvent & { kind: 'links' }, context: Context, slack: Slack): Promise<void> {
  const cards: Record<string, Message> = {}
  for (const url of new Set(event.urls)) {
    const message = await messageBehind(url, context)
    if (message) cards[url] = message
  }
  if (Object.keys(cards).length > 0) await inEach([event], context, () => slack.unfurl(event, cards))
}

async function messageBehind(url: string, context: Context): Promise<Message | null> {
  const key = keyIn(url, context)
  if (key === null) return null
  try {
    const { card } = await context.tandem.call('card.getByKey', { key })
    const seen = card.boardId === context.install.boardId ? await seeCard(card.id, context) : null
    return seen && cardMessage(seen, context)
  } catch (failure) {
    if (failure instanceof TandemError && (failure.code === 'not_found' || failure.code === 'forbidden')) return null
    throw failure
  }
}

/** Of an address of this Tandem: /cards/ENG-12, or /boards/…/cards/ENG-12. */
function keyIn(url: string, { install }: Context): string | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  if (origin !== new URL(install.cardUrl('')).origin) return null
  return /\/cards\/([A-Za-z][A-Za-z0-9]*-[1-9]\d*)\/?$/.exec(pathname)?.[1] ?? null
}
