import { type Activity, type AttributeName, eachAttribute, noAttributes, type Verb } from '@tandem/contract'
import type { en } from '../../../i18n/details/en.ts'
import { isCanceled } from '../../board/tile/session-line.tsx'
import { itemChangeIn } from './item-change.ts'
import type { Names } from './names.ts'
import { type Rewritten, recordIn, rewritten } from './rewritten.ts'

type Key = `details.history.${keyof (typeof en)['history']}` | `attributes.${AttributeName}.${'set' | 'removed'}`
/** `key` of a text in which `actor` is the subject; for a changed text, its versions before and after. */
export type Sentence = { key: Key; values: Record<string, string>; texts?: Rewritten }
type Describe = (payload: Record<string, unknown>, names: Names) => Sentence | readonly Sentence[]

/** The sentences for an activity on a card. Verbs without an entry are shown elsewhere: the steps of an agent in its session. */
export function sentencesOf({ verb, payload }: Activity, names: Names): readonly Sentence[] {
  const sentences = descriptions[verb]?.(payload, names)
  return sentences === undefined ? [] : [sentences].flat()
}

type OfHistory = keyof (typeof en)['history']
const say = (key: OfHistory, values: Sentence['values'] = {}): Sentence => ({ key: `details.history.${key}`, values })
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const plain =
  (key: OfHistory): Describe =>
  () =>
    say(key)
const withText =
  (key: OfHistory, name: string): Describe =>
  (payload) =>
    say(key, { [name]: text(payload[name]) })
const ofActor =
  (key: OfHistory, name = 'actorId'): Describe =>
  (payload, names) =>
    say(key, { name: names.actor(payload[name]).name })
const ofLabel =
  (key: OfHistory): Describe =>
  ({ labelId }, names) =>
    say(key, { label: names.label(labelId) })
const ofLink =
  (key: OfHistory): Describe =>
  ({ externalSystem, externalId }) =>
    say(key, { system: text(externalSystem), id: text(externalId) })
const ofPullRequest =
  (key: OfHistory): Describe =>
  ({ title, externalId }) =>
    say(key, { title: text(title) || text(externalId) })

const linkChanged = ({ externalSystem, externalId, state }: Record<string, unknown>): Sentence =>
  say(text(state) === '' ? 'linkChanged' : 'linkState', { system: text(externalSystem), id: text(externalId), state: text(state) })

type Change = (value: unknown, names: Names, before: unknown) => Sentence

const attributeChanges = eachAttribute(
  (name): Change =>
    (value, names) => ({
      key: `attributes.${name}.${value === noAttributes[name] ? 'removed' : 'set'}`,
      values: { value: names.attribute(name, value) },
    }),
)

/** The sentence for a changed attribute; with null, for a cleared one. */
const changes: Record<string, Change> = {
  ...attributeChanges,
  title: (value, _names, before) => ({ ...say('titleChanged', { title: text(value) }), ...rewritten(before, value) }),
  description: (value, _names, before) => ({ ...say('descriptionChanged'), ...rewritten(before, value) }),
  completedAt: (value) => say(value === null ? 'reopened' : 'completed'),
  coverAttachmentId: (value) => say(value === null ? 'coverRemoved' : 'coverSet'),
  link: (value) => linkChanged(value as Record<string, unknown>),
  review: (value, names, before) =>
    say(value === null ? 'reviewWithdrawn' : 'reviewWaits', { name: names.actor(recordIn(value ?? before).agentActorId).name }),
  blocked: (value) => say(value === true ? 'blocked' : 'unblocked'),
}

