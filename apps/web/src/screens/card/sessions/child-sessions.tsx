import type { OutputOf, Session } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cardSessionsQuery, childrenQuery } from '../../../api/queries.ts'
import { classes } from '../../../ui/classes.ts'
import { plain } from '../../../ui/text/plain.ts'
import { SessionLine, toneOf } from '../../board/tile/session-line.tsx'
import { useOpenCard } from '../card-context.ts'
import { CardLink } from '../card-link.tsx'
import { Section } from '../section.tsx'
import { EndedSession } from './ended-session.tsx'
import { edges, SessionHead, useAgent } from './session-head.tsx'
import { Trail } from './trail.tsx'

type Child = OutputOf<'card.children'>[number]

/** Sessions on the sub-cards that the reader can see, by card; read when one is unfolded. */
export function ChildSessions() {
  const t = useTranslations('details.sessions')
  const { card } = useOpenCard()
  const children = useQuery({ ...childrenQuery(card.id), enabled: card.progress.total > 0 }).data ?? []
  const worked = children.filter((child) => child.session !== null && child.archivedAt === null)
  if (worked.length === 0) return null
  return (
    <Section title={t('ofChildren')}>
      <ul className="grid grid-cols-1 gap-1">
        {worked.map((child) => (
          <OfChild key={child.id} child={child} />
        ))}
      </ul>
    </Section>
  )
}

function OfChild({ child }: { child: Child }) {
  const [unfolded, setUnfolded] = useState(false)
  return (
    <li>
      <button
        type="button"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
      >
        <ChevronRight size={14} aria-hidden className={classes('shrink-0 transition-transform', unfolded && 'rotate-90')} />
        <span className="shrink-0 font-mono text-ink-3 text-sm">{child.key}</span>
        <span className="min-w-0 flex-1 truncate">{child.title}</span>
        {child.session && <SessionLine session={child.session} />}
      </button>
      {unfolded && <Sessions child={child} />}
    </li>
  )
}

function Sessions({ child }: { child: Child }) {
  const t = useTranslations('details.sessions')
  const sessions = useQuery(cardSessionsQuery(child.id)).data ?? []
  return (
    <div className="mt-1 mb-2 grid grid-cols-1 gap-2 pl-6">
      {sessions.map((session) =>
        session.endedAt === null ? <AtWork key={session.id} session={session} /> : <EndedSession key={session.id} session={session} />,
      )}
      <CardLink cardKey={child.key} className="justify-self-start text-accent text-sm hover:underline">
        {t('openChild', { key: child.key })}
      </CardLink>
    </div>
  )
}

/** Read-only: a session is answered and stopped on its own card. */
function AtWork({ session }: { session: Session }) {
  const t = useTranslations('session')
  const agent = useAgent(session)
  return (
    <section
      aria-label={t('of', { name: agent.name })}
      className={classes('overflow-hidden rounded-md border border-line border-l-3', edges[toneOf(session)])}
    >
      <SessionHead session={session} />
      <p className="px-3 pb-2 text-ink-2 [overflow-wrap:anywhere] empty:hidden">{plain(session.statusText ?? '')}</p>
      <Trail session={session} />
    </section>
  )
}
