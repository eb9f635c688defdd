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
    cardId: id.nullable().describe('null = a list or a label, or a setting of the board.'),
    field: z.string().optional().describe('What of the card, where the activity changed several things.'),
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
    undone: z.array(id).describe('The activities whose changes are taken back, newest first.'),
    conflicts: z
      .array(leftByUndo)
      .describe('What is left as it is, and why. An activity that changed several things may stand here and in undone.'),
    hidden: z.int().min(0).describe('How many activities are left on boards that you cannot see.'),
    cards: z
      .array(
        z.object({
          cardId: id.nullable(),
          cardKey: z.string().nullable(),
          title: z.string().nullable(),
          verbs: z.array(z.object({ verb: z.string(), count: z.int() })).describe('How many activities of each verb are taken back.'),
        }),
      )
      .describe(
        'The cards of both; cardId null = lists and labels. Key and title are null of a card that is gone, or that you cannot see.',
      ),
    isUndone: z.boolean().describe('How the session stands: true = what it did is undone, and the next call brings it back.'),
  })
  .meta({ id: 'UndoResult' })
export type UndoResult = z.infer<typeof undoResult>
