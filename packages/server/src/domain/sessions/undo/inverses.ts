import { attributeNames, type ReasonToLeave, type Verb } from '@tandem/contract'

/**
 * The inverse of each verb: the parts that its activities change, and their values before, from the log. A verb without an inverse gives
 * the reason, which an undo lists; a verb that only reports has nothing to restore. The table has every verb, or does not compile
 * (docs/decisions/undo.md).
 */
export type PartKind = OfCard | Hanging | OfBoard
type OfCard = 'attribute' | 'place' | 'archived' | 'label' | 'assignee'
type Hanging = 'delegate' | 'field' | 'relation' | 'item' | 'comment' | 'attachment' | 'review'
type OfBoard = 'listMade' | 'list' | 'listPlace' | 'listArchived' | 'labelMade' | 'labelText'
const ofBoard: readonly OfBoard[] = ['listMade', 'list', 'listPlace', 'listArchived', 'labelMade', 'labelText']
/** The lists and labels of a board. */
export const partsOfBoard: ReadonlySet<PartKind> = new Set<PartKind>(ofBoard)

/** One thing that an activity has changed: two activities about the same part have the same key. */
export type Part = { kind: PartKind; id: string; key: string; field?: string }
export const partKeyOf = ({ kind, id, key }: Part): string => {
  const [otherId = '', relation] = kind === 'relation' ? key.split('/') : []
  // It holds both ways, and is recorded on the card that was named.
  return relation === 'relates' && otherId < id ? `${kind}/${otherId}/${id}/${relation}` : `${kind}/${id}/${key}`
}

/** An activity, or as much of it as tells which parts it is about: `keys` are those of its payload. */
export type Seen = { verb: Verb; cardId: string | null; payload: Readonly<Record<string, unknown>>; keys: readonly string[] }

type Invertible = {
  parts: (seen: Seen) => Part[]
  /** The value before; undefined = the log does not have it. */
  before: (payload: Seen['payload'], key: string) => unknown
  /** Whether the activity only records a consequence of other acts. */
  follows?: (seen: Seen) => boolean
  /** Why this one is left all the same. */
  leave?: (payload: Seen['payload']) => ReasonToLeave | undefined
}
export type Inverse = Invertible | { leave: ReasonToLeave } | { tells: true }

const onCard =
  (kind: PartKind, key?: string) =>
  ({ cardId, payload }: Seen): Part[] =>
    cardId === null || (key !== undefined && payload[key] === undefined)
      ? []
      : [{ kind, id: cardId, key: key === undefined ? '' : String(payload[key]) }]
const of =
  (kind: PartKind, idKey: string) =>
  ({ payload }: Seen): Part[] =>
    typeof payload[idKey] === 'string' ? [{ kind, id: payload[idKey], key: '' }] : []
const previousIn = (payload: Seen['payload']) => (payload.previous ?? {}) as Readonly<Record<string, unknown>>
const always = (value: unknown) => () => value

/** The review that a card waits for, as requested, withdrawn or decided. */
const review = ({ cardId }: Seen): Part[] => (cardId === null ? [] : [{ kind: 'review', id: cardId, key: 'review', field: 'review' }])

const cardTexts = ['title', 'description', ...attributeNames, 'coverAttachmentId', 'completedAt']
const attributes: Invertible = {
  parts: (seen) => {
    const { cardId, keys } = seen
    if (cardId === null) return []
    const ofTexts = keys.filter((key) => cardTexts.includes(key)).map((key): Part => ({ kind: 'attribute', id: cardId, key, field: key }))
    return keys.includes('review') ? [...ofTexts, ...review(seen)] : ofTexts
  },
  before: (payload, key) => previousIn(payload)[key],
  // How many sub-cards are done is counted anew with each of them.
  follows: ({ keys }) => keys.includes('progress') && keys.every((key) => key === 'progress' || key === 'undoOf'),
}
const rowParts =
  (kind: PartKind, idKey: string, names: readonly string[]) =>
  ({ payload, keys }: Seen): Part[] =>
    keys.filter((key) => names.includes(key)).map((key) => ({ kind, id: String(payload[idKey]), key, field: key }))
