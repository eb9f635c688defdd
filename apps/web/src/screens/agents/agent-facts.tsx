import type { AgentStats } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useAmounts } from '../../ui/amounts.ts'
import { Dotted } from '../../ui/dotted.tsx'
import { Ago } from '../../ui/time.tsx'

/** The figures of an agent. */
export function AgentFacts({ stats }: { stats: AgentStats }) {
  const t = useTranslations('agents')
  const format = useFormatter()
  const { duration, percent, tokens, usd } = useAmounts()
  const { sessions, successRate, medianWaitMs, medianDurationMs, usage, activeTokens, lastActiveAt } = stats
  const ended = sessions.done + sessions.error
  const used = [
    usage?.inputTokens !== undefined && t('tokensIn', { count: tokens(usage.inputTokens) }),
    usage?.outputTokens !== undefined && t('tokensOut', { count: tokens(usage.outputTokens) }),
    usage?.costUsd !== undefined && usd(usage.costUsd),
  ].filter((part) => part !== false)
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3">
      <Fact name={t('success')} more={ended > 0 ? t('ofEnded', { done: sessions.done, ended }) : t('noneEnded')}>
        {successRate === null ? '–' : percent(successRate)}
      </Fact>
      <Fact name={t('waited')} more={t('answers', { count: stats.questionsAnswered })}>
        {medianWaitMs === null ? '–' : duration(medianWaitMs)}
      </Fact>
      <Fact name={t('took')}>{medianDurationMs === null ? '–' : duration(medianDurationMs)}</Fact>
      <Fact name={t('lastActive')}>{lastActiveAt === null ? t('never') : <Ago at={lastActiveAt} />}</Fact>
      <Fact name={t('usage')} more={<Dotted facts={used.slice(1)} />}>
        {used[0] ?? '–'}
      </Fact>
      {activeTokens !== null && (
        <Fact
          name={t('tokens')}
          more={
            <Link to="/settings/{-$page}" params={{ page: 'tokens' }} className="text-accent underline-offset-2 hover:underline">
              {t('tokensLink')}
            </Link>
          }
        >
          {format.number(activeTokens)}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, more, children }: { name: string; more?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col bg-surface px-4 py-3">
      <dt className="text-ink-3 text-sm">{name}</dt>
      <dd className="mt-0.5 font-semibold text-lg tabular-nums tracking-tight [&>time]:font-semibold [&>time]:text-ink [&>time]:text-lg">
        {children}
      </dd>
      <dd className="min-h-4.5 text-ink-2 text-sm">{more}</dd>
    </div>
  )
}
