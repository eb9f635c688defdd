import { type Context, mostCardsPerPullRequest, namedIn, quoted } from '@tandem/plugin-kit'
import { cardsWithKeys, unlessRefused } from './cards.ts'
import type { GithubEvent } from './event.ts'

/**
 * A comment at GitHub that names a card stands on the card too. Anyone may write there: the text is quoted, and its mentions reach nobody
 * here.
 */
export async function passOnComment(event: GithubEvent & { kind: 'comment' }, context: Context): Promise<void> {
  const keys = [...new Set(namedIn(event.text, context.install.keyPrefix))].slice(0, mostCardsPerPullRequest)
  const body = `**${event.author}** on [${event.repository}#${event.number}](${event.url}):\n\n${quoted(event.text)}`
  for (const card of await cardsWithKeys(keys, context)) {
    const clientMutationId = context.mutationId(`comment ${card.id}`)
    await unlessRefused(context, card.key, () => context.tandem.call('comment.create', { cardId: card.id, body, clientMutationId }))
  }
}