const item = { parts: of('item', 'itemId'), before: (payload: Seen['payload']) => payload.previous }
const field = {
  parts: onCard('field', 'fieldId'),
  before: (payload: Seen['payload']) => ('previous' in payload ? (previousIn(payload).value ?? null) : undefined),
}
const comment = { parts: of('comment', 'commentId'), before: (payload: Seen['payload']) => previousIn(payload).body }
/** A cover goes with its image. */
const removedAttachment: Invertible = {
  parts: (seen) => {
    const { cardId, keys } = seen
    const cover = 'coverAttachmentId'
    const ofCover: Part[] =
      cardId !== null && keys.includes('wasCover') ? [{ kind: 'attribute', id: cardId, key: cover, field: cover }] : []
    return [...of('attachment', 'attachmentId')(seen), ...ofCover]
  },
  before: ({ attachmentId }, key) => (key === '' ? true : attachmentId),
}
const relation = ({ cardId, payload }: Seen): Part[] =>
  cardId === null || payload.otherCardId === undefined
    ? []
    : [{ kind: 'relation', id: cardId, key: `${String(payload.otherCardId)}/${String(payload.kind)}` }]
const listTexts = ['name', 'wipLimit', 'wipPolicy', 'category', 'acceptance', 'color', 'queue']
const [tells, setting, final] = [{ tells: true }, { leave: 'setting' }, { leave: 'final' }] as const

