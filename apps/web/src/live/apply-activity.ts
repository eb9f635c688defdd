import { type ActivityOf } from '@tandem/client'
import { type Activity, attributeNames, type Verb } from '@tandem/contract'
import { type BoardModel, type CardModel, changeCard, changeList, compare, dropCard, findCard } from './board-model.ts'

/** The data to read again because the payload does not carry it: one card, the members, or the whole tree. */
export type Need = { what: 'card'; cardId: string } | { what: 'members' } | { what: 'tree' }
export type Applied = { board: BoardModel; needs: readonly Need[] }

type Rule<V extends Verb> = (board: BoardModel, activity: ActivityOf<V>) => Applied

/** A rank of this length, in characters, may make the service give the whole list new ranks, which no frame carries. */
const ranksMayBeSpread = 60

/**
 * Applies an activity to the board. Pure. An activity that the board includes already changes nothing; one that skips a sequence number, or
 * has an unknown verb, asks for the tree.
 */
export function applyActivity(board: BoardModel, activity: Activity): Applied {
  if (activity.seq <= board.seq) return { board, needs: [] }
  const rule = rules[activity.verb] as Rule<Verb> | undefined
  if (!rule || activity.seq > board.seq + 1) return needing(board, { what: 'tree' })
  const applied = rule(board, activity)
  return { ...applied, board: { ...applied.board, seq: activity.seq } }
}

/** The same for the first cards of a large board: what concerns a card changes nothing, because others of its list are missing. */
export function applyBesideCards(board: BoardModel, activity: Activity): Applied {
  const isNext = activity.seq === board.seq + 1
  return isNext && activity.cardId !== null ? done({ ...board, seq: activity.seq }) : applyActivity(board, activity)
}

const done = (board: BoardModel): Applied => ({ board, needs: [] })
const needing = (board: BoardModel, ...needs: Need[]): Applied => ({ board, needs })
const unseen: Rule<Verb> = (board) => done(board)
const wholeTree: Rule<Verb> = (board) => needing(board, { what: 'tree' })
const members: Rule<Verb> = (board) => needing(board, { what: 'members' })
const wholeCard: Rule<Verb> = (board, { cardId }) => (cardId === null ? done(board) : needing(board, { what: 'card', cardId }))

/** Changes the card of the activity. A card that is not shown may be on its way, so it is read. */
function onCard<V extends Verb>(change: (card: CardModel, activity: ActivityOf<V>) => Partial<CardModel>): Rule<V> {
  return (board, activity) => {
    const { cardId } = activity
    if (cardId === null) return done(board)
    if (!findCard(board, cardId)) return needing(board, { what: 'card', cardId })
    return done(changeCard(board, cardId, (card) => ({ ...card, ...change(card, activity) })))
  }
}

/** The part of a text of a session that a tile has. */
const partOnTile = (text: string): string => text.slice(0, 200)

/** A card shows the session that was opened last. */
function onSession<V extends Verb & `agent_session.${string}`>(
  change: (activity: ActivityOf<V>, session: NonNullable<CardModel['session']>) => Partial<NonNullable<CardModel['session']>>,
): Rule<V> {
  return onCard((card, activity) => {
    const { sessionId: id, state } = activity.payload
    if (card.session?.id !== id) return {}
    const { expiresAt, defaultOption, ...session } = card.session
    const deadline = state === 'awaiting_input' ? { ...(expiresAt && { expiresAt }), ...(defaultOption && { defaultOption }) } : {}
    return { session: { ...session, ...deadline, state, stale: false, ...change(activity, card.session) } }
  })
}

const pick = <K extends string>(payload: Record<string, unknown>, keys: readonly K[]): { [P in K]?: never } =>
  Object.fromEntries(keys.filter((key) => key in payload).map((key) => [key, payload[key]])) as unknown as { [P in K]?: never }

const including = (ids: readonly string[], id: string): string[] => [...new Set([...ids, id])].sort()
const excluding = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id)

