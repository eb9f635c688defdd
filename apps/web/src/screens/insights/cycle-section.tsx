import type { BoardInsights } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAmounts } from '../../ui/amounts.ts'
import { Dots } from './chart/dots.tsx'
import { ticksTo } from './chart/scale.ts'
import { ChartSection } from './chart-section.tsx'
import { useDates } from './use-dates.ts'

/** The cycle time of each completed card, and its percentiles. */
export function CycleSection({ insights: { boardId, cycle, flow } }: { insights: BoardInsights }) {
  const t = useTranslations('insights.cycle')
  const dates = useDates()
  const { duration, percent: asPercent } = useAmounts()
  const [at, setAt] = useState<number | null>(null)
  const ticks = ticksOf(Math.max(...cycle.cards.map((card) => card.cycleMs), 1))
  const list = flow.lists.find((one) => one.id === cycle.startListId)
  const levels = ([50, 85, 95] as const).flatMap((percent) => {
    const value = cycle[`p${percent}`]
    return value === null ? [] : [{ percent, value, name: asPercent(percent / 100) }]
  })
  const days = flow.days.map((day) => day.date)
  const card = at === null ? cycle.cards.at(-1) : cycle.cards[at]
  const said = (one: BoardInsights['cycle']['cards'][number]) =>
    t('dot', { key: one.key, title: one.title, time: duration(one.cycleMs), date: dates.moment(one.completedAt) })
  return (
    <ChartSection
      title={t('title')}
      about={list ? t('about', { list: list.name }) : t('aboutNone')}
      missing={cycle.cards.length === 0 && t('tooLittle')}
      table={{
        head: [t('card'), t('name'), t('began'), t('completed'), t('took')],
        keys: cycle.cards.map((one) => one.cardId),
        rows: cycle.cards.map((one) => [
          <CardLink key="key" boardId={boardId} cardKey={one.key} />,
          one.title,
          dates.moment(one.startedAt),
          dates.moment(one.completedAt),
          duration(one.cycleMs),
        ]),
      }}
    >
      <Dots
        label={t('label')}
        tone="done"
        dots={cycle.cards.map((one) => ({ id: one.cardId, across: acrossOf(one.completedAt, days), value: one.cycleMs, text: said(one) }))}
        levels={levels}
        sayTick={duration}
        ticks={ticks}
        names={days.map(dates.short)}
        at={at}
        onPoint={setAt}
      />
      <div className="mt-2 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-ink-2 text-sm">
        {levels.map(({ percent, value }) => (
          <span key={percent}>{t('within', { percent: asPercent(percent / 100), time: duration(value) })}</span>
        ))}
      </div>
      {card && (
        <p className="mt-1 flex min-w-0 gap-2 text-sm">
          <CardLink boardId={boardId} cardKey={card.key} />
          <span className="min-w-0 truncate">{card.title}</span>
          <span className="shrink-0 font-medium tabular-nums">{duration(card.cycleMs)}</span>
        </p>
      )}
      {cycle.unmeasured > 0 && <p className="mt-1 text-ink-3 text-sm">{t('unmeasured', { count: cycle.unmeasured })}</p>}
    </ChartSection>
  )
}

export function CardLink({ boardId, cardKey }: { boardId: string; cardKey: string }) {
  return (
    <Link
      to="/boards/$boardId/cards/$key"
      params={{ boardId, key: cardKey }}
      preload={false}
      className="font-mono text-accent text-sm underline-offset-2 hover:underline"
    >
      {cardKey}
    </Link>
  )
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Round steps in the unit that suits the longest time. */
function ticksOf(mostMs: number): number[] {
  const ms = mostMs >= 2 * day ? day : mostMs >= 2 * hour ? hour : minute
  return ticksTo(mostMs / ms).map((tick) => tick * ms)
}

/** The position of a moment within the days, from 0 to 1. */
function acrossOf(at: string, days: readonly string[]): number {
  const local = new Date(at)
  const startMs = Date.parse(`${days[0]}T00:00:00Z`)
  const asUtcMs = Date.UTC(local.getFullYear(), local.getMonth(), local.getDate(), local.getHours(), local.getMinutes())
  return Math.min(Math.max((asUtcMs - startMs) / (days.length * day), 0), 1)
}
