import { z } from 'zod'
import { id } from '../fields.ts'

/** How a card stands to another one, read as a sentence: it blocks, relates to, or is parent of the other. Specification: decisions §3. */
export const relationKind = z.enum(['blocks', 'relates', 'parent'])
export const relation = z.object({ otherCardId: id, kind: relationKind })
