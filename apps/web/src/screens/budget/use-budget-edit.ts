import type { Budget } from '@tandem/contract'
import { useEdits } from '../../ui/form/use-edits.ts'

export const limits = ['tokens', 'costUsd', 'minutes'] as const
type Texts = Record<(typeof limits)[number], string>

export type BudgetEdit = {
  values: Texts
  set: (limit: keyof Texts, value: string) => void
  isChanged: boolean
  /** This budget with the changed limits: those that were left alone stay as someone else has set them meanwhile. Null = no limit. */
  over: (now: Budget | null | undefined) => Budget | null
  /** The limits are saved: the edit ends, but for what has been typed since they were sent. */
  finish: () => void
}

/** The limits of a budget in a form. */
export function useBudgetEdit(kept: Budget | null | undefined): BudgetEdit {
  const { values, set, isChanged, changed, finish } = useEdits(textsOf(kept))
  return { values, set, isChanged, over: (now) => budgetIn({ ...textsOf(now), ...changed }), finish: () => finish(changed) }
}

function textsOf(budget: Budget | null | undefined): Texts {
  const text = (limit: keyof Texts) => String(budget?.[limit] ?? '')
  return { tokens: text('tokens'), costUsd: text('costUsd'), minutes: text('minutes') }
}

/** Null if all fields are empty. Limits are validated by the service. */
function budgetIn(texts: Texts): Budget | null {
  const budget: Budget = {}
  for (const limit of limits) if (texts[limit]) budget[limit] = Number(texts[limit])
  return Object.keys(budget).length === 0 ? null : budget
}
