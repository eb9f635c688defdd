import type { BoardInsights } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Band, Bands } from './chart/bands.tsx'
import { ChartSection } from './chart-section.tsx'
import { useDates } from './use-dates.ts'

/** How many cards stood where at the end of each day. */
export function FlowSection({ flow }: { flow: BoardInsights['flow'] }) {
  const t = useTranslations('insights.flow')
  const dates = useDates()
  const [at, setAt] = useState<number | null>(null)
  const bands = bandsOf(flow, t('completed'), (name) => t('archivedList', { name }))
  // As they lie on the board, and on the chart from the top to the bottom.
  const legend = bands.toReversed()
  const shownDay = at ?? flow.days.length - 1
  const date = dates.long(flow.days[shownDay]?.date ?? '')
  const isEmpty = bands.every((band) => band.values.every((value) => value === 0))
  const said = (index: number) =>
    `${dates.long(flow.days[index]?.date ?? '')}: ${legend.map((band) => `${band.name} ${band.values[index]}`).join(', ')}`
  return (
    <ChartSection
      title={t('title')}
      about={t('about')}
      missing={isEmpty && t('tooLittle')}
      table={{
        head: [t('day'), ...legend.map((band) => band.name)],
        keys: flow.days.map((day) => day.date),
        rows: flow.days.map((day, index) => [dates.long(day.date), ...legend.map((band) => band.values[index])]),
      }}
    >
      <Bands
        label={t('label')}
        bands={bands}
        names={flow.days.map((day) => dates.short(day.date))}
        valueText={said}
        {...{ at, onPoint: setAt }}
      />
      <div className="mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
        <span className="w-24 font-medium">{date}</span>
        {legend.map((band) => (
          <span key={band.id} className="inline-flex items-center gap-1.5 text-ink-2">
            <span aria-hidden className="size-2.5 rounded-xs border border-line-strong" style={{ background: band.color }} />
            <span className="max-w-48 truncate">{band.name}</span>
            <span className="font-medium text-ink tabular-nums">{band.values[shownDay]}</span>
          </span>
        ))}
      </div>
    </ChartSection>
  )
}

/** Completed cards at the bottom, and on them the lists from the last to the first: the further from being done, the paler. */
function bandsOf(flow: BoardInsights['flow'], completed: string, archived: (name: string) => string): Band[] {
  const lists = flow.lists.map((list, index) => ({
    id: list.id,
    name: list.archivedAt === null ? list.name : archived(list.name),
    values: flow.days.map((day) => day.inLists[index] ?? 0),
    color: shade(flow.lists.length === 1 ? 1 : index / (flow.lists.length - 1)),
  }))
  const done = { id: 'completed', name: completed, values: flow.days.map((day) => day.completed), color: 'var(--color-accent)' }
  return [done, ...lists.toReversed()]
}

const [palest, strongest] = [14, 68]
const shade = (near: number): string =>
  `color-mix(in oklab, var(--color-accent) ${Math.round(palest + near * (strongest - palest))}%, var(--color-surface))`
