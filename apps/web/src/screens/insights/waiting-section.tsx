import type { BoardInsights } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAmounts } from '../../ui/amounts.ts'
import { Bars } from './chart/bars.tsx'
import { ChartSection } from './chart-section.tsx'
import { CardLink } from './cycle-section.tsx'
import { useDates } from './use-dates.ts'

type Waiting = NonNullable<BoardInsights['waiting']>

/** The time that agents waited for people. */
export function WaitingSection({ boardId, waiting }: { boardId: string; waiting: Waiting }) {
  const t = useTranslations('insights.waiting')
  const dates = useDates()
  const { duration } = useAmounts()
  const [at, setAt] = useState<number | null>(null)
  const nameOf = (bucket: number) => {
    const below = waiting.buckets[bucket]?.belowMs ?? null
    return below === null
      ? t('beyond', { time: duration(waiting.buckets[bucket - 1]?.belowMs ?? 0) })
      : t('below', { time: duration(below) })
  }
  const bars = waiting.buckets.map(({ belowMs, questions }, bucket) => ({
    name: belowMs === null ? `≥ ${duration(waiting.buckets[bucket - 1]?.belowMs ?? 0)}` : `< ${duration(belowMs)}`,
    value: questions,
    text: t('bar', { bucket: nameOf(bucket), count: questions }),
  }))
  return (
    <ChartSection
      title={t('title')}
      about={t('about')}
      missing={waiting.answered === 0 && t('tooLittle')}
      table={{
        head: [t('time'), t('questions')],
        keys: bars.map((bar) => bar.name),
        rows: bars.map((bar, bucket) => [nameOf(bucket), bar.value]),
      }}
    >
      <Bars label={t('label')} tone="awaiting" bars={bars} at={at} onPoint={setAt} />
      <p className="mt-1 h-4 text-ink-2 text-sm print:hidden">{at !== null && bars[at]?.text}</p>
      <h3 className="mt-2 mb-1 font-medium text-ink-2 text-sm">{t('longest')}</h3>
      <ol className="grid gap-1">
        {waiting.longest.slice(0, 5).map((wait) => (
          <li key={`${wait.sessionId} ${wait.askedAt}`} className="flex items-baseline gap-3 text-sm">
            <CardLink boardId={boardId} cardKey={wait.cardKey} />
            <span className="min-w-0 flex-1 truncate text-ink-3">{t('asked', { date: dates.moment(wait.askedAt) })}</span>
            <span className="font-medium tabular-nums">{duration(wait.waitedMs)}</span>
          </li>
        ))}
      </ol>
    </ChartSection>
  )
}
