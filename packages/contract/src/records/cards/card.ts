import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'
import { session } from '../agents/session.ts'
import { author } from '../author.ts'
import { cardSummary, checklistItem, comment, importedComment } from '../boards/board.ts'
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
    author,
    createdAt: timestamp,
    imported: importedComment
      .optional()
      .describe('Present if it was imported: who attached it and when, according to the file. `createdByActorId` is who imported it.'),
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof attachment>

/** The title and description that a web page states. */
export const linkPreview = z
  .object({ url: z.string(), title: z.string(), siteName: z.string(), description: z.string().nullable() })
  .meta({ id: 'LinkPreview' })
export type LinkPreview = z.infer<typeof linkPreview>

export const fieldValue = z.object({ fieldId: id, value: z.unknown(), author })

/** A card without its comments, attachments and other parts: the answer to creating and changing one. */
export const cardRecord = z
  .object({ ...cardSummary.shape, boardId: id, description: z.string(), createdBy: id, createdAt: timestamp })
  .meta({ id: 'CardRecord' })
export type CardRecord = z.infer<typeof cardRecord>

/** The most sub-cards that one call creates. */
export const mostChildrenAtOnce = 50

export const childCard = z.object({ ...cardSummary.shape, boardId: id }).meta({ id: 'ChildCard' })

/** The optional parts of a copied card. */
export const cardParts = ['labels', 'assignees', 'fields', 'dates', 'checklist', 'attachments'] as const
export type CardPart = (typeof cardParts)[number]

export const copiedCard = z
  .object({
    ...cardRecord.shape,
    dropped: z
      .object({ labels: z.array(z.string()), fields: z.array(z.string()), assigneeActorIds: z.array(id) })
      .describe('What was not copied: labels and fields that the other board does not have, by name, and people who are not on it.'),
  })
  .meta({ id: 'CopiedCard' })

/** The people of an imported card, by the names in its file. */
export const importedCard = z.object({
  authorName: z.string().nullable(),
  assigneeNames: z.array(z.string()).describe('People who are not members of the board.'),
})
export type ImportedCard = z.infer<typeof importedCard>

export const card = z
  .object({
    ...cardRecord.shape,
    /**
     * The author of the last change of the description. The role is external while the title or the description came from an external
     * author.
     */
    author,
    checklistItems: z.array(checklistItem),
    comments: z.array(comment).describe('The latest 50, oldest first; fewer if they are larger than 4 MiB.'),
    links: z.array(entityLink),
    attachments: z.array(attachment),
    fieldValues: z.array(fieldValue),
    watchers: z.array(id),
    relations: z.array(cardRelation).describe('The relations to cards that the caller can read.'),
    sessions: z
      .array(session)
      .describe('The live ones and the latest 50 ended ones, newest first; fewer ended ones if they are larger than 4 MiB.'),
    imported: importedCard.optional().describe('Present if it was imported: names from the file.'),
  })
  .meta({ id: 'Card' })
export type Card = z.infer<typeof card>
