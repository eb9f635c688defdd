import { z } from 'zod'
import { explanation, id, priority, role, sessionState, sha256Hex, timestamp } from './fields.ts'
import { budget } from './records/agents/budget.ts'
import { aboutAnswer, aboutQuestion } from './records/agents/question.ts'
import { verdicts } from './records/agents/review.ts'
import { planItem, sessionContext, sessionTrigger } from './records/agents/session.ts'
import { author } from './records/author.ts'
import { importedComment } from './records/boards/board.ts'
import { importSource } from './records/boards/import-source.ts'

/**
 * Every verb of the activity log with the shape of its payload. Specification: service §6, decisions §3–§5. Payloads may gain keys: a
 * reader ignores unknown verbs and keys.
 */
const changed = z
  .looseObject({ previous: z.record(z.string(), z.unknown()).optional() })
  .describe('Changed attributes with their new values, and `previous`.')
const changedOf = (key: string) => z.looseObject({ [key]: id, previous: z.record(z.string(), z.unknown()).optional() })
const onCard = <S extends z.ZodRawShape>(shape: S) => z.object({ cardId: id, ...shape })
const textAuthor = author
  .optional()
  .describe('Present if the text comes from an integration or from outside the board; otherwise the actor is the author.')
const partAuthor = author.optional().describe('The author of the text, if it comes from an integration or from outside the board.')
const checklistItemState = z.object({
  text: z.string(),
  position: z.string(),
  doneAt: timestamp.nullable(),
  doneBy: id.nullable(),
  assigneeActorId: id.nullable(),
  author: author.optional().describe('Absent in old activities.'),
})
const checklist = onCard({
  itemId: id,
  text: z.string(),
  author: partAuthor,
  previous: checklistItemState.optional().describe('The complete item as it was before; absent for a new item, and in old activities.'),
})
const stateAfter = 'The item as it is now. Absent in old activities.'
const checklistChanged = checklist.extend({
  position: z.string().optional().describe(stateAfter),
  doneAt: timestamp.nullish().describe(stateAfter),
  assigneeActorId: id.nullish().describe(stateAfter),
})
const fieldBefore = z
  .object({ value: z.unknown(), author: author.optional() })
  .optional()
  .describe('The previous value, null for none; absent in old activities.')
const link = z.object({ linkId: id, externalSystem: z.string(), externalId: z.string(), externalUrl: z.string() })
const blocked = z.object({ blockers: z.array(z.string()), blockersElsewhere: z.int().describe('How many more, on other boards.') })
const session = {
  sessionId: id,
  cardId: id,
  cardKey: z.string(),
  boardName: z.string(),
  agentActorId: id,
  initiatorActorId: id,
  state: sessionState,
}
const codeHost = z.object({
  filters: z.object({ targetBranch: z.string().optional() }),
  externalSystem: z.string().optional(),
  externalId: z.string().optional(),
  externalUrl: z.string().optional(),
  title: z.string().optional(),
})
const webhookOnly = z.object({ webhookId: id })

