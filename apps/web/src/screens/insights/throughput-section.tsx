import type { BoardInsights } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Bars } from './chart/bars.tsx'
import { ChartSection } from './chart-section.tsx'
import { useDates } from './use-dates.ts'

/** Completed cards week by week. */
export function ThroughputSection({ throughput }: { throughput: BoardInsights['throughput'] }) {
  const t = useTranslations('insights.throughput')
  const dates = useDates()
  const [at, setAt] = useState<number | null>(null)
  const said = ({ from, to, completed }: BoardInsights['throughput'][number]) =>
    t('bar', { from: dates.short(from), to: dates.short(to), count: completed })
  const week = at === null ? undefined : throughput[at]
  return (
    <ChartSection
      title={t('title')}
      about={t('about')}
      missing={throughput.every((one) => one.completed === 0) && t('tooLittle')}
      table={{
        head: [t('week'), t('cards')],
        keys: throughput.map((one) => one.from),
        rows: throughput.map((one) => [`${dates.long(one.from)} – ${dates.long(one.to)}`, one.completed]),
      }}
    >
      <Bars
        label={t('label')}
        tone="done"
        bars={throughput.map((one) => ({ name: dates.short(one.from), value: one.completed, text: said(one) }))}
        at={at}
        onPoint={setAt}
      />
      <p className="mt-1 h-4 text-ink-2 text-sm print:hidden">{week && said(week)}</p>
    </ChartSection>
  )
}