const rules: { [V in Verb]: Rule<V> } = {
  'board.created': unseen,
  'board.updated': (board, { payload }) =>
    done({
      ...board,
      ...pick(payload, ['name', 'description', 'agentGuidance', 'agentsPaused', 'maxAgentSessions', 'monthlyBudget']),
      ...pick(payload, ['reviewByOthers', 'completeParents']),
    }),
  'board.archived': (board, { createdAt }) => done({ ...board, archivedAt: createdAt }),
  'board.unarchived': (board) => done({ ...board, archivedAt: null }),
  'board.imported': wholeTree,
  'board.view_saved': unseen,
  'board.view_updated': unseen,
  'board.view_removed': unseen,
  // The payload does not carry the position of the list.
  'list.created': wholeTree,
  'list.updated': (board, { payload }) =>
    done(
      changeList(
        board,
        String(payload.listId),
        pick(payload, ['name', 'wipLimit', 'wipPolicy', 'category', 'acceptance', 'color', 'queue']),
      ),
    ),
  'list.moved': (board, { payload }) =>
    board.lists.some((list) => list.rank.length >= ranksMayBeSpread)
      ? needing(board, { what: 'tree' })
      : done(changeList(board, payload.listId, { rank: payload.position })),
  'list.archived': (board, { payload }) => done({ ...board, lists: board.lists.filter((list) => list.id !== payload.listId) }),
  'list.unarchived': wholeTree,
  'card.created': (board, activity) =>
    activity.cardId !== null && findCard(board, activity.cardId) ? done(board) : wholeCard(board, activity),
  'card.updated': onCard((_, { payload }) => ({
    ...pick(payload, ['title', ...attributeNames, 'coverAttachmentId', 'completedAt', 'blocked', 'review', 'progress']),
    ...('title' in payload && { external: payload.author?.role === 'external' }),
  })),
  'card.moved': moved,
  'card.due_soon': unseen,
  'card.review_requested': onCard((_, { payload: { since, sessionId, agentActorId } }) => ({
    review: { state: 'waiting', since, sessionId, agentActorId },
  })),
  'card.reviewed': onCard(() => ({ review: null })),
  'card.archived': (board, { payload }) => done(dropCard(board, payload.cardId)),
  'card.unarchived': wholeCard,
  'card.deleted': (board, { payload }) => done(dropCard(board, payload.cardId)),
  'card.assigned': onCard((card, { payload }) => ({ assigneeActorIds: including(card.assigneeActorIds, payload.actorId) })),
  'card.unassigned': onCard((card, { payload }) => ({ assigneeActorIds: excluding(card.assigneeActorIds, payload.actorId) })),
  'card.delegated': onCard((_, { payload: { agentActorId, delegatedByActorId }, createdAt }) => ({
    delegation: { agentActorId, delegatedByActorId, delegatedAt: createdAt },
  })),
  'card.undelegated': onCard((card, { payload }) => (card.delegation?.agentActorId === payload.agentActorId ? { delegation: null } : {})),
  'card.labeled': onCard((card, { payload }) => ({ labelIds: including(card.labelIds, payload.labelId) })),
  'card.unlabeled': onCard((card, { payload }) => ({ labelIds: excluding(card.labelIds, payload.labelId) })),
  'card.linked': unseen,
  'card.unlinked': unseen,
  'card.related': related,
  'card.unrelated': related,
  'card.blocked': onCard(() => ({ blocked: true })),
  'card.unblocked': onCard(() => ({ blocked: false })),
  'card.mentioned': unseen,
  'card.priority_changed': onCard((_, { payload }) => pick(payload, attributeNames)),
  'card.field_set': unseen,
  'card.field_cleared': unseen,
  'card.attachment_added': onCard((card) => ({ attachmentCount: card.attachmentCount + 1 })),
  'card.attachment_removed': onCard((card, { payload: { attachmentId } }) => ({
    attachmentCount: card.attachmentCount - 1,
    ...(card.coverAttachmentId === attachmentId && { coverAttachmentId: null }),
  })),
  'card.checklist_item_added': onCard(({ checklist: { done, total } }) => ({ checklist: { done, total: total + 1 } })),
  // The payload does not say whether an item was unticked, or whether a removed one was ticked.
  'card.checklist_item_updated': wholeCard,
  'card.checklist_item_completed': onCard(({ checklist: { done, total } }) => ({ checklist: { done: done + 1, total } })),
  'card.checklist_item_removed': wholeCard,
  'comment.added': onCard((card) => ({ commentCount: card.commentCount + 1 })),
  'comment.edited': unseen,
  'comment.deleted': onCard((card) => ({ commentCount: card.commentCount - 1 })),
  'comment.reaction_added': unseen,
  'comment.reaction_removed': unseen,
  'comment.mentioned': unseen,
  'field.created': (board, { payload }) => {
    const { fieldId: id, name, type, options } = payload as unknown as BoardModel['fields'][number] & { fieldId: string }
    return done({ ...board, fields: [...board.fields, { id, name, type, options }].sort((one, other) => compare(one.id, other.id)) })
  },
  'field.updated': (board, { payload }) =>
    done({
      ...board,
      fields: board.fields.map((field) => (field.id === payload.fieldId ? { ...field, ...pick(payload, ['name', 'options']) } : field)),
    }),
  'field.deleted': (board, { payload }) => done({ ...board, fields: board.fields.filter((field) => field.id !== payload.fieldId) }),
  'label.created': (board, { payload: { labelId: id, name, color } }) =>
    done({ ...board, labels: [...board.labels, { id, name, color }].sort((one, other) => compare(one.id, other.id)) }),
  'label.updated': (board, { payload }) =>
    done({
      ...board,
      labels: board.labels.map((label) => (label.id === payload.labelId ? { ...label, ...pick(payload, ['name', 'color']) } : label)),
    }),
  'label.removed': labelRemoved,
  'member.added': members,
  // An agent's effective rights depend on the role of its owner, so all members are read.
  'member.role_changed': members,
  'member.removed': (board, { payload }) =>
    done({ ...board, members: board.members.filter((member) => member.actorId !== payload.actorId) }),
  'member.requested': unseen,
  'member.request_declined': unseen,
  'member.invited': unseen,
  'member.invitation_revoked': unseen,
  'member.profile_changed': (board, { payload }) =>
    done(changeMember(board, payload.actorId, pick(payload, ['name', 'handle', 'avatarUrl']))),
  'actor.capabilities_changed': unseen,
  'integration.installed': unseen,
  'integration.updated': unseen,
  'integration.removed': unseen,
  'rule.created': unseen,
  'rule.updated': unseen,
  'rule.removed': unseen,
  'rule.run': unseen,
  'webhook.created': unseen,
  'webhook.updated': unseen,
  'webhook.removed': unseen,
  'webhook.pinged': unseen,
  'webhook.redelivered': unseen,
  'webhook.replayed': unseen,
  'agent_session.created': onCard((_, { payload: { sessionId: id, state } }) => ({
    session: { id, state, statusText: null, stale: false, stopRequestedAt: null },
  })),
  'agent_session.updated': onSession(({ payload: { statusText, stopRequested }, createdAt }, session) => ({
    ...(statusText !== undefined && { statusText }),
    ...(stopRequested && { stopRequestedAt: session.stopRequestedAt ?? createdAt }),
  })),
  'agent_session.progress': onSession(() => ({})),
  'agent_session.question': onSession(({ payload: { expiresAt, defaultOption } }) => ({
    ...(expiresAt !== undefined && { expiresAt }),
    ...(defaultOption !== undefined && { defaultOption: partOnTile(defaultOption) }),
  })),
  'agent_session.answered': onSession(() => ({})),
  'agent_session.log': onSession(() => ({})),
  'agent_session.completed': onSession(() => ({})),
  'agent_session.failed': onSession(({ payload: { reason } }) => ({ failureReason: partOnTile(reason) })),
  'vcs.branch_created': unseen,
  'vcs.pr_drafted': unseen,
  'vcs.pr_opened': unseen,
  'vcs.review_requested': unseen,
  'vcs.pr_approved': unseen,
  'vcs.pr_merged': unseen,
  'vcs.pr_closed': unseen,
}

