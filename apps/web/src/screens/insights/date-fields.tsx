import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DateField } from '../../ui/form/date-field.tsx'
import { mostDays } from './range.ts'

type Dates = { from: string; to: string }

/** The first and the last day. Chosen days are kept here until they are a valid range. */
export function DateFields({ shown, onChoose }: { shown: Dates; onChoose: (dates: Dates) => void }) {
  const t = useTranslations('insights')
  const [chosen, setChosen] = useState<Partial<Dates>>({})
  const dates = { ...shown, ...chosen }
  const problem = problemOf(dates)
  const choose = (what: Partial<Dates>) => {
    const next = { ...dates, ...what }
    setChosen(next)
    if (problemOf(next) === null) onChoose(next)
  }
  return (
    <div className="grid w-full grid-cols-2 gap-3 md:flex md:w-auto md:shrink-0 lg:gap-5">
      <DateField
        className="min-w-0 grid-cols-1"
        label={t('from')}
        prefersPast
        day={dates.from}
        problem={problem && t(`problem.${problem}`, { count: mostDays })}
        onPick={(from) => choose({ from })}
      />
      <DateField className="min-w-0 grid-cols-1" label={t('to')} prefersPast day={dates.to} onPick={(to) => choose({ to })} />
    </div>
  )
}

function problemOf({ from, to }: Dates): 'order' | 'long' | null {
  if (from > to) return 'order'
  return Date.parse(to) - Date.parse(from) >= mostDays * 86_400_000 ? 'long' : null
}
