import { z } from 'zod'
import { id } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { favourite } from '../../records/boards/favourite.ts'

/** Boards and saved views marked by the caller: private, in an order that the caller chose. */
export const favourites = {
  'favourite.list': read({
    summary: 'List your favorite boards and saved views, in your order',
    spec: 'beyond §10',
    access: { self: true, scope: 'boards:read' },
    input: z.object({}),
    output: z.array(favourite),
    rest: 'GET /api/me/favourites',
  }),
  'favourite.set': mutation({
    summary: 'Add a board or a saved view to your favorites, or change its position',
    spec: 'beyond §10',
    access: { self: true, scope: 'boards:read' },
    input: z.object({
      itemId: id.describe('The id of the board or the view.'),
      below: id
        .nullable()
        .optional()
        .describe('The favorite just above the position; null = none. Absent = at the end, or where it already is.'),
    }),
    output: z.array(favourite),
    rest: 'PUT /api/me/favourites/:itemId',
    errors: ['not_found', 'conflict'],
    unaudited: true,
  }),
  'favourite.clear': mutation({
    summary: 'Remove a board or a saved view from your favorites',
    spec: 'beyond §10',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ itemId: id.describe('The id of the board or the view.') }),
    output: null,
    rest: 'DELETE /api/me/favourites/:itemId',
    unaudited: true,
  }),
} as const
