import { z } from 'zod'
import { id } from '../fields.ts'
import { activity } from '../verbs.ts'
import { session } from './agents/session.ts'

/** The header `Prefer` that asks for a dry run, and its confirmation in `Preference-Applied`. */
export const dryRunPreference = 'dry-run'

/** The most items of each kind in the answer of a dry run. */
export const mostPredicted = 1_000

/** The result of a dry run: the mutation is done, its effects are read, and it is rolled back. Specification: beyond §7. */
export const dryRun = z
  .object({
    dryRun: z.literal(true),
    result: z
      .unknown()
      .describe('The body of the real response. Ids and times are new in each call; a secret that is shown only once is null.'),
    activities: z.array(activity).describe('The activities that would be recorded, in order.'),
    notifications: z.array(z.object({ actorId: id, reason: z.string(), activityId: id, cardId: id.nullable() })),
    deliveries: z.array(z.object({ webhookId: id, activityId: id, verb: z.string() })).describe('What would be sent to webhooks.'),
    sessions: z.array(session).describe('Sessions that would open or change. Needs the scope `sessions:read`.'),
    rules: z
      .array(z.object({ ruleId: id, name: z.string(), boardId: id, activityId: id }))
      .describe('Rules that would run afterwards, with what triggers them. Their actions are not included. Needs the scope `boards:read`.'),
    cut: z
      .array(z.enum(['activities', 'notifications', 'deliveries', 'sessions', 'rules']))
      .optional()
      .describe('The lists that were cut off.'),
  })
  .meta({ id: 'DryRun' })
export type DryRun<Result = unknown> = Omit<z.infer<typeof dryRun>, 'result'> & { result: Result }
