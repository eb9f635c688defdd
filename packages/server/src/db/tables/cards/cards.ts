import type { AuthorRole, CardReview, Priority } from '@tandem/contract'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SessionRow } from '../agents/sessions.ts'
import { instant } from '../types.ts'

export const cards = pgTable('cards', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  listId: uuid('list_id').notNull(),
  number: integer('number').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  rank: text('rank').notNull(),
  priority: text('priority').$type<Priority>().notNull(),
  startAt: instant('start_at'),
  dueAt: instant('due_at'),
  estimate: doublePrecision('estimate'),
  completedAt: instant('completed_at'),
  archivedAt: instant('archived_at'),
  createdBy: uuid('created_by').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  delegateActorId: uuid('delegate_actor_id'),
  delegatedBy: uuid('delegated_by'),
  delegatedAt: instant('delegated_at'),
  latestSessionId: uuid('latest_session_id'),
  checklistTotal: integer('checklist_total').notNull().default(0),
  checklistDone: integer('checklist_done').notNull().default(0),
  commentCount: integer('comment_count').notNull().default(0),
  attachmentCount: integer('attachment_count').notNull().default(0),
  coverAttachmentId: uuid('cover_attachment_id'),
  /** The completed work of an agent that waits for a person. */
  review: json('review').$type<Omit<CardReview, 'state'>>(),
  archivedWithList: boolean('archived_with_list').notNull().default(false),
  /** The title came from outside the board. */
  titleExternal: boolean('title_external').notNull().default(false),
  /** The last author of the description; null = the creator of the card. */
  describedBy: uuid('described_by'),
  /** The role of that author at the time of writing; null for descriptions older than this column. */
  descriptionRole: text('description_role').$type<AuthorRole>(),
  remindDueAt: instant('remind_due_at'),
  updatedStretch: instant('updated_stretch')
    .notNull()
    .generatedAlwaysAs(sql`date_bin('00:05:00'::interval, updated_at, '2000-01-01 00:00:00+00'::timestamp with time zone)`),
})

/** Leaves out the columns that only workers and indexes use. */
export type CardRow = Omit<typeof cards.$inferSelect, 'remindDueAt' | 'updatedStretch'>

/** The view card_faces: a card with the columns of its tile. */
export type CardFaceRow = CardRow & {
  assigneeIds: string[]
  labelIds: string[]
  /** A card that is neither completed nor archived blocks it. */
  blocked: boolean
  /** It blocks another card, or would if it were open. */
  blocks: boolean
  /** Counts its sub-cards that are not archived. */
  children: readonly [done: number, total: number]
  /** Whether it is a sub-card. */
  hasParent: boolean
  /** Whether it has a watcher. */
  watched: boolean
  sessionState: SessionRow['state'] | null
  sessionStatusText: string | null
  sessionLastEventAt: string | null
  sessionStopRequestedAt: string | null
  sessionLeaseExpiresAt: string | null
  /** The first 200 characters. */
  sessionFailureReason: string | null
  /** The deadline of the open question, and the default that is taken then. */
  sessionExpiresAt: string | null
  sessionDefaultOption: string | null
}

/** The columns of a card for acts beside it, such as comments: reading them takes a third of the work of the view. */
export type CardBriefRow = Pick<CardFaceRow, 'boardId' | 'id' | 'createdBy' | 'assigneeIds' | 'watched'>