export const verbs = {
  'board.created': z.object({ name: z.string(), copiedFrom: id.optional().describe('The board that it is a copy of.') }),
  'board.updated': changed,
  'board.archived': z.object({}),
  'board.unarchived': z.object({}),
  'board.imported': z
    .object({
      importId: id,
      source: importSource,
      created: z.record(z.string(), z.int()),
      log: z
        .object({ boardId: id, seq: z.int().min(0), hash: sha256Hex })
        .optional()
        .describe('The end of the log in the file, according to the file: it identifies the export that this board was imported from.'),
    })
    .describe('The last activity of an import: the board has its members from then on.'),
  'board.view_saved': z.object({ viewId: id, name: z.string().nullable() }),
  'board.view_updated': z.looseObject({ viewId: id, name: z.string().nullable().optional() }),
  'board.view_removed': z.object({ viewId: id, name: z.null().optional() }),
  'list.created': z.object({ listId: id, name: z.string() }),
  'list.updated': changedOf('listId'),
  'list.moved': z.object({ listId: id, position: z.string(), previous: z.object({ position: z.string() }).optional() }),
  'list.archived': z.object({ listId: id }),
  'list.unarchived': z.object({ listId: id }),
  'card.created': z.object({
    title: z.string(),
    listId: id,
    author: textAuthor,
    copiedFrom: id.optional().describe('The card that it is a copy of.'),
  }),
  'card.updated': changed
    .extend({ author: author.optional() })
    .describe(
      '`author` is present with a new title or description if the text comes from an integration or from outside the board, or if its author has changed.',
    ),
  'card.moved': z.looseObject({
    fromListId: id,
    toListId: id,
    position: z.string(),
    fromPosition: z.string().optional().describe('Within a board; absent in old activities.'),
    fromBoardId: id.optional(),
    toBoardId: id.optional(),
  }),
  'card.due_soon': z
    .object({ dueAt: timestamp })
    .describe('One day before the card is due, or when a due date within one day is set: once for each date.'),
  'card.review_requested': z
    .object({
      sessionId: id,
      agentActorId: id,
      since: timestamp,
      previous: z
        .object({ review: z.object({ sessionId: id, agentActorId: id, since: timestamp }) })
        .optional()
        .describe('The review of an earlier session, if its work was waiting.'),
    })
    .describe('An agent has completed its session in a list where a person must review its work.'),
  'card.reviewed': z.object({
    verdict: z.enum(verdicts),
    note: z.string().nullable(),
    sessionId: id.describe('The session whose work was reviewed.'),
    agentActorId: id,
  }),
  'card.archived': onCard({}),
  'card.unarchived': onCard({}),
  'card.deleted': onCard({ key: z.string() }).describe('The card was permanently deleted. Its entries in the log are kept.'),
  'card.assigned': z.object({ actorId: id }),
  'card.unassigned': z.object({ actorId: id }),
  'card.delegated': z.object({ agentActorId: id, delegatedByActorId: id }),
  'card.undelegated': z.object({ agentActorId: id }),
  'card.labeled': z.object({ labelId: id }),
  'card.unlabeled': z.object({ labelId: id }),
  'card.linked': link,
  'card.unlinked': link,
  'card.related': z.object({ otherCardId: id, kind: z.string() }),
  'card.unrelated': z.object({ otherCardId: id, kind: z.string() }),
  'card.blocked': blocked.describe(
    'The card was not blocked before. `blockers` are the keys of the cards of this board that block it now.',
  ),
  'card.unblocked': blocked.describe(
    'The card is no longer blocked. `blockers` are the keys of the cards of this board that blocked it last.',
  ),
  'card.mentioned': onCard({ mentionedActorIds: z.array(id), author: textAuthor }),
  'card.priority_changed': z.object({ priority, previous: z.object({ priority }).partial().optional() }),
  'card.field_set': z.object({ fieldId: id, value: z.unknown(), author: partAuthor, previous: fieldBefore }),
  'card.field_cleared': z.object({ fieldId: id, previous: fieldBefore }),
  'card.attachment_added': onCard({
    attachmentId: id,
    filename: z.string(),
    author: partAuthor,
    contentType: z.string(),
    sizeBytes: z.int(),
  }),
  'card.attachment_removed': onCard({
    attachmentId: id,
    filename: z.string(),
    author: partAuthor,
    wasCover: z.literal(true).optional().describe('It was the cover of the card.'),
  }),
  'card.checklist_item_added': checklist,
  'card.checklist_item_updated': checklistChanged,
  'card.checklist_item_completed': checklist,
  'card.checklist_item_removed': checklist,
  'comment.added': z.object({ commentId: id, body: z.string(), author: textAuthor, imported: importedComment.optional() }),
  'comment.edited': z.object({
    commentId: id,
    body: z.string(),
    author: textAuthor,
    previous: z.object({ body: z.string() }).optional().describe('The previous text; absent in old activities.'),
  }),
  'comment.deleted': onCard({ commentId: id }),
  'comment.reaction_added': onCard({ commentId: id, emoji: z.string() }),
  'comment.reaction_removed': onCard({ commentId: id, emoji: z.string() }),
  'comment.mentioned': onCard({ commentId: id, mentionedActorIds: z.array(id) }),
  'field.created': z.looseObject({ fieldId: id }),
  'field.updated': changedOf('fieldId'),
  'field.deleted': z.object({ fieldId: id }),
  'label.created': z.object({ labelId: id, name: z.string(), color: z.string() }),
  'label.updated': changedOf('labelId'),
  'label.removed': z.object({
    labelId: id,
    name: z.string().optional(),
    color: z.string().optional(),
    cards: z.int().optional().describe('How many cards had the label. These three are absent in old activities.'),
  }),
  'member.added': z.object({ actorId: id, role }),
  'member.role_changed': z.object({ actorId: id, role }),
  'member.removed': z.object({ actorId: id }),
  'member.requested': z
    .object({ actorId: id, role, requestId: id })
    .describe("A board admin requests someone else's agent; its owner decides whether it joins."),
  'member.request_declined': z.object({ actorId: id, requestId: id }),
  'member.invited': z.object({ email: z.string(), role }),
  'member.invitation_revoked': z.object({ email: z.string() }),
  'member.profile_changed': z.looseObject({ actorId: id }),
  'actor.capabilities_changed': z.object({ actorId: id, capabilities: z.object({ delegatable: z.boolean(), mentionable: z.boolean() }) }),
  'integration.installed': z.object({ integrationId: id, type: z.string(), actorId: id }),
  'integration.updated': z.object({ integrationId: id, status: z.string() }),
  'integration.removed': z.object({ integrationId: id, type: z.string() }),
  'rule.created': z.looseObject({ ruleId: id, name: z.string() }),
  'rule.updated': changedOf('ruleId'),
  'rule.removed': z.object({ ruleId: id }),
  'rule.run': z.looseObject({ ruleId: id, author: textAuthor }),
  'webhook.created': webhookOnly,
  'webhook.updated': webhookOnly.extend({ why: explanation.nullish().describe('Why the service turned it off.') }),
  'webhook.removed': webhookOnly,
  'webhook.pinged': z.object({ webhookId: id, deliveryId: id }),
  'webhook.redelivered': z.object({ webhookId: id, deliveryId: id }),
  'webhook.replayed': z
    .object({ webhookId: id, since: id, through: id })
    .describe('The events after `since`, up to `through`, are resent.'),
  'agent_session.created': z.object({
    ...session,
    trigger: sessionTrigger,
    context: sessionContext,
    waitingFor: z.array(z.string()).optional().describe('Keys of the cards of this board that must be done before the session can start.'),
    waitingForHidden: z.int().optional().describe('How many more, on other boards.'),
  }),
  'agent_session.updated': z.object({
    ...session,
    statusText: z.string().nullable().optional(),
    plan: z.array(planItem).nullable().optional(),
    stopRequested: z.boolean().optional(),
    startRequested: z.boolean().optional().describe('A person allowed the session to start on a blocked card.'),
    unblocked: z.boolean().optional().describe('Its card is no longer blocked: the session can start.'),
    budget: budget.nullable().optional().describe('A person changed the budget to this.'),
    undone: z.boolean().optional().describe('A person undid (true) or restored (false) what the session did.'),
    acts: z.int().optional().describe('With undone: how many activities were undone.'),
    left: z.int().optional().describe('With undone: how many activities were left, at least in part.'),
  }),
  'agent_session.progress': z.object({ ...session, note: z.string() }),
  'agent_session.question': z.object({
    ...session,
    eventId: id,
    question: z.string(),
    options: z.array(z.string()),
    ...aboutQuestion,
  }),
  'agent_session.answered': z.object({
    ...session,
    eventId: id,
    questionEventId: id.optional().describe('The question that it answers. Absent in old activities.'),
    answer: z.string(),
    answeredByActorId: id,
    ...aboutAnswer,
    budget: budget.optional().describe('The new limits, if the answer extends the budget.'),
  }),
  'agent_session.log': z.object({ ...session, payload: z.record(z.string(), z.unknown()) }),
  'agent_session.completed': z.object({ ...session, summary: z.string() }),
  'agent_session.failed': z.object({ ...session, reason: z.string() }),
  'vcs.branch_created': codeHost,
  'vcs.pr_drafted': codeHost,
  'vcs.pr_opened': codeHost,
  'vcs.review_requested': codeHost,
  'vcs.pr_approved': codeHost,
  'vcs.pr_merged': codeHost,
  'vcs.pr_closed': codeHost,
} as const satisfies Record<string, z.ZodType>

