import type { BoardInsights } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { outlineQuery } from '../../api/settings-queries.ts'
import { labelColor } from '../../ui/label-color.tsx'
import { type Band, Bands } from './chart/bands.tsx'
import { ChartSection } from './chart-section.tsx'
import { useDates } from './use-dates.ts'

/** The number of cards in each list at the end of each day. */
export function FlowSection({ boardId, flow }: { boardId: string; flow: BoardInsights['flow'] }) {
  const t = useTranslations('insights.flow')
  const dates = useDates()
  const [at, setAt] = useState<number | null>(null)
  const outline = useQuery(outlineQuery(boardId)).data
  const colorOf = (listId: string) => outline?.lists.find((list) => list.id === listId)?.color ?? null
  const bands = bandsOf(flow, colorOf, { completed: t('completed'), archived: (name) => t('archivedList', { name }) })
  // In board order, which is from top to bottom on the chart.
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
        at={at}
        onPoint={setAt}
      />
      <div className="mt-2 grid gap-x-4 gap-y-1 text-sm md:flex">
        <span className="min-w-24 shrink-0 font-medium">{date}</span>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {legend.map((band) => (
            <span key={band.id} className="inline-flex items-center gap-1.5 text-ink-2">
              <span aria-hidden className="size-2.5 rounded-sm border border-line-strong" style={{ background: band.color }} />
              <span className="max-w-48 truncate">{band.name}</span>
              <span className="font-medium text-ink tabular-nums">{band.values[shownDay]}</span>
            </span>
          ))}
        </div>
      </div>
    </ChartSection>
  )
}

type Words = { completed: string; archived: (name: string) => string }

/**
 * Completed cards at the bottom, and on them the lists from the last to the first: each in its colour on the board; a list without one in a
 * grey that is paler the further it is from done.
 */
function bandsOf(flow: BoardInsights['flow'], colorOf: (listId: string) => string | null, words: Words): Band[] {
  const lists = flow.lists.map((list, index) => {
    const color = colorOf(list.id)
    return {
      id: list.id,
      name: list.archivedAt === null ? list.name : words.archived(list.name),
      values: flow.days.map((day) => day.inLists[index] ?? 0),
      color: color === null ? shade(flow.lists.length === 1 ? 1 : index / (flow.lists.length - 1)) : labelColor(color),
    }
  })
  const done = { id: 'completed', name: words.completed, values: flow.days.map((day) => day.completed), color: 'var(--color-done)' }
  return [done, ...lists.toReversed()]
}

/** How much of the ink the palest and the strongest grey have: far apart, so that neighbours differ on boards of several lists too. */
const [inLight, inDark] = [
  [18, 74],
  [32, 90],
] as const
const mix = ([palest, strongest]: readonly [number, number], near: number): string =>
  `color-mix(in oklab, var(--color-ink) ${Math.round(palest + near * (strongest - palest))}%, var(--color-surface))`
const shade = (near: number): string => `light-dark(${mix(inLight, near)}, ${mix(inDark, near)})`
