import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { searchConditions } from './search.ts'

/** A search kept under a name. Specification: service §4, decisions §3. */
export const viewLayout = z.enum(['board', 'list', 'calendar'])
/** The conditions as they were given; flags are booleans. */
export const viewQuery = z.object({ ...searchConditions, completed: z.boolean().optional(), archived: z.boolean().optional() })

export const view = z
  .object({
    id,
    boardId: id,
    name: z.string(),
    query: viewQuery,
    layout: viewLayout,
    shared: z.boolean().describe('false = visible to its owner only.'),
    ownerActorId: id,
    version: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'View' })
export type View = z.infer<typeof view>
