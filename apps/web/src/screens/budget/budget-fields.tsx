import { useTranslations } from 'use-intl'
import { Field } from '../../ui/form/field.tsx'
import { type BudgetEdit, limits } from './use-budget-edit.ts'

type Props = {
  edit: BudgetEdit
  /** What an empty field means, if not that there is no limit. */
  empty?: string
}

/** The limits of a budget. */
export function BudgetFields({ edit, empty }: Props) {
  const t = useTranslations('session.budget')
  return (
    <div className="grid gap-3 md:grid-cols-3">
      {limits.map((name) => (
        <Field
          key={name}
          label={t(`limits.${name}`)}
          name={name}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          placeholder={empty ?? t('none')}
          value={edit.values[name]}
          onChange={(event) => edit.set(name, event.target.value)}
        />
      ))}
    </div>
  )
}
