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
 * Reads a delivery of GitLab. Only what the plugin acts on is described; every other event, action and key may be what it is.
 * Shapes: https://docs.gitlab.com/user/project/integrations/webhook_events
 */
const project = z.object({ path_with_namespace: z.string(), web_url: z.string() })

const pushEvent = z.object({ ref: z.string(), before: z.string(), after: z.string(), project })

const reviewer = z.looseObject({ id: z.number(), state: z.string().nullish(), re_requested: z.boolean().nullish() })
const reviewers = z.array(reviewer)
const mergeRequestEvent = z.object({
  project,
  object_attributes: z.object({
    iid: z.number(),
    title: z.string(),
    description: z.string().nullish(),
    url: z.string(),
    state: z.string(),
    draft: z.boolean().nullish(),
    work_in_progress: z.boolean().nullish(),
    source_branch: z.string(),
    target_branch: z.string(),
    updated_at: z.string(),
    action: z.string().nullish(),
  }),
  reviewers: reviewers.nullish(),
  changes: z
    .looseObject({
      draft: z.object({ previous: z.boolean().nullish(), current: z.boolean().nullish() }).nullish(),
      reviewers: z.object({ previous: reviewers.nullish(), current: reviewers.nullish() }).nullish(),
    })
    .nullish(),
})
type MergeRequestEvent = z.infer<typeof mergeRequestEvent>

const noteEvent = z.object({
  event_type: z.string().nullish(),
  user: z.object({ username: z.string() }),
  project,
  object_attributes: z.object({
    note: z.string(),
    noteable_type: z.string(),
    url: z.string(),
    system: z.boolean().nullish(),
    internal: z.boolean().nullish(),
    action: z.string().nullish(),
  }),
  merge_request: z.object({ iid: z.number() }).nullish(),
  issue: z.object({ iid: z.number(), confidential: z.boolean().nullish() }).nullish(),
})
type NoteEvent = z.infer<typeof noteEvent>

type Read = CodeHostEvent | string

const readers: Readonly<Record<string, (payload: unknown) => Read>> = {
  'Push Hook': (payload) => branchOf(pushEvent.parse(payload)),
  'Merge Request Hook': (payload) => mergeRequestOf(mergeRequestEvent.parse(payload)),
  'Note Hook': (payload) => noteOf(noteEvent.parse(payload)),
}

/** Throws for a request that is no delivery of GitLab, or differs from its documentation. */
export function readGitlab({ headers, rawBody }: ProviderDelivery): Reading<CodeHostEvent> {
  const name = headers['x-gitlab-event']
  if (name === undefined) throw new Error('The header X-Gitlab-Event is missing.')
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined
  const event = read ? read(JSON.parse(rawBody.toString('utf8'))) : `event ${name}`
  return typeof event === 'string' ? { ignored: event } : { eventId: idOf(headers, rawBody), event, orderingKey: orderingKeyOf(event) }
}

/**
 * `Idempotency-Key` stays the same over the tries of GitLab 17.4 and later; before that, the id of the event does, and it is one for all
 * the hooks that the event sets off. https://docs.gitlab.com/user/project/integrations/webhooks/#delivery-headers
 */
function idOf(headers: ProviderDelivery['headers'], rawBody: Buffer): string {
  const given = headers['idempotency-key'] ?? headers['x-gitlab-event-uuid']
  const kind = headers['x-gitlab-event']
  return given === undefined ? createHash('sha256').update(rawBody).digest('base64url') : `${kind} ${given}`
}

const orderingKeyOf = (event: CodeHostEvent): string =>
  `${event.repository} ${event.kind === 'branch' ? event.branch : event.kind === 'comment' ? event.at : `!${event.pullRequest.number}`}`

const branchRef = 'refs/heads/'
const isNothing = (commit: string): boolean => /^0+$/.test(commit)

function branchOf({ ref, before, after, project: { path_with_namespace: repository, web_url: url } }: z.infer<typeof pushEvent>): Read {
  if (!ref.startsWith(branchRef) || !isNothing(before) || isNothing(after)) return 'a push that creates no branch'
  const branch = ref.slice(branchRef.length)
  return { kind: 'branch', repository, branch, url: `${url}/-/tree/${branch.split('/').map(encodeURIComponent).join('/')}` }
}