const descriptions: { readonly [V in Verb]?: Describe } = {
  'card.created': ({ copiedFrom }) => say(copiedFrom === undefined ? 'created' : 'copied'),
  'card.updated': changed,
  'card.moved': ({ fromListId, toListId, fromBoardId, toBoardId }, names) => {
    if (fromBoardId !== toBoardId) return say('movedHere', { list: names.list(toListId) })
    if (fromListId === toListId) return say('reordered', { list: names.list(toListId) })
    return say('moved', { from: names.list(fromListId), to: names.list(toListId) })
  },
  'card.due_soon': ({ dueAt }, names) => say('dueSoon', { date: names.date(dueAt) }),
  'card.review_requested': ofActor('reviewWaits', 'agentActorId'),
  'card.reviewed': ({ verdict, note }) => reviewed(verdict === 'accept' ? 'workAccepted' : 'workSentBack', text(note)),
  'card.archived': plain('archived'),
  'card.unarchived': plain('unarchived'),
  'card.deleted': plain('deleted'),
  'card.assigned': ofActor('assigned'),
  'card.unassigned': ofActor('unassigned'),
  'card.delegated': ofActor('delegated', 'agentActorId'),
  'card.undelegated': ofActor('undelegated', 'agentActorId'),
  'card.labeled': ofLabel('labeled'),
  'card.unlabeled': ofLabel('unlabeled'),
  'card.linked': ofLink('linked'),
  'card.unlinked': ofLink('unlinked'),
  'card.related': ({ otherCardId, kind }, names) => say(relatedAs[text(kind)] ?? 'related', { card: names.card(otherCardId) }),
  'card.unrelated': ({ otherCardId }, names) => say('unrelated', { card: names.card(otherCardId) }),
  'card.blocked': plain('blocked'),
  'card.unblocked': plain('unblocked'),
  'card.mentioned': ({ mentionedActorIds }, names) => say('mentioned', { names: names.actors(mentionedActorIds) }),
  'card.priority_changed': changed,
  'card.field_set': (payload, names) => ({
    ...say('fieldSet', { field: names.field(payload.fieldId), value: names.value(payload.value) }),
    ...fieldTexts(payload, payload.value, names),
  }),
  'card.field_cleared': (payload, names) => ({
    ...say('fieldCleared', { field: names.field(payload.fieldId) }),
    ...fieldTexts(payload, '', names),
  }),
  'card.attachment_added': withText('attached', 'filename'),
  'card.attachment_removed': withText('detached', 'filename'),
  'card.checklist_item_added': withText('itemAdded', 'text'),
  'card.checklist_item_updated': itemChanged,
  'card.checklist_item_completed': withText('itemTicked', 'text'),
  'card.checklist_item_removed': withText('itemRemoved', 'text'),
  'comment.added': plain('commented'),
  'comment.edited': ({ previous, body }) => ({ ...say('commentEdited'), ...rewritten(recordIn(previous).body, body) }),
  'comment.deleted': plain('commentDeleted'),
  'comment.mentioned': ({ mentionedActorIds }, names) => say('mentioned', { names: names.actors(mentionedActorIds) }),
  'agent_session.created': ofActor('sessionOpened', 'agentActorId'),
  'agent_session.question': withText('asked', 'question'),
  'agent_session.answered': ({ answer, byDefault }) => say(byDefault === true ? 'answeredByDefault' : 'answered', { answer: text(answer) }),
  // Other changes of a session are shown in its trail.
  'agent_session.updated': ({ undone, agentActorId }, names) =>
    typeof undone === 'boolean' ? say(undone ? 'sessionUndone' : 'sessionBack', { name: names.actor(agentActorId).name }) : [],
  'agent_session.completed': ofActor('sessionDone', 'agentActorId'),
  'agent_session.failed': ({ agentActorId, reason }, names) =>
    say(isCanceled({ state: 'error', failureReason: String(reason) }) ? 'sessionCanceled' : 'sessionFailed', {
      name: names.actor(agentActorId).name,
      reason: names.reason(reason),
    }),
  'vcs.branch_created': ofPullRequest('branchCreated'),
  'vcs.pr_drafted': ofPullRequest('prDrafted'),
  'vcs.pr_opened': ofPullRequest('prOpened'),
  'vcs.review_requested': ofPullRequest('reviewRequested'),
  'vcs.pr_approved': ofPullRequest('prApproved'),
  'vcs.pr_merged': ofPullRequest('prMerged'),
  'vcs.pr_closed': ofPullRequest('prClosed'),
}

function itemChanged(payload: Record<string, unknown>): readonly Sentence[] {
  const values = { text: text(payload.text) }
  const { isRewritten, isUnticked, isMoved, isAssigned } = itemChangeIn(payload)
  return [
    ...(isRewritten || isAssigned || !(isUnticked || isMoved)
      ? [{ ...say('itemChanged', values), ...rewritten(recordIn(payload.previous).text, payload.text) }]
      : []),
    ...(isUnticked ? [say('itemUnticked', values)] : []),
    ...(isMoved ? [say('itemMoved', values)] : []),
  ]
}

const fieldTexts = ({ fieldId, previous }: Record<string, unknown>, to: unknown, names: Names): Pick<Sentence, 'texts'> =>
  names.isTextField(fieldId) ? rewritten(recordIn(previous).value, to) : {}

const reviewed = (key: 'workAccepted' | 'workSentBack', note: string): Sentence => (note === '' ? say(key) : say(`${key}With`, { note }))

const relatedAs: Record<string, OfHistory> = { blocks: 'blocks', parent: 'parentOf' }

function changed(payload: Record<string, unknown>, names: Names): Sentence[] {
  const previous = recordIn(payload.previous)
  return Object.entries(payload).flatMap(([name, value]) => {
    const change = changes[name]
    return change ? [change(value, names, previous[name])] : []
  })
}
