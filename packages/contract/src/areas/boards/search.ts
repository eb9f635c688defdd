import { z } from 'zod'
import { id, limit } from '../../fields.ts'
import { read } from '../../operation.ts'
import { searchConditions, searchHit } from '../../records/boards/search.ts'

/** Search over every board that the caller can read. Specification: service §4, decisions §3. */
export const search = {
  'search.cards': read({
    summary: 'Search cards by text and filters on every board that you can read',
    spec: 'service §4, decisions §3',
    access: { self: true, scope: 'boards:read' },
    input: z.object({
      ...searchConditions,
      boardId: z
        .union([id, z.array(id).min(1).max(50)])
        .optional()
        .describe('Only these boards.'),
      limit,
      cursor: z.string().max(500).optional().describe('From the Link header of the previous page.'),
    }),
    output: z.array(searchHit),
    rest: 'GET /api/search/cards',
    errors: ['not_found'],
    paged: true,
  }),
} as const
