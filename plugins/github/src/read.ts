import { createHash } from 'node:crypto'
import {
  type CodeHostEvent,
  type CodeHostVerb,
  type HostedPullRequest,
  marker,
  type ProviderDelivery,
  type Reading,
} from '@tandem/plugin-kit'
import { z } from 'zod'

/**
 * Reads a delivery of GitHub. Only what the plugin acts on is described; every other event, action and key may be what it is.
 * Shapes: https://docs.github.com/en/webhooks/webhook-events-and-payloads
 */
const repository = z.object({ full_name: z.string(), html_url: z.string() })
const installation = z.object({ id: z.number() }).nullish()

const push = z.object({ ref: z.string(), created: z.boolean(), deleted: z.boolean(), repository })

const pull = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  state: z.string(),
  draft: z.boolean().nullish(),
  merged: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  updated_at: z.string(),
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }),
})
const pullRequestEvent = z.object({ action: z.string(), pull_request: pull, repository, installation })
const reviewEvent = z.object({ action: z.string(), review: z.object({ state: z.string() }), pull_request: pull, repository, installation })
const commentEvent = z.object({
  action: z.string(),
  issue: z.object({ number: z.number() }),
  comment: z.object({
    body: z.string().nullish(),
    html_url: z.string(),
    user: z.object({ login: z.string(), type: z.string().nullish() }).nullable(),
  }),
  repository,
})

type Read = CodeHostEvent | string

const readers: Readonly<Record<string, (payload: unknown) => Read>> = {
  push: (payload) => branchOf(push.parse(payload)),
  pull_request: (payload) => pullRequestOf(pullRequestEvent.parse(payload)),
  pull_request_review: (payload) => reviewOf(reviewEvent.parse(payload)),
  issue_comment: (payload) => commentOf(commentEvent.parse(payload)),
}

/** Throws for a request that is no delivery of GitHub, or differs from its documentation. */
export function readGithub({ headers, rawBody }: ProviderDelivery): Reading<CodeHostEvent> {
  const [name, eventId] = [headers['x-github-event'], headers['x-github-delivery']]
  if (name === undefined || eventId === undefined) throw new Error('The header X-GitHub-Event or X-GitHub-Delivery is missing.')
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined
  const event = read ? read(payloadOf(headers, rawBody)) : `event ${name}`
  return typeof event === 'string'
    ? { ignored: event }
    : { eventId, signedId: signedIdOf(rawBody), event, orderingKey: orderingKeyOf(event) }
}

/** GitHub signs the body and neither id nor name. No two events have one body: each names a moment, a commit or a comment. */
const signedIdOf = (rawBody: Buffer): string => createHash('sha256').update(rawBody).digest('base64url')

/** A webhook may be set to send a form instead. */
function payloadOf(headers: ProviderDelivery['headers'], rawBody: Buffer): unknown {
  const text = rawBody.toString('utf8')
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text)
}

const orderingKeyOf = (event: CodeHostEvent): string =>
  `${event.repository}${event.kind === 'branch' ? `#${event.branch}` : event.kind === 'comment' ? event.at : `#${event.pullRequest.number}`}`

const branchRef = 'refs/heads/'

function branchOf({ ref, created, deleted, repository: { full_name: name, html_url: url } }: z.infer<typeof push>): Read {
  if (!ref.startsWith(branchRef) || !created || deleted) return 'a push that creates no branch'
  const branch = ref.slice(branchRef.length)
  return { kind: 'branch', repository: name, branch, url: `${url}/tree/${branch.split('/').map(encodeURIComponent).join('/')}` }
}

/** None: such an event has no verb of its own, but the cards that the pull request names may have changed. */
const verbs: Readonly<Record<string, (state: HostedPullRequest['state']) => CodeHostVerb[]>> = {
  opened: (state) => [state === 'draft' ? 'vcs.pr_drafted' : 'vcs.pr_opened'],
  reopened: (state) => [state === 'draft' ? 'vcs.pr_drafted' : 'vcs.pr_opened'],
  ready_for_review: () => ['vcs.pr_opened'],
  converted_to_draft: () => ['vcs.pr_drafted'],
  review_requested: () => ['vcs.review_requested'],
  closed: (state) => [state === 'merged' ? 'vcs.pr_merged' : 'vcs.pr_closed'],
  edited: () => [],
  synchronize: () => [],
}
const namingActions = ['opened', 'reopened', 'ready_for_review', 'edited', 'synchronize', 'closed']

function pullRequestOf({
  action,
  pull_request: given,
  repository: { full_name: name },
  installation,
}: z.infer<typeof pullRequestEvent>): Read {
  const verbsOf = Object.hasOwn(verbs, action) ? verbs[action] : undefined
  if (!verbsOf) return `pull_request ${action}`
  const pullRequest = pullRequestFrom(given)
  const mayNameMore = namingActions.includes(action)
  return {
    kind: 'pull_request',
    repository: name,
    installationId: installation?.id,
    pullRequest,
    verbs: verbsOf(pullRequest.state),
    mayNameMore,
  }
}

/** Submitted without approval counts as a review that is wanted. Specification: service §6 (code-host verbs). */
function reviewOf({
  action,
  review,
  pull_request: given,
  repository: { full_name: name },
  installation,
}: z.infer<typeof reviewEvent>): Read {
  if (action !== 'submitted') return `pull_request_review ${action}`
  const verb = review.state.toLowerCase() === 'approved' ? 'vcs.pr_approved' : 'vcs.review_requested'
  const pullRequest = pullRequestFrom(given)
  return { kind: 'pull_request', repository: name, installationId: installation?.id, pullRequest, verbs: [verb], mayNameMore: false }
}

function pullRequestFrom(given: z.infer<typeof pull>): HostedPullRequest {
  const isMerged = given.merged === true || (given.merged_at ?? null) !== null
  const state = isMerged ? 'merged' : given.state === 'closed' ? 'closed' : given.draft === true ? 'draft' : 'open'
  return {
    number: given.number,
    title: given.title,
    description: given.body ?? '',
    url: given.html_url,
    state,
    branch: given.head.ref,
    targetBranch: given.base.ref,
    updatedAt: given.updated_at,
  }
}

/** Not those of this plugin, nor of other bots, which repeat what people wrote. */
function commentOf({ action, issue, comment, repository: { full_name: name } }: z.infer<typeof commentEvent>): Read {
  const text = comment.body ?? ''
  if (action !== 'created') return `issue_comment ${action}`
  if (comment.user?.type === 'Bot' || text.includes(marker)) return 'a comment of a bot'
  return { kind: 'comment', repository: name, at: `#${issue.number}`, url: comment.html_url, author: comment.user?.login ?? 'ghost', text }
}
