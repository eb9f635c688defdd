import type { Budget } from '@tandem/contract'
import { InvalidArgumentError } from 'commander'
import { Complaint } from './failures.ts'
import { separated } from './read-option.ts'

const limits: Readonly<Record<string, keyof Budget>> = { tokens: 'tokens', usd: 'costUsd', minutes: 'minutes' }

export const budgetHint = 'Limits are given as tokens=200000,usd=2.5,minutes=30, one of them or more.'

/** `tokens=200000,usd=2.5,minutes=30`. Throws InvalidArgumentError. */
export function readBudget(text: string): Budget {
  const budget: Budget = {}
  for (const part of separated(text)) {
    const [word = '', value = ''] = part.split('=')
    const limit = limits[word.trim()]
    if (limit === undefined || !(Number(value) > 0)) throw new InvalidArgumentError(`${part} is no limit. ${budgetHint}`)
    budget[limit] = Number(value)
  }
  if (Object.keys(budget).length === 0) throw new InvalidArgumentError(budgetHint)
  return budget
}

/** Of an argument; `none` takes the budget away. Throws Complaint. */
export function readBudgetOrNone(text: string): Budget | null {
  if (text === 'none') return null
  try {
    return readBudget(text)
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new Complaint('wrong usage', error.message) : error
  }
}
