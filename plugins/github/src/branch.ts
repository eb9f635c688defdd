import { type Context, mostCardsPerPullRequest, namedIn } from '@tandem/plugin-kit'
import { cardsWithKeys, system, unlessRefused } from './cards.ts'
import type { GithubEvent } from './event.ts'

/** Tells the cards that the name of a new branch carries. */
export async function reportBranch({ repository, branch, url }: GithubEvent & { kind: 'branch' }, context: Context): Promise<void> {
  const keys = [...new Set(namedIn(branch, context.install.keyPrefix))].slice(0, mostCardsPerPullRequest)
  for (const card of await cardsWithKeys(keys, context)) {
    await unlessRefused(context, card.key, () =>
      context.tandem.call('card.event', {
        ...{ cardId: card.id, verb: 'vcs.branch_created', clientMutationId: context.mutationId(`event ${card.id}`) },
        ...{ externalSystem: system, externalId: `${repository}@${branch}`.slice(0, 500), externalUrl: url, title: branch.slice(0, 500) },
      }),
    )
  }
}
