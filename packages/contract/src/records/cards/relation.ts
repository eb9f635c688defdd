import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/**
 * The relation of a card to another one, read as a sentence: it blocks, relates to, or is parent of the other. Specification: decisions §3.
 */
export const relationKind = z.enum(['blocks', 'relates', 'parent'])
export const relation = z.object({ otherCardId: id, kind: relationKind })

/** A relation from the view of one of its cards. */
export const cardRelation = z
  .object({
    kind: relationKind,
    direction: z.enum(['out', 'in']).describe('`out`: this card blocks, or is parent of, the other; `in`: the other way round.'),
    card: z.object({
      id,
      boardId: id,
      key: z.string(),
      title: z.string(),
      external: z.literal(true).optional(),
      completedAt: timestamp.nullable(),
      archivedAt: timestamp.nullable(),
    }),
  })
  .meta({ id: 'CardRelation' })
export type CardRelation = z.infer<typeof cardRelation>
