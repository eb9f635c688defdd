import { z } from 'zod'
import { explanation, id, sha256Hex, timestamp } from '../../fields.ts'
import { activity } from '../../verbs.ts'
import { session } from '../agents/session.ts'
import { card } from '../cards/card.ts'
import { relation } from '../cards/relation.ts'
import { boardTree, comment, list, treeMember } from './board.ts'
import { field } from './field.ts'
import { importSource } from './import-source.ts'
import { label } from './label.ts'
import { rule } from './rule.ts'
import { view } from './view.ts'

/** Export and import of boards. Specification: decisions §3. */
const {
  id: boardId,
  name,
  description,
  agentGuidance,
  reviewByOthers,
  completeParents,
  maxAgentSessions,
  monthlyBudget,
  keyPrefix,
  archivedAt,
  createdAt,
  seq,
} = boardTree.shape

const exportedCard = z.object({
  ...card.shape,
  author: card.shape.author.optional().describe('Absent in files of older releases.'),
  archivedWithList: z.boolean().optional().describe('Archived together with its list.'),
  comments: z.array(comment).describe('All of them, oldest first.'),
  sessions: z.array(session).describe('All of them, oldest first.'),
  relations: z.array(relation),
})

/** An entry of the history that came with an imported board, as its file has it: no activity of this instance. */
export const importedEntry = z
  .object({
    seq: z.int().min(1),
    at: timestamp.nullable(),
    actorName: z.string().nullable(),
    verb: z.string().describe('As in the file: a verb of Tandem, or `trello.` and a type of Trello.'),
    cardId: id.nullable().describe('The card of this board that it is about.'),
    payload: z.record(z.string(), z.unknown()).nullable().describe('As in the file; its ids are those of the source.'),
  })
  .meta({ id: 'ImportedEntry' })
export type ImportedEntry = z.infer<typeof importedEntry>

/** A board as one JSON document, without secrets, webhooks, integrations and other people's private views. */
export const boardExport = z
  .object({
    format: z.literal('tandem-board'),
    formatVersion: z.literal(1),
    exportedAt: timestamp,
    board: z.object({
      id: boardId,
      name,
      description,
      agentGuidance,
      reviewByOthers,
      completeParents,
      maxAgentSessions,
      monthlyBudget,
      keyPrefix,
      archivedAt,
      createdAt,
      seq,
    }),
    log: z
      .object({ seq: z.int().min(0), hash: sha256Hex })
      .optional()
      .describe('How far the log has hashes, and the last hash. Absent in files of older releases.'),
    members: z.array(treeMember),
    labels: z.array(label),
    fields: z.array(field),
    lists: z.array(list),
    views: z.array(view),
    rules: z.array(rule),
    cards: z.array(exportedCard),
    activity: z.array(activity).describe('The whole log, ascending.'),
    importedHistory: z.array(importedEntry).optional().describe('The history from earlier imports, ascending.'),
    actors: z.array(treeMember.omit({ role: true })).describe('All other actors in the document.'),
  })
  .meta({ id: 'BoardExport' })
export type BoardExport = z.infer<typeof boardExport>

/** An import in progress or finished. */
const thing = z.object({ kind: z.string(), params: explanation.shape.params }).meta({ id: 'LeftOut' })

export const boardImport = z
  .object({
    importId: id,
    filename: z.string().describe('The name of the file.'),
    state: z.enum(['queued', 'running', 'done', 'failed']),
    done: z.int().min(0).describe('Cards and other entries processed so far.'),
    total: z.int().min(0).nullable().describe('null until the file has been read.'),
    boardId: id.nullable().describe('The imported board; null until it is done.'),
    report: z
      .object({
        source: importSource.nullable(),
        created: z.record(z.string(), z.int()).describe('How many of each: lists, cards, labels, comments …'),
        skipped: z
          .array(z.object({ what: z.string(), reason: z.string(), thing: thing.optional(), why: explanation.optional() }))
          .describe('What was left out, and why; the first 200. `thing` and `why` have the same as data.'),
        skippedCount: z.int().min(0),
        error: z.string().nullable().describe('Why it failed.'),
        why: explanation.optional().describe('The same as data.'),
      })
      .nullable(),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'BoardImport' })
export type BoardImport = z.infer<typeof boardImport>