/** The verbs for an action of a merge request; other actions are ignored. */
const verbs: Readonly<Record<string, (given: MergeRequestEvent) => CodeHostVerb[]>> = {
  open: (given) => [openedAs(given), ...(hasReviewers(given) ? (['vcs.review_requested'] as const) : [])],
  reopen: (given) => [openedAs(given)],
  update: (given) => [...draftChange(given), ...(isReviewChanged(given) ? (['vcs.review_requested'] as const) : [])],
  // One person's approval, and the one that completes the number that the project requires.
  approval: () => ['vcs.pr_approved'],
  approved: () => ['vcs.pr_approved'],
  merge: () => ['vcs.pr_merged'],
  close: () => ['vcs.pr_closed'],
}
const namingActions = ['open', 'reopen', 'update', 'merge', 'close']

function mergeRequestOf(given: MergeRequestEvent): Read {
  const action = given.object_attributes.action ?? ''
  const verbsOf = Object.hasOwn(verbs, action) ? verbs[action] : undefined
  if (!verbsOf) return `merge request ${action}`
  const { path_with_namespace: repository } = given.project
  const pullRequest = pullRequestFrom(given)
  return { kind: 'pull_request', repository, pullRequest, verbs: verbsOf(given), mayNameMore: namingActions.includes(action) }
}

const isDraft = ({ object_attributes: { draft, work_in_progress: inProgress } }: MergeRequestEvent): boolean => draft ?? inProgress ?? false
const openedAs = (given: MergeRequestEvent): CodeHostVerb => (isDraft(given) ? 'vcs.pr_drafted' : 'vcs.pr_opened')
const hasReviewers = ({ reviewers: given }: MergeRequestEvent): boolean => (given ?? []).length > 0

function draftChange({ changes }: MergeRequestEvent): CodeHostVerb[] {
  const { previous, current } = changes?.draft ?? {}
  if ((previous ?? false) === (current ?? false)) return []
  return [current === true ? 'vcs.pr_drafted' : 'vcs.pr_opened']
}

const reviewedWithoutApproval: readonly string[] = ['reviewed', 'requested_changes']

/** Someone is asked, asked again, or has reviewed without approving. Specification: service §6 (code-host verbs). */
function isReviewChanged({ changes }: MergeRequestEvent): boolean {
  const before = new Map((changes?.reviewers?.previous ?? []).map((one) => [one.id, one]))
  return (changes?.reviewers?.current ?? []).some((one) => {
    const known = before.get(one.id)
    const isReviewed = reviewedWithoutApproval.includes(one.state ?? '') && one.state !== known?.state
    return !known || (one.re_requested === true && known.re_requested !== true) || isReviewed
  })
}

function pullRequestFrom(given: MergeRequestEvent): HostedPullRequest {
  const { iid, title, description, url, state, source_branch: branch, target_branch: targetBranch, updated_at } = given.object_attributes
  const ended = state === 'merged' || state === 'closed' ? state : null
  return {
    number: iid,
    title,
    description: description ?? '',
    url,
    branch,
    targetBranch,
    state: ended ?? (isDraft(given) ? 'draft' : 'open'),
    updatedAt: new Date(updated_at).toISOString(),
  }
}

/** Leaves out notes that not everyone on the project may read, and notes of bots, which repeat what people wrote. */
function noteOf({ event_type: type, user, project: { path_with_namespace: repository }, object_attributes: note, ...on }: NoteEvent): Read {
  if (note.system === true || (note.action ?? 'create') !== 'create') return 'a note of GitLab itself, or an edited one'
  if (note.internal === true || type === 'confidential_note' || on.issue?.confidential === true) return 'a confidential note'
  if (note.note.includes(marker) || /^(?:project|group)_\d+_bot/.test(user.username)) return 'a note of a bot'
  const at = placeOf(note.noteable_type, on)
  if (at === null) return `a note on ${note.noteable_type}`
  return { kind: 'comment', repository, at, url: note.url, author: user.username, text: note.note }
}

function placeOf(kind: string, { merge_request: mergeRequest, issue }: Pick<NoteEvent, 'merge_request' | 'issue'>): string | null {
  if (kind === 'MergeRequest' && mergeRequest) return `!${mergeRequest.iid}`
  return kind === 'Issue' && issue ? `#${issue.iid}` : null
}
