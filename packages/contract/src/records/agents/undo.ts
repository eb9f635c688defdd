import { z } from 'zod'
import { id, why } from '../../fields.ts'

/** The result of undoing a session: its changes, and those that were left. Specification: beyond §7. */
export const reasonsToLeave = [
  'changed_since',
  'card_deleted',
  'other_board',
  'gone',
  'in_use',
  'before_unknown',
  'attachment',
  'setting',
  'final',
  'refused',
] as const
export type ReasonToLeave = (typeof reasonsToLeave)[number]

export const leftByUndo = z
  .object({
    cardId: id.nullable().describe('null = a list, a label or a setting of the board.'),
    field: z.string().optional().describe('The part of the card, if the activity changed several.'),
    activityId: id,
    because: z.enum(reasonsToLeave),
    message: z.string(),
    ...why,
  })
  .meta({ id: 'LeftByUndo' })
export type LeftByUndo = z.infer<typeof leftByUndo>

/** The most activities that one undo takes back. */
export const mostUndone = 1_000

export const undoResult = z
  .object({
    undone: z.array(id).describe('The activities that are undone, newest first.'),
    conflicts: z
      .array(leftByUndo)
      .describe('What is left as it is, and why. An activity that changed several things can be here and in undone.'),
    hidden: z.int().min(0).describe('How many activities are left on boards that you cannot see.'),
    cards: z
      .array(
        z.object({
          cardId: id.nullable(),
          cardKey: z.string().nullable(),
          title: z.string().nullable(),
          verbs: z.array(z.object({ verb: z.string(), count: z.int() })).describe('How many activities of each verb are undone.'),
        }),
      )
      .describe(
        'The cards of both; cardId null = lists and labels. Key and title are null for a card that was deleted or that you cannot see.',
      ),
    isUndone: z.boolean().describe('The state of the session: true = what it did is undone, and the next call restores it.'),
  })
  .meta({ id: 'UndoResult' })
export type UndoResult = z.infer<typeof undoResult>
