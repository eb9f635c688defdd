import { z } from 'zod'
import { httpUrl, id, ifText, ifVersion, limit, markdown, neighbour, timestampInput } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { external } from '../../records/author.ts'
import { attributeInputs } from '../../records/cards/attributes.ts'
import { card, cardParts, cardRecord, childCard, copiedCard, linkPreview, mostChildrenAtOnce } from '../../records/cards/card.ts'
import { activity } from '../../verbs.ts'

const title = z.string().trim().min(1).max(500)
const actorIds = z.array(id).max(50)
const attributes = {
  description: markdown.optional(),
  external: external.describe('Someone outside the board wrote the title and description given here, and you pass them on.'),
  labelIds: actorIds.optional().describe('All labels of the card.'),
  assigneeActorIds: actorIds.optional().describe('All people assigned to the card.'),
  ...attributeInputs,
  beforeId: neighbour.describe('The card just above the position; null = the open end.'),
  afterId: neighbour.describe('The card just below the position; null = the open end.'),
}
const envelope = z.object({ card })

/** Cards. Specification: service §2 and §4, decisions §3. */
export const cards = {
  'card.create': mutation({
    summary: 'Create a card in a list',
    spec: 'service §4, decisions §3',
    access: { target: 'list', role: 'member', scope: 'cards:write' },
    input: z.object({ listId: id, title, ...attributes }),
    output: cardRecord,
    rest: 'POST /api/lists/:listId/cards',
    status: 201,
    records: ['card.created', 'card.assigned', 'card.labeled', 'card.mentioned'],
    errors: ['delegation_required'],
  }),
  'card.get': read({
    summary: 'Read a card with everything on it',
    spec: 'service §4, decisions §3',
    access: { target: 'card', role: 'viewer', scope: 'boards:read' },
    input: z.object({ cardId: id }),
    output: envelope,
    rest: 'GET /api/cards/:cardId',
  }),
  'card.getByKey': read({
    summary: 'Read a card by its key, ignoring case',
    spec: 'service §4',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ key: z.string().max(40) }),
    output: envelope,
    rest: 'GET /api/cards/by-key/:key',
    errors: ['not_found'],
  }),
  'card.update': mutation({
    summary: 'Change, move, complete, reopen or archive a card',
    spec: 'service §4, decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({
      cardId: id,
      title: title.optional(),
      ...attributes,
      completedAt: timestampInput.nullable().optional().describe('A time completes the card, null reopens it.'),
      coverAttachmentId: id.nullable().optional().describe('One of its attachments that is a PNG, JPEG, GIF or WebP; null = no cover.'),
      listId: id.optional(),
      archived: z.boolean().optional(),
      ifVersion,
      ifTitle: ifText,
      ifDescription: ifText,
    }),
    output: cardRecord,
    rest: 'PATCH /api/cards/:cardId',
    records: [
      'card.updated',
      'card.priority_changed',
      'card.labeled',
      'card.unlabeled',
      'card.assigned',
      'card.unassigned',
      'card.moved',
      'card.archived',
      'card.unarchived',
      'card.mentioned',
      'card.undelegated',
      'card.unlinked',
      'card.blocked',
      'card.unblocked',
      'agent_session.updated',
    ],
    errors: ['conflict', 'delegation_required'],
  }),
  'card.linkPreview': read({
    summary: 'Read the title of a web page that the description or a comment of the card links to',
    spec: 'decisions §5',
    access: { target: 'card', role: 'viewer', scope: 'boards:read' },
    input: z.object({ cardId: id, url: httpUrl.describe('The URL exactly as it is written on the card.') }),
    output: z.object({
      preview: linkPreview.nullable().describe('null if the page has no title or cannot be read, or if previews are off.'),
    }),
    rest: 'GET /api/cards/:cardId/link-preview',
    errors: ['not_found'],
  }),
  'card.activity': read({
    summary: 'Read the log of a card',
    spec: 'service §4',
    access: { target: 'card', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      cardId: id,
      limit,
      since: z
        .string()
        .max(64)
        .optional()
        .describe('An activity id of this card or an ISO-8601 time: only strictly newer activities, ascending.'),
      before: id.optional().describe('An activity id of this card: only older activities, newest first.'),
    }),
    output: z.array(activity),
    rest: 'GET /api/cards/:cardId/activity',
    paged: true,
  }),
  'card.assign': mutation({
    summary: 'Assign a person to a card; to give it to an agent, delegate it',
    spec: 'service §4',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, actorId: id }),
    output: z.object({ cardId: id, actorId: id }),
    rest: 'POST /api/cards/:cardId/assignees',
    status: 201,
    records: ['card.assigned'],
    errors: ['delegation_required'],
  }),
  'card.unassign': mutation({
    summary: 'Unassign a person from a card',
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, actorId: id }),
    output: null,
    rest: 'DELETE /api/cards/:cardId/assignees/:actorId',
    records: ['card.unassigned'],
  }),
  'card.addChildren': mutation({
    summary: 'Create sub-cards: one with title, or several with titles',
    spec: 'beyond §4',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({
      cardId: id,
      title: title.optional(),
      titles: z.array(title).min(1).max(mostChildrenAtOnce).optional(),
      listId: id.optional().describe('A list of this board; absent = the list of the card.'),
      description: attributes.description,
      labelIds: attributes.labelIds,
      assigneeActorIds: attributes.assigneeActorIds,
      ...attributeInputs,
    }),
    output: z
      .union([cardRecord, z.object({ children: z.array(cardRecord) })])
      .describe('The card created from title, or the cards from titles, in order.'),
    rest: 'POST /api/cards/:cardId/children',
    status: 201,
    records: ['card.created', 'card.assigned', 'card.labeled', 'card.mentioned', 'card.related'],
    errors: ['conflict', 'delegation_required'],
  }),
  'card.children': read({
    summary: 'List the sub-cards of a card that you can read, in the order in which they were added',
    spec: 'beyond §4',
    access: { target: 'card', role: 'viewer', scope: 'boards:read' },
    input: z.object({ cardId: id }),
    output: z.array(childCard),
    rest: 'GET /api/cards/:cardId/children',
  }),
  'card.delete': mutation({
    summary: 'Permanently delete an archived card, with its comments, files, checklist, relations and sessions',
    spec: 'beyond §4',
    access: { target: 'card', role: 'admin', scope: 'cards:write' },
    input: z.object({ cardId: id }),
    output: null,
    rest: 'DELETE /api/cards/:cardId',
    records: ['card.deleted', 'card.unlinked'],
    errors: ['conflict'],
  }),
  'card.copy': mutation({
    summary: 'Copy a card, within its board or to another one',
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    onArchived: true,
    input: z.object({
      cardId: id,
      listId: id.optional().describe('A list of this board, or of another one where you may write; absent = the list of the card.'),
      beforeId: neighbour.describe(
        'The card just above the position; null = the open end. With neither neighbor given, the copy goes right below the card, or to the end of another list.',
      ),
      afterId: attributes.afterId,
      title: title.optional().describe('Absent = the title of the card.'),
      keep: z
        .array(z.enum(cardParts))
        .max(20)
        .optional()
        .describe(
          'What is copied besides title, description and priority; absent = everything. The copy is open, with its checklist unchecked.',
        ),
    }),
    output: copiedCard,
    rest: 'POST /api/cards/:cardId/copy',
    status: 201,
    records: ['card.created', 'card.labeled', 'card.assigned', 'card.field_set', 'card.checklist_item_added', 'card.attachment_added'],
    errors: ['conflict', 'payload_too_large'],
  }),
} as const
