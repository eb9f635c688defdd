import { cardKeysIn, mostCardsPerPullRequest } from '../card-keys.ts'
import type { Context } from '../plugin.ts'
import { cardsWithKeys, type NamedCard, unlessRefused } from './cards.ts'
import { type CodeHostEvent, type CodeHostVerb, type HostedPullRequest, hostedPullRequest } from './event.ts'
import { type CodeHost, CodeHostRefusal } from './host.ts'
import { leaveLink } from './link-back.ts'

/** Follows a pull request: links the cards that it names, tells them what happened, and says on the pull request which they are. */
type PullRequestEvent = CodeHostEvent & { kind: 'pull_request' }
type LinkedCard = NamedCard & { isNew: boolean }

export async function followPullRequest(event: PullRequestEvent, context: Context, host: CodeHost): Promise<void> {
  const { pullRequest, repository, installationId, mayNameMore } = event
  const { api } = host
  const place = { repository, number: pullRequest.number, installationId }
  const latest = await latestOf(event, context)
  const { branch, title, description } = latest
  const linked = await linkedCards(event, context, host)
  const named = await moreCards(cardKeysIn({ branch, title, description }, context.install.keyPrefix), linked, context)
  for (const card of [...linked, ...named]) await reportOnCard(card, event, latest, context, host)
  if (!api) return
  // Last, for the host may be slow, or ask for patience: the cards know by now.
  const commits = mayNameMore ? await leftOut(context, () => api.commitMessages(place)) : null
  const inCommits = await moreCards(cardKeysIn({ commits: commits ?? [] }, context.install.keyPrefix), [...linked, ...named], context)
  for (const card of inCommits) await reportOnCard(card, event, latest, context, host)
  const all = [...linked, ...named, ...inCommits]
  if (all.length > 0) await leftOut(context, () => leaveLink(place, all, context, api))
}

/** Deliveries may overtake each other: an older one tells what happened, and leaves title and state as the newer one said. */
async function latestOf({ repository, pullRequest }: PullRequestEvent, { store }: Context): Promise<HostedPullRequest> {
  const key = `pull ${repository}#${pullRequest.number}`
  const known = latestKnown.safeParse(store.get(key)).data
  if (known && known.updatedAt > pullRequest.updatedAt) return { ...pullRequest, ...known }
  const { title, state, updatedAt } = pullRequest
  await store.set(key, { title, state, updatedAt })
  return pullRequest
}

const latestKnown = hostedPullRequest.pick({ title: true, state: true, updatedAt: true })

async function linkedCards(event: PullRequestEvent, { tandem }: Context, { system }: CodeHost): Promise<LinkedCard[]> {
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
 * The verbs before the link: whether a card is new shows in its link, so after a crash in between it is told once more, under the same
 * clientMutationIds.
 */
async function reportOnCard(
  card: LinkedCard,
  event: PullRequestEvent,
  latest: HostedPullRequest,
  context: Context,
  { system }: CodeHost,
): Promise<void> {
  const { tandem, mutationId } = context
  const { pullRequest, verbs } = event
  const about = { cardId: card.id, externalSystem: system, externalUrl: pullRequest.url, title: latest.title.slice(0, 500).toWellFormed() }
  await unlessRefused(context, card.key, async () => {
    for (const verb of verbs.length === 0 && card.isNew ? stateVerbs(latest.state) : verbs) {
      const targetBranch = pullRequest.targetBranch.slice(0, 255).toWellFormed()
      const clientMutationId = mutationId(`event ${verb} ${card.id}`)
      await tandem.call('card.event', { ...about, verb, targetBranch, externalId: idOf(event), clientMutationId })
    }
    const clientMutationId = mutationId(`link ${card.id}`)
    await tandem.call('link.put', { ...about, externalId: `${idOf(event)}:${card.key}`, state: latest.state, clientMutationId })
  })
}

/** A card that is named later hears how things stand; one that is named only after the end hears nothing of it. */
function stateVerbs(state: HostedPullRequest['state']): CodeHostVerb[] {
  if (state === 'draft') return ['vcs.pr_drafted']
  return state === 'open' ? ['vcs.pr_opened'] : []
}

const idOf = ({ repository, pullRequest }: PullRequestEvent): string => `${repository}#${pullRequest.number}`

/** Without the permission for it, a plugin does the rest. */
async function leftOut<T>({ log }: Context, act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (failure) {
    if (!(failure instanceof CodeHostRefusal)) throw failure
    log.warn({ status: failure.status }, 'the code host refuses: the commits or the comment on the pull request are skipped')
    return null
  }
}
