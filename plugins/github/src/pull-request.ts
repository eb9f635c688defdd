import { type Context, cardKeysIn, mostCardsPerPullRequest } from '@tandem/plugin-kit'
import { cardsWithKeys, type NamedCard, system, unlessRefused } from './cards.ts'
import { type CodeHostVerb, type GithubEvent, type PullRequest, pullRequest as pullRequestShape } from './event.ts'
import { type Github, GithubRefusal } from './github.ts'
import { leaveLink } from './link-back.ts'

/** Follows a pull request: links the cards that it names, tells them what happened, and says on the pull request which they are. */
type PullRequestEvent = GithubEvent & { kind: 'pull_request' }
type LinkedCard = NamedCard & { isNew: boolean }

export async function followPullRequest(event: PullRequestEvent, context: Context, github: Github | null): Promise<void> {
  const { pullRequest, repository, installationId, mayNameMore } = event
  const place = { repository, number: pullRequest.number, installationId }
  const latest = await latestOf(event, context)
  const { branch, title, description } = latest
  const linked = await linkedCards(event, context)
  const named = await moreCards(cardKeysIn({ branch, title, description }, context.install.keyPrefix), linked, context)
  for (const card of [...linked, ...named]) await tell(card, event, latest, context)
  if (!github || !mayNameMore) return
  // Last, for GitHub may be slow, or ask for patience: the cards know by now.
  const commits = await leftOut(context, () => github.commitMessages(place))
  const inCommits = await moreCards(cardKeysIn({ commits: commits ?? [] }, context.install.keyPrefix), [...linked, ...named], context)
  for (const card of inCommits) await tell(card, event, latest, context)
  const all = [...linked, ...named, ...inCommits]
  if (all.length > 0) await leftOut(context, () => leaveLink(place, all, context, github))
}

/** Deliveries may overtake each other: an older one tells what happened, and leaves title and state as the newer one said. */
async function latestOf({ repository, pullRequest }: PullRequestEvent, { store }: Context): Promise<PullRequest> {
  const key = `pull ${repository}#${pullRequest.number}`
  const known = latestKnown.safeParse(store.get(key)).data
  if (known && known.updatedAt > pullRequest.updatedAt) return { ...pullRequest, ...known }
  const { title, state, updatedAt } = pullRequest
  await store.set(key, { title, state, updatedAt })
  return pullRequest
}

const latestKnown = pullRequestShape.pick({ title: true, state: true, updatedAt: true })

async function linkedCards(event: PullRequestEvent, { tandem }: Context): Promise<LinkedCard[]> {
  const externalIdPrefix = `${idOf(event)}:`
  const links = await tandem.call('link.find', { externalSystem: system, externalIdPrefix, limit: 50 })
  return links.map(({ cardId, externalId }) => ({ id: cardId, key: externalId.slice(externalIdPrefix.length), isNew: false }))
}

/** Up to the number that one pull request may link in all. Specification: service §6. */
async function moreCards(keys: readonly string[], known: readonly LinkedCard[], context: Context): Promise<LinkedCard[]> {
  const cards = await cardsWithKeys(keys, context)
  const added = cards.filter(({ id }) => known.every((card) => card.id !== id))
  return added.slice(0, Math.max(0, mostCardsPerPullRequest - known.length)).map((card) => ({ ...card, isNew: true }))
}

/**
 * The verb before the link: whether a card is new shows in its link, so after a crash in between it is told once more, under the same
 * clientMutationId.
 */
async function tell(card: LinkedCard, event: PullRequestEvent, latest: PullRequest, context: Context): Promise<void> {
  const { tandem, mutationId } = context
  const { pullRequest } = event
  const about = { cardId: card.id, externalSystem: system, externalUrl: pullRequest.url, title: latest.title.slice(0, 500) }
  const verb = event.verb ?? (card.isNew ? stateVerb(latest.state) : null)
  await unlessRefused(context, card.key, async () => {
    if (verb) {
      const targetBranch = pullRequest.targetBranch.slice(0, 255)
      const clientMutationId = mutationId(`event ${card.id}`)
      await tandem.call('card.event', { ...about, verb, targetBranch, externalId: idOf(event), clientMutationId })
    }
    const clientMutationId = mutationId(`link ${card.id}`)
    await tandem.call('link.put', { ...about, externalId: `${idOf(event)}:${card.key}`, state: latest.state, clientMutationId })
  })
}

/** A card that is named later hears how things stand; one that is named only after the end hears nothing of it. */
function stateVerb(state: PullRequest['state']): CodeHostVerb | null {
  if (state === 'draft') return 'vcs.pr_drafted'
  return state === 'open' ? 'vcs.pr_opened' : null
}

const idOf = ({ repository, pullRequest }: PullRequestEvent): string => `${repository}#${pullRequest.number}`

/** Without the permission for it, a plugin does the rest. */
async function leftOut<T>({ log }: Context, act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (failure) {
    if (!(failure instanceof GithubRefusal)) throw failure
    log.warn({ status: failure.status }, 'GitHub refuses: the commits or the comment on the pull request are left out')
    return null
  }
}
