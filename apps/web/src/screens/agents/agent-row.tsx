import type { AgentStats } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAmounts } from '../../ui/amounts.ts'
import { Avatar, type Face } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'

/** An agent as a line: its name, its current work and its success. */
export function AgentRow({ stats, mine }: { stats: AgentStats; mine: boolean }) {
  const t = useTranslations('agents')
  const { duration, percent } = useAmounts()
  const { agent, sessions, successRate, medianWaitMs } = stats
  const ended = sessions.done + sessions.error
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-line px-4 py-3 not-last:border-b hover:bg-hover md:grid-cols-[auto_minmax(0,1fr)_8rem_10rem]">
      <Avatar size="lg" face={faceOfAgent(agent)} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/agents/$actorId"
            params={{ actorId: agent.id }}
            preload={false}
            className="min-w-0 max-w-full truncate font-medium text-md after:absolute after:inset-0"
          >
            {agent.name}
          </Link>
          <LiveBadges stats={stats} />
        </p>
        <p className="truncate text-ink-3 text-sm">
          @{agent.handle}
          {!mine && ` · ${stats.owner ? t('ownedBy', { name: stats.owner.name }) : t('ofIntegration')}`} ·{' '}
          {t('boardCount', { count: stats.boards.length })}
        </p>
      </div>
      <dl className="col-start-2 flex gap-6 md:contents">
        <Fact
          name={t('successShort')}
          value={successRate === null ? '–' : percent(successRate)}
          more={ended > 0 ? t('ofEnded', { done: sessions.done, ended }) : t('noneEnded')}
        />
        <Fact
          name={t('waitedShort')}
          value={medianWaitMs === null ? '–' : duration(medianWaitMs)}
          more={t('answers', { count: stats.questionsAnswered })}
        />
      </dl>
    </li>
  )
}

/** The tooltip has the total. */
function Fact({ name, value, more }: { name: string; value: string; more: string }) {
  return (
    <div className="relative md:text-right" data-tip={more}>
      <dt className="text-ink-3 text-sm">{name}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  )
}

export function LiveBadges({ stats: { sessions } }: { stats: AgentStats }) {
  const t = useTranslations('agents')
  if (sessions.awaitingInput + sessions.working + sessions.queued === 0) return <Badge>{t('idle')}</Badge>
  return (
    <>
      {sessions.awaitingInput > 0 && <Badge tone="awaiting_input">{t('asking', { count: sessions.awaitingInput })}</Badge>}
      {sessions.working > 0 && <Badge tone="working">{t('working', { count: sessions.working })}</Badge>}
      {sessions.queued > 0 && <Badge tone="queued">{t('queued', { count: sessions.queued })}</Badge>}
    </>
  )
}

export const faceOfAgent = ({ id, name, avatarUrl }: AgentStats['agent']): Face => ({ id, name, avatarUrl, kind: 'agent' })
