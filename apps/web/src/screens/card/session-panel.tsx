import type { Session } from '@tandem/contract'
import { ExternalLink, Square } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Avatar, type Face } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { toneOf } from '../board/session-line.tsx'
import { useOpenCard } from './card-context.ts'
import { Plan } from './plan.tsx'
import { Question } from './question.tsx'
import { Trail } from './trail.tsx'

const isLive = (session: Session): boolean => session.endedAt === null
const mostEnded = 3

/** The agents at work on this card, and those that were: live sessions open, ended ones behind their summary. */
export function SessionPanel() {
  const { card } = useOpenCard()
  const live = card.sessions.filter(isLive)
  const ended = card.sessions.filter((session) => !isLive(session)).slice(0, mostEnded)
  if (card.sessions.length === 0) return null
  return (
    <div className="grid gap-3">
      {live.map((session) => (
        <LiveSession key={session.id} session={session} />
      ))}
      {ended.map((session) => (
        <EndedSession key={session.id} session={session} />
      ))}
    </div>
  )
}

function useAgent(session: Session): Face {
  const t = useTranslations('session')
  const { board } = useOpenCard()
  return board.members.find((member) => member.actorId === session.agentActorId) ?? { name: t('formerAgent'), kind: 'agent' }
}

const edges = {
  queued: 'border-l-queued',
  working: 'border-l-working',
  awaiting_input: 'border-l-awaiting',
  done: 'border-l-done',
  error: 'border-l-error',
  stale: 'border-l-stale',
} as const

function LiveSession({ session }: { session: Session }) {
  const t = useTranslations('session')
  const agent = useAgent(session)
  const tone = toneOf(session)
  return (
    <section
      aria-label={t('of', { name: agent.name })}
      className={classes('rounded-md border border-line border-l-3 bg-surface', edges[tone])}
    >
      <header className="flex flex-wrap items-center gap-2 px-3 py-2">
        <Avatar face={agent} />
        <span className="font-semibold">{agent.name}</span>
        <Badge tone={tone}>{t(`states.${tone}`)}</Badge>
        <span className="ml-auto flex gap-1">
          {session.externalUrl && (
            <a
              href={session.externalUrl}
              target="_blank"
              rel="noreferrer noopener"
              className="inline-flex h-7 items-center gap-1 rounded-md px-2 text-ink-2 text-sm hover:bg-hover"
            >
              {t('watch')} <ExternalLink size={13} aria-hidden />
            </a>
          )}
          <StopButton session={session} />
        </span>
      </header>
      <p role="status" className="px-3 pb-2 text-ink-2 empty:hidden">
        {session.statusText}
      </p>
      {session.question && <Question key={session.question.eventId} session={session} question={session.question} agent={agent} />}
      {session.plan && session.plan.length > 0 && <Plan items={session.plan} />}
      <Trail session={session} />
    </section>
  )
}

function StopButton({ session }: { session: Session }) {
  const t = useTranslations('session')
  const { edit, mayWrite } = useOpenCard()
  if (!mayWrite) return null
  return (
    <Button size="sm" look="quiet" onClick={() => void edit('session.stop', { input: { sessionId: session.id }, failed: 'stop' })}>
      <Square size={12} aria-hidden className="fill-current" /> {t('stop')}
    </Button>
  )
}

function EndedSession({ session }: { session: Session }) {
  const t = useTranslations('session')
  const agent = useAgent(session)
  const text = session.summary ?? session.failureReason
  return (
    <section
      aria-label={t('of', { name: agent.name })}
      className={classes('rounded-md border border-line border-l-3', edges[session.state])}
    >
      <header className="flex items-center gap-2 px-3 py-2">
        <Avatar face={agent} />
        <span className="font-semibold">{agent.name}</span>
        <Badge tone={session.state}>{t(`states.${session.state}`)}</Badge>
      </header>
      {text && (
        <div className="px-3 pb-2">
          <Markdown text={text} />
        </div>
      )}
      <Trail session={session} />
    </section>
  )
}