export const inverses: Record<Verb, Inverse> = {
  'card.created': { parts: onCard('archived'), before: always(true) },
  'card.updated': attributes,
  'card.priority_changed': attributes,
  'card.moved': {
    parts: onCard('place'),
    before: ({ fromListId, fromPosition }) => (fromListId === undefined ? undefined : { listId: fromListId, position: fromPosition }),
    leave: ({ fromBoardId, toBoardId }) => ((fromBoardId ?? toBoardId) === undefined ? undefined : 'other_board'),
  },
  'card.archived': { parts: onCard('archived'), before: always(false) },
  'card.unarchived': { parts: onCard('archived'), before: always(true) },
  'card.deleted': final,
  // A session that is completed later takes the place of the one that waits.
  'card.review_requested': { parts: review, before: (payload) => previousIn(payload).review ?? null },
  // Only people decide: none of it is done under a session.
  'card.reviewed': { parts: review, before: always(undefined) },
  'card.assigned': { parts: onCard('assignee', 'actorId'), before: always(false) },
  'card.unassigned': { parts: onCard('assignee', 'actorId'), before: always(true) },
  'card.delegated': { parts: onCard('delegate'), before: always(null) },
  'card.undelegated': { parts: onCard('delegate'), before: ({ agentActorId }) => agentActorId },
  'card.labeled': { parts: onCard('label', 'labelId'), before: always(false) },
  'card.unlabeled': { parts: onCard('label', 'labelId'), before: always(true) },
  'card.related': { parts: relation, before: always(false) },
  'card.unrelated': { parts: relation, before: always(true) },
  'card.field_set': field,
  'card.field_cleared': field,
  'card.checklist_item_added': { ...item, before: always(null) },
  'card.checklist_item_updated': item,
  'card.checklist_item_completed': item,
  'card.checklist_item_removed': item,
  'card.attachment_added': { parts: of('attachment', 'attachmentId'), before: always(false) },
  'card.attachment_removed': removedAttachment,
  'comment.added': { ...comment, before: always(null) },
  'comment.edited': comment,
  // An earlier activity has its text (acts.ts).
  'comment.deleted': comment,
  'list.created': { parts: of('listMade', 'listId'), before: always(false) },
  'list.updated': { parts: rowParts('list', 'listId', listTexts), before: (payload, key) => previousIn(payload)[key] },
  'list.moved': { parts: of('listPlace', 'listId'), before: (payload) => previousIn(payload).position },
  'list.archived': { parts: of('listArchived', 'listId'), before: always(false) },
  'list.unarchived': { parts: of('listArchived', 'listId'), before: always(true) },
  'label.created': { parts: of('labelMade', 'labelId'), before: always(null) },
  'label.updated': { parts: rowParts('labelText', 'labelId', ['name', 'color']), before: (payload, key) => previousIn(payload)[key] },
  'label.removed': {
    parts: of('labelMade', 'labelId'),
    before: ({ name, color }) => (name === undefined ? undefined : { name, color }),
    // The log does not say which cards had it.
    leave: ({ cards }) => (cards === 0 || cards === undefined ? undefined : 'final'),
  },

  // Reactions show what the agent thinks of a comment, and change nothing on the card.
  'comment.reaction_added': final,
  'comment.reaction_removed': final,
  // Links belong to integrations, which keep them in step with the external objects.
  'card.linked': final,
  'card.unlinked': final,

  'board.created': setting,
  'board.updated': setting,
  'board.archived': setting,
  'board.unarchived': setting,
  'board.imported': setting,
  'board.view_saved': setting,
  'board.view_updated': setting,
  'board.view_removed': setting,
  'field.created': setting,
  'field.updated': setting,
  'field.deleted': setting,
  'member.added': setting,
  'member.role_changed': setting,
  'member.removed': setting,
  'member.requested': setting,
  'member.request_declined': setting,
  'member.invited': setting,
  'member.invitation_revoked': setting,
  'member.profile_changed': setting,
  'actor.capabilities_changed': setting,
  'integration.installed': setting,
  'integration.updated': setting,
  'integration.removed': setting,
  'rule.created': setting,
  'rule.updated': setting,
  'rule.removed': setting,
  'webhook.created': setting,
  'webhook.updated': setting,
  'webhook.removed': setting,

  // Consequences of other acts, which an undo of those takes back.
  'card.blocked': tells,
  'card.unblocked': tells,
  'card.due_soon': tells,
  'card.mentioned': tells,
  'comment.mentioned': tells,
  // The trail of the session stays, as do the sessions that it has opened.
  'agent_session.created': tells,
  'agent_session.updated': tells,
  'agent_session.progress': tells,
  'agent_session.question': tells,
  'agent_session.answered': tells,
  'agent_session.log': tells,
  'agent_session.completed': tells,
  'agent_session.failed': tells,
  // Messages that were sent, and events elsewhere.
  'rule.run': tells,
  'webhook.pinged': tells,
  'webhook.redelivered': tells,
  'webhook.replayed': tells,
  'vcs.branch_created': tells,
  'vcs.pr_drafted': tells,
  'vcs.pr_opened': tells,
  'vcs.review_requested': tells,
  'vcs.pr_approved': tells,
  'vcs.pr_merged': tells,
  'vcs.pr_closed': tells,
}

/** The parts that an activity changed; none for a verb that only reports. */
export function partsOf(seen: Seen): Part[] {
  const inverse = inverses[seen.verb]
  return 'parts' in inverse ? inverse.parts(seen) : []
}

/** Whether there is nothing to restore because the activity only records a consequence of other acts. */
export function followsOthers(seen: Seen): boolean {
  const inverse = inverses[seen.verb]
  return 'parts' in inverse && inverse.follows?.(seen) === true
}

/** Verbs that change cards, and verbs that change lists and labels: such later activities may conflict with an undo. */
const verbsOf = (isOfCard: boolean): Verb[] =>
  (Object.keys(inverses) as Verb[]).filter((verb) => 'parts' in inverses[verb] && /^(list|label)\./.test(verb) !== isOfCard)
export const changesOfCards = verbsOf(true)
export const changesOfRelations: Verb[] = ['card.related', 'card.unrelated']
export const changesOfBoard = verbsOf(false)
