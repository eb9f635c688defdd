import type { Budget, BudgetUsed } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useAmounts } from '../../ui/amounts.ts'
import { classes } from '../../ui/classes.ts'
import { limits } from './use-budget-edit.ts'

/** The used part of a budget, by limit. */
export function BudgetBars({ budget, used }: { budget: Budget | null; used: BudgetUsed }) {
  return limits.map((name) => {
    const limit = budget?.[name]
    return limit === undefined ? null : <Bar key={name} name={name} used={used[name]} limit={limit} />
  })
}

const minuteMs = 60_000

type BarProps = { name: (typeof limits)[number]; used: number; limit: number }

function Bar({ name, used, limit }: BarProps) {
  const t = useTranslations('session.budget')
  const { duration, tokens, usd } = useAmounts()
  const said = { tokens, costUsd: usd, minutes: (count: number) => duration(count * minuteMs) }[name]
  const part = Math.min(1, used / limit)
  const text = t(`used.${name}`, { used: said(used), limit: said(limit) })
  const tone = part >= 1 ? 'bg-error' : part >= 0.8 ? 'bg-awaiting' : 'bg-working'
  return (
    <div className="min-w-32 flex-1">
      <p aria-hidden className="mb-1 text-ink-3 text-sm tabular-nums">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label={t('title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className={classes('h-full rounded-full', tone)} style={{ width: `${part * 100}%` }} />
      </div>
    </div>
  )
}
