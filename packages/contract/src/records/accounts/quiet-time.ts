import { z } from 'zod'
import { weekdays } from '../../days/quiet-until.ts'
import { schemaProblem } from '../../refusals.ts'

/** The times when a person wants no email and no push notifications. Specification: beyond §6. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaProblem('timeOfDayUnfit'))
const from = timeOfDay.nullable().describe('When the quiet hours of each day start, in your own time zone; null = none.')
const to = timeOfDay.nullable().describe('When they end. Earlier than `from` = on the next day.')
const days = z
  .array(z.enum(weekdays))
  .max(weekdays.length)
  .refine((given) => new Set(given).size === given.length, schemaProblem('optionTwice'))
  .refine((given) => new Set(given).size < weekdays.length, schemaProblem('quietEveryDay'))
  .describe('Days that are quiet from midnight to midnight.')

export const quietTime = z.object({ from, to, days }).meta({ id: 'QuietTime' })
export type QuietTime = z.infer<typeof quietTime>

/** The input for setting it: omitted parts become empty. */
export const quietTimeToSet = z
  .object({ from: from.default(null), to: to.default(null), days: days.default([]) })
  .refine((given) => (given.from === null) === (given.to === null), { message: schemaProblem('quietHoursHalf'), path: ['to'] })
  .refine((given) => given.from === null || given.from !== given.to, { message: schemaProblem('quietHoursNoEnd'), path: ['to'] })
  .refine((given) => given.from !== null || given.to !== null || given.days.length > 0, {
    message: schemaProblem('quietNever'),
    path: ['from'],
  })
