import type { Budget } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { Field } from '../../ui/form/field.tsx'

export const limits = ['tokens', 'costUsd', 'minutes'] as const

/** The limits of a budget; an empty field is no limit. */
export function BudgetFields({ budget }: { budget: Budget | null | undefined }) {
  const t = useTranslations('session.budget')
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {limits.map((name) => (
        <Field
          key={name}
          label={t(`limits.${name}`)}
          name={name}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          placeholder={t('none')}
          defaultValue={budget?.[name] ?? ''}
        />
      ))}
    </div>
  )
}

/** Null if all fields are empty. Limits are validated by the service. */
export function budgetIn(values: Record<string, string>): Budget | null {
  const budget: Budget = {}
  for (const name of limits) if (values[name]) budget[name] = Number(values[name])
  return Object.keys(budget).length === 0 ? null : budget
}
