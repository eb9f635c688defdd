import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { activity } from '../verbs.ts'
import { boardTree, comment, list, treeMember } from './board.ts'
import { card } from './card.ts'
import { field } from './field.ts'
import { label } from './label.ts'
import { relation } from './relation.ts'
import { rule } from './rule.ts'
import { session } from './session.ts'
import { view } from './view.ts'

/** Boards on their way out of the service and into it. Specification: decisions §3. */
const { id: boardId, name, description, agentGuidance, keyPrefix, archivedAt, createdAt, seq } = boardTree.shape

const exportedCard = z.object({
  ...card.shape,
  comments: z.array(comment).describe('All of them, oldest first.'),
  sessions: z.array(session).describe('All of them, oldest first.'),
  relations: z.array(relation),
})

/** A board as one JSON document. Left out: secrets, webhooks, integrations, the bytes of files and other people's private views. */
export const boardExport = z
  .object({
    format: z.literal('tandem-board'),
    formatVersion: z.literal(1),
    exportedAt: timestamp,
    board: z.object({ id: boardId, name, description, agentGuidance, keyPrefix, archivedAt, createdAt, seq }),
    members: z.array(treeMember),
    actors: z.array(treeMember.omit({ role: true })).describe('Everyone else whom the document names.'),
    labels: z.array(label),
    fields: z.array(field),
    lists: z.array(list),
    cards: z.array(exportedCard),
    views: z.array(view),
    rules: z.array(rule),
    activity: z.array(activity).describe('The whole log, ascending.'),
  })
  .meta({ id: 'BoardExport' })
export type BoardExport = z.infer<typeof boardExport>

/** An import under way or over. */
export const boardImport = z
  .object({
    importId: id,
    state: z.enum(['queued', 'running', 'done', 'failed']),
    done: z.int().min(0).describe('Cards and other entries dealt with so far.'),
    total: z.int().min(0).nullable().describe('null until the file has been read.'),
    boardId: id.nullable().describe('The board that came of it.'),
    report: z
      .object({
        source: z.enum(['tandem', 'trello', 'csv']).nullable(),
        created: z.record(z.string(), z.int()).describe('How many of each: lists, cards, labels, comments …'),
        skipped: z.array(z.object({ what: z.string(), reason: z.string() })).describe('What was left out and why; the first 200.'),
        skippedCount: z.int().min(0),
        error: z.string().nullable().describe('Why it failed.'),
      })
      .nullable(),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'BoardImport' })
export type BoardImport = z.infer<typeof boardImport>
