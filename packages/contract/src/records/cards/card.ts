import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'
import { session } from '../agents/session.ts'
import { cardSummary, checklistItem, comment } from '../boards/board.ts'
import { cardRelation } from './relation.ts'

/** An object of an external system that a card is linked to. Specification: service §2, decisions §3. */
export const entityLink = z
  .object({
    id,
    linkId: id,
    cardId: id,
    integrationId: id,
    system: z.string(),
    externalSystem: z.string(),
    externalId: z.string(),
    url: z.string(),
    externalUrl: z.string(),
    title: z.string().nullable(),
    state: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'EntityLink' })
export type EntityLink = z.infer<typeof entityLink>

export const attachment = z
  .object({
    id,
    attachmentId: id,
    cardId: id,
    kind: z.enum(['file', 'link']),
    name: z.string(),
    filename: z.string(),
    contentType: z.string().nullable(),
    sizeBytes: z.int().nullable(),
    url: z.string(),
    createdByActorId: id,
    createdAt: timestamp,
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof attachment>

export const fieldValue = z.object({ fieldId: id, value: z.unknown() })

/** A card without what hangs on it: the answer to creating and changing one. */
export const cardRecord = z
  .object({ ...cardSummary.shape, boardId: id, description: z.string(), createdBy: id, createdAt: timestamp })
  .meta({ id: 'CardRecord' })
export type CardRecord = z.infer<typeof cardRecord>

/** The most sub-cards that one call creates. */
export const mostChildrenAtOnce = 50

export const childCard = z.object({ ...cardSummary.shape, boardId: id }).meta({ id: 'ChildCard' })

/** What a copy of a card takes along or leaves. */
export const cardParts = ['labels', 'assignees', 'fields', 'dates', 'checklist', 'attachments'] as const
export type CardPart = (typeof cardParts)[number]

export const copiedCard = z
  .object({
    ...cardRecord.shape,
    dropped: z
      .object({ labels: z.array(z.string()), fields: z.array(z.string()), assigneeActorIds: z.array(id) })
      .describe('What could not go along: labels and fields that the other board does not have, by name, and people who are not on it.'),
  })
  .meta({ id: 'CopiedCard' })

/** What a file said of the people of a card that came with it. */
export const importedCard = z.object({
  authorName: z.string().nullable(),
  assigneeNames: z.array(z.string()).describe('Those who are not members of the board.'),
})
export type ImportedCard = z.infer<typeof importedCard>

export const card = z
  .object({
    ...cardRecord.shape,
    checklistItems: z.array(checklistItem),
    comments: z.array(comment).describe('The latest 50, oldest first; fewer when they hold more than 4 MiB.'),
    links: z.array(entityLink),
    attachments: z.array(attachment),
    fieldValues: z.array(fieldValue),
    watchers: z.array(id),
    relations: z.array(cardRelation).describe('Those to cards that the caller can read.'),
    sessions: z
      .array(session)
      .describe('The live ones and the latest 50 that have ended, newest first; of these fewer when they hold more than 4 MiB.'),
    imported: importedCard.optional().describe('Present when it came with an import: names that the file says.'),
  })
  .meta({ id: 'Card' })
export type Card = z.infer<typeof card>
