import type { BoardInsights } from '@tandem/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../ui/classes.ts'
import { Select } from '../../ui/form/select.tsx'
import { DateFields } from './date-fields.tsx'
import { presetOf, presets, type RangeSearch } from './range.ts'

/** Chooses the range of days, and the list where work begins: both are in the address. */
export function RangeChooser({ insights, search }: { insights: BoardInsights; search: RangeSearch }) {
  const t = useTranslations('insights')
  const navigate = useNavigate()
  const preset = presetOf(search)
  // Incremented to discard typed dates when a preset is chosen.
  const [chosen, setChosen] = useState(0)
  const { boardId, from, to, cycle, flow } = insights
  const go = (to: RangeSearch) => void navigate({ to: '/boards/$boardId/insights', params: { boardId }, search: to, replace: true })
  const startLists = flow.lists.filter((list) => list.archivedAt === null || list.id === cycle.startListId)
  return (
    <div data-commands className="flex flex-wrap items-start gap-x-3 gap-y-3 md:flex-nowrap lg:gap-x-5 print:hidden">
      <nav aria-label={t('range')} className="flex shrink-0 self-start rounded-md md:mt-5.5 border border-line-strong/60 bg-surface p-0.5">
        {presets.map((days) => (
          <Link
            key={days}
            to="/boards/$boardId/insights"
            params={{ boardId }}
            search={{ days, ...(search.start && { start: search.start }) }}
            replace
            onClick={() => setChosen(chosen + 1)}
            aria-current={preset === days ? 'page' : undefined}
            className={classes(
              'flex h-7.5 items-center rounded-sm px-2.5 text-sm pointer-coarse:h-10',
              preset === days ? 'bg-accent-soft font-medium text-ink' : 'text-ink-2 hover:bg-hover',
            )}
          >
            {days === 365 ? t('year') : t('days', { count: days })}
          </Link>
        ))}
      </nav>
      <DateFields key={chosen} shown={{ from, to }} onChoose={(dates) => go({ ...dates, ...(search.start && { start: search.start }) })} />
      {startLists.length > 1 && (
        <div className="min-w-0 max-md:w-full md:max-w-60">
          <Select
            label={t('workBegins')}
            value={cycle.startListId ?? ''}
            onChange={(start) => go({ ...search, start })}
            choices={startLists.map((list) => [list.id, list.name] as const)}
          />
        </div>
      )}
    </div>
  )
}
