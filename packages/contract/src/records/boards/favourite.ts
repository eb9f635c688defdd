import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** A board or a saved view that the caller marked with a star. */
export const favourite = z
  .object({
    itemId: id.describe('The id of the board or the view.'),
    kind: z.enum(['board', 'view']),
    name: z.string().describe('The name of the board or the view.'),
    boardId: id,
    boardName: z.string(),
    keyPrefix: z.string().describe('The key prefix of the board.'),
    archivedAt: timestamp.nullable().describe('When the board was archived; null if it is not.'),
  })
  .meta({ id: 'Favourite' })
export type Favourite = z.infer<typeof favourite>

export const mostFavourites = 50
