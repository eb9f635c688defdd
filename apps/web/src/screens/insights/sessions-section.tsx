import type { BoardInsights } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Avatar } from '../../ui/avatar.tsx'
import { DataTable } from './chart-section.tsx'

type Sessions = NonNullable<BoardInsights['sessions']>
type Outcomes = Omit<Sessions, 'byAgent'>

/** What became of the sessions, in total and by agent. */
export function SessionsSection({ sessions }: { sessions: Sessions }) {
  const t = useTranslations('insights.sessions')
  const cells = useCells()
  const id = useId()
  return (
    <section aria-labelledby={id} className="break-inside-avoid rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id={id} className="font-semibold text-md">
        {t('title')}
      </h2>
      <p className="mb-3 text-ink-3 text-sm">{t('about')}</p>
      {sessions.byAgent.length === 0 ? (
        <p className="py-6 text-ink-2">{t('tooLittle')}</p>
      ) : (
        <DataTable
          title={t('title')}
          head={[t('agent'), t('live'), t('done'), t('error'), t('rate')]}
          keys={['all', ...sessions.byAgent.map(({ agent }) => agent.id)]}
          rows={[
            [t('all'), ...cells(sessions)],
            ...sessions.byAgent.map((row) => [<AgentLink key="agent" agent={row.agent} />, ...cells(row)]),
          ]}
        />
      )}
    </section>
  )
}

function useCells() {
  const t = useTranslations('insights')
  const format = useFormatter()
  return ({ queued, working, awaitingInput, done, error }: Outcomes) => {
    const rate = done + error === 0 ? t('none') : format.number(done / (done + error), { style: 'percent' })
    return [queued + working + awaitingInput, done, error, rate]
  }
}

function AgentLink({ agent }: { agent: Sessions['byAgent'][number]['agent'] }) {
  return (
    <Link
      to="/agents/$actorId"
      params={{ actorId: agent.id }}
      preload={false}
      className="inline-flex items-center gap-2 py-0.5 hover:underline"
    >
      <Avatar size="sm" face={{ ...agent, kind: 'agent' }} /> {agent.name}
    </Link>
  )
}