export type Verb = keyof typeof verbs
export type PayloadOf<V extends Verb> = z.infer<(typeof verbs)[V]>

export const verbNames = Object.keys(verbs) as Verb[]

const families = new Set(verbNames.map(familyOf))

/** `card.moved` → `card.*`. */
export function familyOf(verb: string): string {
  return `${verb.slice(0, verb.indexOf('.'))}.*`
}

/** A verb, `*`, or a family such as `agent_session.*`. */
export function isSelector(selector: string): boolean {
  return selector === '*' || Object.hasOwn(verbs, selector) || families.has(selector)
}

/** The selectors for a webhook of an actor, which gets only that actor's own sessions: other selectors would never match. */
export const ownSelectors: readonly string[] = ['*', 'agent_session.*', ...verbNames.filter((verb) => verb.startsWith('agent_session.'))]

/** The selectors under which a verb is delivered. */
export function selectorsOf(verb: Verb): string[] {
  return ['*', familyOf(verb), verb]
}

/** The canonical Activity: the body of a webhook, of a poll and of a socket frame. */
export const activity = z
  .object({
    id,
    boardId: id,
    seq: z.int().min(1),
    cardId: id.nullable(),
    actorId: id,
    verb: z.enum(verbNames as [Verb, ...Verb[]]),
    payload: z.record(z.string(), z.unknown()),
    origin: z.object({ integrationId: id, externalId: z.string().optional() }).optional(),
    createdAt: timestamp,
    hash: sha256Hex
      .optional()
      .describe(
        'The hash of this activity and the previous hash (docs/verifiable-log.md). Absent in old rows until the service has computed it.',
      ),
    payloadHash: sha256Hex.optional().describe('The hash of the payload as canonical JSON (RFC 8785).'),
    sessionId: id
      .optional()
      .describe(
        'For an act of an agent: the session in which it was done. Absent if there is none, or if there are several and none was named.',
      ),
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof activity>
