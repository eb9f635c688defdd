import type { Budget } from '@tandem/contract'
import { InvalidArgumentError } from 'commander'
import { Complaint } from './failures.ts'
import { readAmounts } from './read-amounts.ts'

const limits: Readonly<Record<string, keyof Budget>> = { tokens: 'tokens', usd: 'costUsd', minutes: 'minutes' }

export const budgetHint = 'Give one or more limits, such as tokens=200000,usd=2.5,minutes=30.'

/** `tokens=200000,usd=2.5,minutes=30`. Throws InvalidArgumentError. */
export const readBudget = (text: string): Budget =>
  readAmounts(text, { names: limits, what: 'limit', hint: budgetHint, least: Number.MIN_VALUE })

/** For an argument; `none` removes the budget. Throws Complaint. */
export function readBudgetOrNone(text: string): Budget | null {
  if (text === 'none') return null
  try {
    return readBudget(text)
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new Complaint('wrong usage', error.message) : error
  }
}
