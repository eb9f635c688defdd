import { mostCardsPerPullRequest, namedIn } from '../card-keys.ts'
import type { Context } from '../plugin.ts'
import { cardsWithKeys, unlessRefused } from './cards.ts'
import type { CodeHostEvent } from './event.ts'
import type { CodeHost } from './host.ts'

/** Tells the cards that the name of a new branch carries. */
export async function reportBranch(event: CodeHostEvent & { kind: 'branch' }, context: Context, { system }: CodeHost): Promise<void> {
  const { repository, branch, url } = event
  const keys = [...new Set(namedIn(branch, context.install.keyPrefix))].slice(0, mostCardsPerPullRequest)
  for (const card of await cardsWithKeys(keys, context)) {
    await unlessRefused(context, card.key, () =>
      context.tandem.call('card.event', {
        cardId: card.id,
        verb: 'vcs.branch_created',
        clientMutationId: context.mutationId(`event ${card.id}`),
        externalSystem: system,
        externalId: `${repository}@${branch}`.slice(0, 500).toWellFormed(),
        externalUrl: url,
        title: branch.slice(0, 500).toWellFormed(),
      }),
    )
  }
}