/** A move within the board, to another board, or from another board. */
function moved(board: BoardModel, { cardId, payload, boardId }: ActivityOf<'card.moved'>): Applied {
  if (cardId === null) return done(board)
  if (payload.toBoardId !== undefined && payload.toBoardId !== boardId) return done(dropCard(board, cardId))
  if (payload.fromBoardId !== undefined && payload.fromBoardId !== boardId) return needing(board, { what: 'card', cardId })
  if (!findCard(board, cardId)) return needing(board, { what: 'card', cardId })
  const there = board.lists.find((list) => list.id === payload.toListId)
  if (!there || there.cards.some((card) => card.rank.length >= ranksMayBeSpread)) return needing(board, { what: 'tree' })
  return done(changeCard(board, cardId, (card) => ({ ...card, listId: payload.toListId, rank: payload.position })))
}

/** Whether a card is still blocked depends on its other blockers, and a parent's progress on all of its sub-cards. */
function related(board: BoardModel, { cardId, payload }: ActivityOf<'card.related' | 'card.unrelated'>): Applied {
  const shown = [cardId, payload.otherCardId].filter((id) => id !== null && findCard(board, id)) as string[]
  return payload.kind === 'relates' ? done(board) : needing(board, ...shown.map((cardId) => ({ what: 'card' as const, cardId })))
}

function labelRemoved(board: BoardModel, { payload: { labelId } }: ActivityOf<'label.removed'>): Applied {
  const lists = board.lists.map((list) => {
    if (!list.cards.some((card) => card.labelIds.includes(labelId))) return list
    return { ...list, cards: list.cards.map((card) => ({ ...card, labelIds: excluding(card.labelIds, labelId) })) }
  })
  return done({ ...board, lists, labels: board.labels.filter((label) => label.id !== labelId) })
}

function changeMember(board: BoardModel, actorId: string, change: Partial<BoardModel['members'][number]>): BoardModel {
  return { ...board, members: board.members.map((member) => (member.actorId === actorId ? { ...member, ...change } : member)) }
}
