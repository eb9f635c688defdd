import { z } from 'zod'
import { timestamp } from '../../fields.ts'
import { schemaProblem } from '../../refusals.ts'

/** The most of each limit; usage beyond it is not counted. */
export const mostBudget = { tokens: 2e15, costUsd: 1e9, minutes: 1e7 } as const

const limitUpTo = (most: number) => z.number().positive().max(most).optional()

/** The limits up to which usage needs no approval: beyond them the service asks a person. Specification: beyond §5. */
export const budget = z
  .object({
    tokens: limitUpTo(mostBudget.tokens).describe('Input and output tokens together.'),
    costUsd: limitUpTo(mostBudget.costUsd),
    minutes: limitUpTo(mostBudget.minutes).describe('Minutes in the state working, by the clock of the service. Fractions are allowed.'),
  })
  .refine((limits) => Object.values(limits).some((limit) => limit !== undefined), schemaProblem('budgetEmpty'))
  .meta({ id: 'Budget' })
export type Budget = z.infer<typeof budget>

export const budgetUsed = z.object({
  tokens: z.number(),
  costUsd: z.number(),
  minutes: z.number().describe('Rounded down to hundredths at the last event, then counted in whole minutes.'),
})
export type BudgetUsed = z.infer<typeof budgetUsed>

/** The usage of a board's sessions since the month began. */
export const boardUsage = z
  .object({
    since: timestamp.describe('The start of this month (UTC).'),
    budget: budget
      .nullable()
      .describe('The limits of this month: `monthlyBudget`, added again each time an admin extended it. null = none.'),
    budgetUsed: z.object({
      tokens: z.number(),
      costUsd: z.number(),
      minutes: z.number().describe('Rounded down to hundredths. Sessions that work at the same time are added up.'),
    }),
  })
  .meta({ id: 'BoardUsage' })
export type BoardUsage = z.infer<typeof boardUsage>

/** The options of the question that the service asks, as they are sent back. Any other answer counts as `finish`. */
export const budgetAnswers = { more: 'Same budget once more', finish: 'Finish now', stop: 'Stop' } as const
export type BudgetAnswer = keyof typeof budgetAnswers
