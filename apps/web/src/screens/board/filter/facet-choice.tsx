import { ChevronLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Picker } from '../../../ui/base/picker.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { type Facet, fieldChange } from './facets.tsx'
import type { Filter } from './filter.ts'
import { WrittenField } from './written-field.tsx'

type Props = {
  facet: Facet
  filter: Filter
  onChange: (change: Filter) => void
  /** Leads back to all conditions; absent if this one was opened alone. */
  onBack?: (() => void) | undefined
  onDone: () => void
}

/** The choices of a facet. */
export function FacetChoice({ facet, filter, onChange, onBack, onDone }: Props) {
  const t = useTranslations('views.filter')
  return (
    <>
      {onBack && (
        <Button variant="quiet" size="sm" className="-ml-1 mb-1.5 pl-1" onClick={onBack}>
          <ChevronLeft size={14} aria-hidden /> {facet.name}
        </Button>
      )}
      {facet.field ? (
        <WrittenField
          field={facet.field}
          value={filter.field?.[facet.id]}
          onChange={(value) => onChange(fieldChange(filter, facet.id, value))}
          onDone={onDone}
        />
      ) : (
        <Picker
          label={facet.name}
          options={facet.options}
          multiple={facet.multiple}
          hasFocus={!matchMedia('(pointer: coarse)').matches}
          onPick={(optionId) => onChange(facet.changeOf(optionId))}
          onBack={onBack}
          empty={t('noChoice')}
        />
      )}
      {facet.id === 'label' && (filter.label?.length ?? 0) > 1 && (
        <AnyOrAll isAll={filter.everyLabel === true} onChange={(everyLabel) => onChange({ everyLabel })} />
      )}
    </>
  )
}

function AnyOrAll({ isAll, onChange }: { isAll: boolean; onChange: (isAll: boolean) => void }) {
  const t = useTranslations('views.filter')
  return (
    <fieldset aria-label={t('label')} className="mt-1.5 flex gap-1 border-line border-t pt-2">
      {[false, true].map((all) => (
        <Button
          key={String(all)}
          variant="quiet"
          size="sm"
          aria-pressed={isAll === all}
          className={classes(isAll === all && 'bg-accent-soft text-ink!')}
          onClick={() => onChange(all)}
        >
          {t(all ? 'allLabels' : 'anyLabel')}
        </Button>
      ))}
    </fieldset>
  )
}
