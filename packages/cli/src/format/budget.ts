import type { BoardUsage, Budget, BudgetUsed } from '@tandem/contract'

const units = { tokens: 'tokens', costUsd: 'USD', minutes: 'minutes' } as const
const names = Object.keys(units) as (keyof typeof units)[]
const numeral = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 })

/** `1,050 of 200,000 tokens, 0.5 of 2 USD`; without `used` the limits alone. */
export function budgetText(budget: Budget | null | undefined, used?: BudgetUsed): string {
  if (!budget) return ''
  return names
    .filter((name) => budget[name] !== undefined)
    .map((name) => `${used ? `${numeral(used[name])} of ` : ''}${numeral(budget[name] ?? 0)} ${units[name]}`)
    .join(', ')
}

/** `1,050 of 200,000 tokens, 0.5 USD, 3 minutes`: without a limit the usage stands alone. */
export const usageText = ({ budget, budgetUsed }: BoardUsage): string =>
  names
    .map((name) => `${numeral(budgetUsed[name])}${budget?.[name] === undefined ? '' : ` of ${numeral(budget[name])}`} ${units[name]}`)
    .join(', ')
