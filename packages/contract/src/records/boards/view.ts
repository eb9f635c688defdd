import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'
import { searchConditions } from './search.ts'

/** A search kept under a name. Specification: service §4, decisions §3. */
export const viewLayout = z.enum(['board', 'list', 'calendar'])
/** The conditions as they were given; flags are booleans. */
const flags = { everyLabel: z.boolean(), completed: z.boolean(), blocked: z.boolean(), archived: z.boolean() }
export const viewQuery = z.object({ ...searchConditions, ...z.object(flags).partial().shape })
export type ViewQuery = z.infer<typeof viewQuery>

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
