import type { Session, SessionEvent } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { trailQuery } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Ago } from '../../../ui/time.tsx'
import { useOpenCard } from '../card-context.ts'
import { useEndWords } from './use-end-words.ts'

const mostFolded = 4

/** What the agent did, newest last. Folded it shows the end of it; raw log entries only when it is unfolded. */
export function Trail({ session }: { session: Session }) {
  const t = useTranslations('session')
  const live = session.endedAt === null
  const [unfolded, setUnfolded] = useState(false)
  const trail = useQuery({ ...trailQuery(session.id), enabled: live || unfolded })
  const events = trail.data ?? []
  const worth = unfolded ? events : events.filter((event) => event.kind !== 'log' || isRequest(event)).slice(-mostFolded)
  return (
    <div className="border-line border-t px-3 py-2">
      {worth.length > 0 && (
        <ol aria-label={t('trail')} className="grid grid-cols-1 gap-1.5">
          {worth.map((event) => (
            <Step key={event.id} event={event} />
          ))}
        </ol>
      )}
      {(events.length > worth.length || unfolded || !live) && (
        <Button size="sm" variant="quiet" className="-ml-2 mt-1" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? t('fold') : t('unfold')}
        </Button>
      )}
    </div>
  )
}

const requests: ReadonlySet<unknown> = new Set(['stop_requested', 'start_requested', 'unblocked', 'lease_expired', 'mention'])
const isRequest = (event: SessionEvent): boolean => requests.has(event.body.type)

const dots: Record<SessionEvent['kind'], string> = {
  state_change: 'bg-ink-3',
  progress: 'bg-working',
  question: 'bg-awaiting',
  answer: 'bg-accent',
  log: 'bg-line-strong',
}

function Step({ event }: { event: SessionEvent }) {
  const text = useStepText()(event)
  return (
    <li className="grid grid-cols-[0.5rem_minmax(0,1fr)_auto] items-baseline gap-2">
      <span aria-hidden className={classes('size-1.5 self-start rounded-full mt-[7px]', dots[event.kind])} />
      <span
        className={classes(
          '[overflow-wrap:anywhere]',
          event.kind === 'log' ? 'line-clamp-3 font-mono text-ink-2 text-xs' : 'whitespace-pre-line',
        )}
      >
        {text}
      </span>
      <Ago at={event.createdAt} />
    </li>
  )
}

function useStepText(): (event: SessionEvent) => string {
  const t = useTranslations('session')
  const more = useTranslations('details.sessions')
  const { board } = useOpenCard()
  const ended = useEndWords()
  const nameOf = (actorId: unknown) => board.members.find((member) => member.actorId === actorId)?.name ?? t('somebody')
  const texts: Record<SessionEvent['kind'], (body: Record<string, unknown>) => string> = {
    state_change: (body) => stateText(t, typeof body.reason === 'string' ? { ...body, reason: ended(body.reason) } : body),
    progress: (body) => String(body.note),
    question: (body) => t('asked', { question: String(body.question) }),
    answer: (body) => t('answered', { name: nameOf(body.actorId), answer: String(body.answer) }),
    log(body) {
      if (body.type === 'stop_requested') return t('stopRequested', { name: nameOf(body.byActorId) })
      if (body.type === 'start_requested') return more('startRequested', { name: nameOf(body.byActorId) })
      if (body.type === 'unblocked') return more('unblocked')
      if (body.type === 'budget_changed') return t('budgetChanged', { name: nameOf(body.byActorId) })
      if (body.type === 'budget_low') return t('budgetLow')
      if (body.type === 'lease_expired') return t('leaseExpired')
      if (body.type === 'mention') return t('followUp', { name: nameOf(body.actorId), text: String(body.body) })
      return JSON.stringify(body)
    },
  }
  return (event) => texts[event.kind](event.body)
}

function stateText(
  t: ReturnType<typeof useTranslations<'session'>>,
  { from, to, statusText, summary, reason }: Record<string, unknown>,
): string {
  const detail = statusText ?? summary ?? reason
  if (from === to && typeof statusText === 'string') return statusText
  const state = t(`states.${String(to) as 'working'}`)
  return typeof detail === 'string' && detail !== '' ? `${state}: ${detail}` : state
}
