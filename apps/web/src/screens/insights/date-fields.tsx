import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '../../ui/form/field.tsx'
import { mostDays } from './range.ts'

type Dates = { from: string; to: string }

/** The first and the last day. Typed dates are kept here until they are a valid range. */
export function DateFields({ shown, onChoose }: { shown: Dates; onChoose: (dates: Dates) => void }) {
  const t = useTranslations('insights')
  const [typed, setTyped] = useState<Partial<Dates>>({})
  const dates = { ...shown, ...typed }
  const problem = problemOf(dates)
  const type = (what: Partial<Dates>) => {
    const next = { ...dates, ...what }
    setTyped(next)
    if (problemOf(next) === null) onChoose(next)
  }
  return (
    <div className="grid w-full grid-cols-2 gap-3 md:flex md:w-auto md:gap-5">
      <Field
        className="min-w-0 grid-cols-1"
        label={t('from')}
        type="date"
        value={dates.from}
        problem={problem && problem !== 'incomplete' ? t(`problem.${problem}`, { count: mostDays }) : null}
        onChange={(event) => type({ from: event.target.value })}
      />
      <Field
        className="min-w-0 grid-cols-1"
        label={t('to')}
        type="date"
        value={dates.to}
        onChange={(event) => type({ to: event.target.value })}
      />
    </div>
  )
}

function problemOf({ from, to }: Dates): 'incomplete' | 'order' | 'long' | null {
  if (from === '' || to === '') return 'incomplete'
  if (from > to) return 'order'
  return Date.parse(to) - Date.parse(from) >= mostDays * 86_400_000 ? 'long' : null
}
