import { z } from 'zod'
import { id, listCategory, role, sessionState, timestamp, why, wipPolicy } from '../../fields.ts'
import { budget } from '../agents/budget.ts'
import { aboutQuestion } from '../agents/question.ts'
import { acceptances, cardReview } from '../agents/review.ts'
import { author } from '../author.ts'
import { attributeOutputs } from '../cards/attributes.ts'

/** The pause of a board's agents: its author, time and reason. Specification: beyond §3. */
export const agentsPaused = z.object({ at: timestamp, by: id, reason: z.string() }).meta({ id: 'AgentsPaused' })
export type AgentsPaused = z.infer<typeof agentsPaused>

/** Boards, lists and cards in answers of the service. Specification: service §2, decisions §3. */
const boardFields = {
  id,
  name: z.string(),
  description: z.string(),
  agentGuidance: z.string(),
  agentsPaused: agentsPaused.nullable().describe('Set while agent sessions cannot start here.'),
  reviewByOthers: z.boolean().describe('The person who requested the work of an agent may not review it.'),
  maxAgentSessions: z.int().nullable().describe('How many agent sessions can work here at once. null = no limit.'),
  completeParents: z.boolean().describe('A card is completed when its last sub-card is completed.'),
  monthlyBudget: budget.nullable().describe('What its sessions may use in a calendar month (UTC) before a person is asked.'),
  keyPrefix: z.string(),
  version: z.int(),
  archivedAt: timestamp.nullable(),
  createdAt: timestamp,
}

export const board = z.object({ ...boardFields, role: role.describe("The caller's role.") }).meta({ id: 'Board' })
export type Board = z.infer<typeof board>

export const delegation = z.object({ agentActorId: id, delegatedByActorId: id, delegatedAt: timestamp }).meta({ id: 'Delegation' })
export type Delegation = z.infer<typeof delegation>

/** The newest session of a card, as its tile shows it. */
export const sessionSummary = z.object({
  id,
  state: sessionState,
  statusText: z.string().nullable(),
  stale: z.boolean(),
  stopRequestedAt: timestamp.nullable(),
  failureReason: z
    .string()
    .nullish()
    .describe('Of a session in `error`: the first 200 characters of the reason. undelegated = it was canceled.'),
  expiresAt: aboutQuestion.expiresAt,
  defaultOption: aboutQuestion.defaultOption,
})

export const cardSummary = z
  .object({
    id,
    number: z.int(),
    key: z.string(),
    title: z.string(),
    external: z.literal(true).optional().describe('The title comes from outside the board; otherwise absent.'),
    listId: id,
    rank: z.string(),
    ...attributeOutputs,
    completedAt: timestamp.nullable(),
    archivedAt: timestamp.nullable(),
    labelIds: z.array(id),
    assigneeActorIds: z.array(id),
    delegation: delegation.nullable(),
    checklist: z.object({ done: z.int(), total: z.int() }),
    blocked: z.boolean().describe('A card that is neither completed nor archived blocks it.'),
    progress: z.object({ done: z.int(), total: z.int() }).describe('Counts its sub-cards that are not archived.'),
    commentCount: z.int(),
    attachmentCount: z.int(),
    coverAttachmentId: id.nullable().describe('The image attachment shown on its tile.'),
    session: sessionSummary.nullable(),
    review: cardReview.nullable().describe('Set while the work of an agent waits for a person.'),
    version: z.int(),
    updatedAt: timestamp,
  })
  .meta({ id: 'CardSummary' })
export type CardSummary = z.infer<typeof cardSummary>

/** The queue of a list: cards that agents claim by themselves. Specification: beyond §3. */
export const listQueue = z.object({ agentActorIds: z.array(id).describe('Empty = any agent of the board.') }).meta({ id: 'ListQueue' })
export type ListQueue = z.infer<typeof listQueue>

