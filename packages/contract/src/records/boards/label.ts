import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** A label of a board. Specification: service §2, decisions §3. */
export const label = z.object({ id, boardId: id, name: z.string(), color: z.string(), createdAt: timestamp }).meta({ id: 'Label' })
export type Label = z.infer<typeof label>
