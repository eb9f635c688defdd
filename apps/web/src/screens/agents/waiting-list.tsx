import type { AgentStats } from '@tandem/contract'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { faceOfAgent } from './agent-row.tsx'
import { SessionRow } from './session-row.tsx'

/** The open questions of all agents, the longest-waiting first. Any member of the board may answer. */
export function WaitingList({ stats }: { stats: readonly AgentStats[] }) {
  const t = useTranslations('agents')
  const id = useId()
  const waiting = stats
    .flatMap(({ agent, live }) => live.filter((session) => session.question !== null).map((session) => ({ agent, session })))
    .toSorted((one, other) => (one.session.question?.askedAt ?? '').localeCompare(other.session.question?.askedAt ?? ''))
  return (
    <section aria-labelledby={id} className="mb-6">
      <h2 id={id} className="mb-2 flex items-baseline gap-2 font-semibold text-md">
        {t('waitingTitle')}
        {waiting.length > 0 && <span className="font-normal text-ink-3 text-sm tabular-nums">{waiting.length}</span>}
      </h2>
      {waiting.length === 0 ? (
        <p className="text-ink-3">{t('nothingWaits')}</p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface">
          {waiting.map(({ agent, session }) => (
            <SessionRow key={session.id} session={session} agent={faceOfAgent(agent)} />
          ))}
        </ul>
      )}
    </section>
  )
}
