import type { BoardInsights } from '@tandem/contract'
import { useFormatter, useTranslations } from 'use-intl'
import { useAmounts } from '../../ui/amounts.ts'

/** Four figures that summarise the charts. */
export function Figures({ insights: { throughput, cycle, waiting, sessions, flow } }: { insights: BoardInsights }) {
  const t = useTranslations('insights.figures')
  const format = useFormatter()
  const { duration, percent } = useAmounts()
  const completed = throughput.reduce((sum, week) => sum + week.completed, 0)
  const perWeek = format.number((completed * 7) / flow.days.length, { maximumFractionDigits: 1 })
  const ended = sessions ? sessions.done + sessions.error : 0
  const time = (ms: number | null) => (ms === null ? null : duration(ms))
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-4">
      <Figure name={t('completed')} value={format.number(completed)} more={t('perWeek', { count: perWeek })} />
      <Figure
        name={t('cycle')}
        value={time(cycle.p50)}
        more={cycle.p85 !== null && t('mostWithin', { percent: percent(0.85), time: duration(cycle.p85) })}
      />
      {waiting && (
        <Figure name={t('waiting')} value={time(waiting.p50)} more={waiting.open > 0 && t('stillOpen', { count: waiting.open })} />
      )}
      {sessions && (
        <Figure
          name={t('success')}
          value={ended === 0 ? null : percent(sessions.done / ended)}
          more={ended > 0 && t('ofEnded', { done: sessions.done, ended })}
        />
      )}
    </dl>
  )
}

function Figure({ name, value, more }: { name: string; value: string | null; more: string | false }) {
  return (
    <div className="flex flex-col bg-surface px-4 py-3">
      <dt className="flex-1 text-ink-3 text-sm">{name}</dt>
      <dd className="mt-0.5 font-semibold text-lg tabular-nums tracking-tight">{value ?? '–'}</dd>
      <dd className="min-h-4.5 text-ink-2 text-sm">{more}</dd>
    </div>
  )
}
