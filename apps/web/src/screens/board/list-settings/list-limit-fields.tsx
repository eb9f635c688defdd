import { type WipPolicy, wipPolicies } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'

type Props = { limit: string; onLimit: (limit: string) => void; policy: WipPolicy; onPolicy: (policy: WipPolicy) => void }

/** The limit of a list, and who is refused beyond it. */
export function ListLimitFields({ limit, onLimit, policy, onPolicy }: Props) {
  const t = useTranslations('list')
  return (
    <>
      <Field
        label={t('limit')}
        type="number"
        inputMode="numeric"
        min={1}
        max={10_000}
        value={limit}
        onChange={(event) => onLimit(event.target.value)}
        hint={t('limitHint')}
      />
      {limit !== '' && (
        <div className="grid gap-1">
          <Select
            label={t('policy')}
            value={policy}
            onChange={(chosen) => onPolicy(wipPolicies.find((one) => one === chosen) ?? policy)}
            choices={wipPolicies.map((one) => [one, t(`policies.${one}`)] as const)}
          />
          {policy !== 'warn' && <p className="text-ink-3 text-sm">{t('policyHint')}</p>}
        </div>
      )}
    </>
  )
}
