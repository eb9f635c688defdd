import type { Session, SessionEvent } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { trailQuery } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Ago } from '../../../ui/time.tsx'
import { isCanceled } from '../../board/tile/session-line.tsx'
import { useOpenCard } from '../card-context.ts'
import { RichText } from '../text/rich-text.tsx'
import { useEndWords } from './use-end-words.ts'

const mostFolded = 4

/** The events of a session, newest last. Folded, it shows the last of them without log entries other than requests. */
export function Trail({ session }: { session: Session }) {
  const t = useTranslations('session')
  const live = session.endedAt === null
  const [unfolded, setUnfolded] = useState(false)
  const trail = useQuery({ ...trailQuery(session.id), enabled: live || unfolded })
  // The open question is shown in its box above.
  const events = (trail.data ?? []).filter((event) => event.id !== session.question?.eventId)
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

const requests: ReadonlySet<unknown> = new Set([
  'stop_requested',
  'start_requested',
  'unblocked',
  'lease_expired',
  'mention',
  'late_answer',
])
const isRequest = (event: SessionEvent): boolean => requests.has(event.body.type)

const dots: Record<SessionEvent['kind'], string> = {
  state_change: 'bg-ink-3',
  progress: 'bg-working',
  question: 'bg-awaiting',
  answer: 'bg-accent',
  log: 'bg-line-strong',
}

function Step({ event }: { event: SessionEvent }) {
  const { title, text, raw } = useStepContent()(event)
  return (
    <li className="grid grid-cols-[0.5rem_minmax(0,1fr)_auto] items-baseline gap-2">
      <span aria-hidden className={classes('size-1.5 self-start rounded-full mt-[7px]', dots[event.kind])} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {title && <p className={classes(text && 'text-ink-2')}>{title}</p>}
        {text && <RichText text={text} />}
        {raw && <p className="line-clamp-3 font-mono text-ink-2 text-xs">{raw}</p>}
      </div>
      <Ago at={event.createdAt} />
    </li>
  )
}

/** The content of a step: a text of ours, Markdown that a member wrote, or a log entry of the agent, unformatted. */
type StepContent = { title?: string; text?: string; raw?: string }

function useStepContent(): (event: SessionEvent) => StepContent {
  const t = useTranslations('session')
  const more = useTranslations('details.sessions')
  const { board } = useOpenCard()
  const ended = useEndWords()
  const nameOf = (actorId: unknown) => board.members.find((member) => member.actorId === actorId)?.name ?? t('somebody')
  const logged: Record<string, (body: Record<string, unknown>) => StepContent> = {
    stop_requested: ({ byActorId }) => ({ title: t('stopRequested', { name: nameOf(byActorId) }) }),
    start_requested: ({ byActorId }) => ({ title: more('startRequested', { name: nameOf(byActorId) }) }),
    unblocked: () => ({ title: more('unblocked') }),
    budget_changed: ({ byActorId }) => ({ title: t('budgetChanged', { name: nameOf(byActorId) }) }),
    budget_low: () => ({ title: t('budgetLow') }),
    lease_expired: () => ({ title: t('leaseExpired') }),
    late_answer: ({ actorId, ...body }) => ({ title: t('answeredLate', { name: nameOf(actorId) }), text: answerIn(body) }),
    mention: ({ actorId, body }) => ({ title: t('followUp', { name: nameOf(actorId) }), text: String(body) }),
  }
  const contentOf: Record<SessionEvent['kind'], (body: Record<string, unknown>) => StepContent> = {
    state_change({ reason, ...body }) {
      if (typeof reason !== 'string') return contentOfState(t, body)
      const to = isCanceled({ state: 'error', failureReason: reason }) ? 'canceled' : body.to
      return contentOfState(t, { ...body, to, reason: ended(reason) })
    },
    progress: ({ note }) => ({ text: String(note) }),
    question: ({ question }) => ({ title: t('asked'), text: String(question) }),
    answer: ({ actorId, byDefault, ...body }) => ({
      title: byDefault === true ? t('answeredByDefault') : t('answered', { name: nameOf(actorId) }),
      text: answerIn(body),
    }),
    log: (body) => logged[String(body.type)]?.(body) ?? { raw: JSON.stringify(body) },
  }
  return ({ kind, body }) => contentOf[kind](body)
}

const answerIn = ({ answer, note }: Record<string, unknown>): string =>
  [answer, note]
    .filter((text) => text !== undefined)
    .map(String)
    .join('\n\n')

function contentOfState(
  t: ReturnType<typeof useTranslations<'session'>>,
  { from, to, statusText, summary, reason }: Record<string, unknown>,
): StepContent {
  const detail = statusText ?? summary ?? reason
  if (from === to && typeof statusText === 'string') return { text: statusText }
  const title = t(`states.${String(to) as 'working'}`)
  return typeof detail === 'string' && detail !== '' ? { title, text: detail } : { title }
}
