import type { Budget } from '@tandem/contract'

/** Limits of sessions, agents and boards. Specification: beyond §5. */
export const limits = ['tokens', 'costUsd', 'minutes'] as const

export const isSameBudget = (one: Budget | null, other: Budget | null): boolean =>
  (one === null) === (other === null) && limits.every((name) => one?.[name] === other?.[name])