const listFields = {
  id,
  name: z.string(),
  rank: z.string(),
  wipLimit: z.int().nullable(),
  wipPolicy,
  category: listCategory,
  acceptance: z.enum(acceptances).describe('required: a person reviews the work of agents here before the card is completed.'),
  queue: listQueue.nullable(),
  color: z.string().nullable().describe('The color of its header: a name such as `red`, or `#rrggbb`.'),
  archivedAt: timestamp.nullable(),
}
export const list = z.object({ ...listFields, boardId: id, createdAt: timestamp }).meta({ id: 'List' })
export type List = z.infer<typeof list>

export const treeMember = z
  .object({
    actorId: id,
    role,
    kind: z.enum(['human', 'agent']),
    name: z.string(),
    handle: z.string(),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'TreeMember' })

const outlineFields = {
  ...boardFields,
  seq: z.int().describe('The last activity that this response includes: subscribe or poll from here.'),
  labels: z.array(z.object({ id, name: z.string(), color: z.string() })),
  fields: z.array(z.object({ id, name: z.string(), type: z.string(), options: z.array(z.string()).nullable() })),
  members: z.array(treeMember),
}

/** A board without its cards: the names behind the ids on cards. */
export const boardOutline = z.object({ ...outlineFields, lists: z.array(z.object(listFields)) }).meta({ id: 'BoardOutline' })
export type BoardOutline = z.infer<typeof boardOutline>

/** A whole board in one answer, the same for all readers. */
export const boardTree = z
  .object({
    ...outlineFields,
    lists: z.array(
      z.object({
        ...listFields,
        cards: z.array(cardSummary),
        more: z.boolean().optional().describe('true: the list has more cards than are shown here.'),
      }),
    ),
  })
  .meta({ id: 'BoardTree' })
export type BoardTree = z.infer<typeof boardTree>

/** The author and time of an imported comment or attachment, as the file states them: this instance cannot verify them. */
export const importedComment = z.object({ authorName: z.string().nullable(), createdAt: timestamp.nullable() })
export type ImportedComment = z.infer<typeof importedComment>

/** An emoji under a comment, and the actors who added it, the earliest first. */
export const reaction = z.object({ emoji: z.string(), actorIds: z.array(id) }).meta({ id: 'Reaction' })
export type Reaction = z.infer<typeof reaction>

export const comment = z
  .object({
    id,
    cardId: id,
    actorId: id,
    author,
    body: z.string(),
    sessionId: id.nullable(),
    createdAt: timestamp,
    editedAt: timestamp.nullable(),
    deletedAt: timestamp.nullable(),
    imported: importedComment
      .optional()
      .describe('Present if it was imported: who wrote it and when, according to the file. `actorId` is who imported it.'),
    reactions: z.array(reaction).optional().describe('Present where there are any, the first kind first.'),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof comment>

/** Why the mention of an agent opened no session. */
export const whyUnopened = z.enum(['not_allowed', 'not_mentionable', 'at_work', 'author_at_work', 'too_many', 'external'])

/** The result of mentioning an agent. Specification: beyond §1. */
export const agentCall = z
  .object({
    handle: z.string(),
    agentActorId: id,
    opened: z.boolean().describe('Whether a session was opened for this.'),
    sessionId: id.optional().describe('The session that was opened, or the one on this card that got the comment.'),
    because: whyUnopened.optional().describe('Why none was opened.'),
    message: z.string().optional(),
    ...why,
  })
  .meta({ id: 'AgentCall' })
export type AgentCall = z.infer<typeof agentCall>

/** A comment in the answer to its author. */
export const writtenComment = z
  .object({
    ...comment.shape,
    calls: z.array(agentCall).optional().describe('For each mentioned agent, whether it was started.'),
  })
  .meta({ id: 'WrittenComment' })
export type WrittenComment = z.infer<typeof writtenComment>

export const checklistItem = z
  .object({
    id,
    cardId: id,
    text: z.string(),
    /** The author of the text. For a text that is older than this record, the creator of the card stands for its author. */
    author,
    done: z.boolean(),
    doneAt: timestamp.nullable(),
    doneByActorId: id.nullable(),
    assigneeActorId: id.nullable(),
    rank: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'ChecklistItem' })
export type ChecklistItem = z.infer<typeof checklistItem>
