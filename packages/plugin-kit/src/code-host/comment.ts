import { mostCardsPerPullRequest, namedIn } from '../card-keys.ts'
import type { Context } from '../plugin.ts'
import { quoted } from '../text.ts'
import { cardsWithKeys, unlessRefused } from './cards.ts'
import type { CodeHostEvent } from './event.ts'

/**
 * A comment at the code host that names a card is added to the card too. Anyone may write there: the text is quoted, and its mentions have
 * no effect here.
 */
export async function passOnComment(event: CodeHostEvent & { kind: 'comment' }, context: Context): Promise<void> {
  const keys = [...new Set(namedIn(event.text, context.install.keyPrefix))].slice(0, mostCardsPerPullRequest)
  const body = `**${event.author}** on [${event.repository}${event.at}](${event.url}):\n\n${quoted(event.text)}`
  for (const card of await cardsWithKeys(keys, context)) {
    const clientMutationId = context.mutationId(`comment ${card.id}`)
    await unlessRefused(context, card.key, () =>
      context.tandem.call('comment.create', { cardId: card.id, body, external: true, clientMutationId }),
    )
  }
}
