import type { BoardInsights } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useAmounts } from '../../ui/amounts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DataTable } from './chart-section.tsx'

type Sessions = NonNullable<BoardInsights['sessions']>
type Outcomes = Omit<Sessions, 'byAgent'>

/** The outcomes of the sessions, in total and by agent. */
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
        <>
          <DataTable
            title={t('title')}
            head={[t('agent'), t('live'), t('done'), t('error'), t('rate')]}
            keys={['all', ...sessions.byAgent.map(({ agent }) => agent.id)]}
            rows={[
              [<Mix key="all" name={t('all')} outcomes={sessions} />, ...cells(sessions)],
              ...sessions.byAgent.map((row) => [<Mix key="agent" name={<AgentLink agent={row.agent} />} outcomes={row} />, ...cells(row)]),
            ]}
          />
          <Legend />
        </>
      )}
    </section>
  )
}

function useCells() {
  const t = useTranslations('insights')
  const { percent } = useAmounts()
  return ({ queued, working, awaitingInput, done, error }: Outcomes) => {
    const rate = done + error === 0 ? t('none') : percent(done / (done + error))
    return [queued + working + awaitingInput, done, error, rate]
  }
}

/** Live ones first, like the columns. */
const states = [
  ['queued', 'queued', 'bg-queued'],
  ['working', 'working', 'bg-working'],
  ['awaitingInput', 'awaiting_input', 'bg-awaiting'],
  ['done', 'done', 'bg-done'],
  ['error', 'error', 'bg-error'],
] as const

/** A bar of the outcomes beside its name. Hidden from screen readers: the cells beside it have the numbers. */
function Mix({ name, outcomes }: { name: ReactNode; outcomes: Outcomes }) {
  return (
    <span className="inline-flex items-center gap-3">
      <span className="inline-block md:min-w-28">{name}</span>
      <span aria-hidden className="flex h-2 w-32 gap-px overflow-hidden rounded-full bg-line max-md:hidden">
        {states.map(
          ([count, state, color]) => outcomes[count] > 0 && <span key={state} className={color} style={{ flexGrow: outcomes[count] }} />,
        )}
      </span>
    </span>
  )
}

function Legend() {
  const stateText = useTranslations('session.states')
  return (
    <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-sm max-md:hidden">
      {states.map(([, state, color]) => (
        <span key={state} className="inline-flex items-center gap-1.5">
          <span aria-hidden className={`size-2.5 rounded-sm ${color}`} /> {stateText(state)}
        </span>
      ))}
    </div>
  )
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
