import type { InputOf } from '@tandem/contract'
import { readAmounts } from './read-amounts.ts'

type Usage = NonNullable<InputOf<'session.post'>['usage']>

const amounts: Readonly<Record<string, keyof Usage>> = { in: 'inputTokens', out: 'outputTokens', usd: 'costUsd' }

export const usageHint = 'Give one or more amounts of usage, such as in=1200,out=300,usd=0.02: input tokens, output tokens, US dollars.'

/** `in=1200,out=300,usd=0.02`. Throws InvalidArgumentError. */
export const readUsage = (text: string): Usage => readAmounts(text, { names: amounts, what: 'usage', hint: usageHint, least: 0 })
