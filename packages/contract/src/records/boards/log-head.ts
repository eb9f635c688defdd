import { z } from 'zod'
import { id, sha256Hex } from '../../fields.ts'

/** The head of the hash chain in the log of a board. Specification: beyond §7. */
export const logHead = z
  .object({
    boardId: id,
    seq: z.int().min(0).describe('The last activity that has a hash.'),
    hash: sha256Hex.describe('Its hash. 64 zeros while no activity has one.'),
    activityId: id.nullable().describe('Its id.'),
    lastSeq: z.int().min(0).describe('The last activity. Above seq while hashes of old activities are being computed.'),
  })
  .meta({ id: 'LogHead' })
export type LogHead = z.infer<typeof logHead>
