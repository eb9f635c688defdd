import type { CardSummary, Session, SessionEvent } from '@tandem/contract'
import { block, columns, line, type Terminal } from '../terminal/terminal.ts'
import { budgetText } from './budget.ts'

/** Sessions as people read them on a terminal. `nameOf` says who an actor is. */
export function sessionTable(terminal: Terminal, sessions: readonly Session[]): string {
  if (sessions.length === 0) return 'No sessions.'
  return columns(
    sessions.map((session) => [
      terminal.paint('bold', session.cardKey),
      sessionState(session),
      session.id,
      isHeld(session)
        ? waitingText(session)
        : line(session.question?.question ?? session.statusText ?? session.summary ?? session.failureReason ?? ''),
    ]),
  )
}

export function sessionText(terminal: Terminal, session: Session, nameOf: (actorId: string) => string): string {
  const { inputTokens, outputTokens, costUsd } = session.usage ?? {}
  const used = [inputTokens && `${inputTokens} in`, outputTokens && `${outputTokens} out`, costUsd && `$${costUsd.toFixed(2)}`]
  const facts = Object.entries({
    state: sessionState(session),
    status: line(session.statusText ?? ''),
    waits: isHeld(session) ? waitingText(session).replace('waits ', '') : '',
    agent: nameOf(session.agentActorId),
    lease: leaseText(session.lease),
    began: `${session.createdAt} by ${session.trigger.type}`,
    ended: session.endedAt ?? '',
    watch: line(session.externalUrl ?? ''),
    used: used.filter(Boolean).join(', '),
    budget: budgetText(session.budget, session.budgetUsed),
    failure: line(session.failureReason ?? ''),
  }).filter(([, value]) => value !== '')
  const parts = [
    `${terminal.paint('bold', session.cardKey)}  session ${session.id}`,
    columns(facts.map(([name, value]) => [`  ${terminal.paint('dim', name)}`, value])),
    (session.plan ?? []).map(({ status, text }) => `${marks[status]} ${line(text)}`).join('\n'),
    session.summary === null ? '' : block(session.summary),
    answerText(terminal, session, nameOf),
    questionText(terminal, session),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** While a question is open, and in the queue, no lease runs. */
const leaseText = (lease: Session['lease']): string =>
  lease === null ? '' : `generation ${lease.generation}${lease.expiresAt === null ? '' : `, until ${lease.expiresAt}`}`

function answerText(terminal: Terminal, { lastAnswer, question }: Session, nameOf: (actorId: string) => string): string {
  if (lastAnswer === null || question !== null) return ''
  const asked = terminal.paint('bold', block(lastAnswer.question))
  return [asked, `${nameOf(lastAnswer.answeredByActorId)} answered: ${block(lastAnswer.answer)}`].join('\n')
}

/** The open question, with how to answer it. */
export function questionText(terminal: Terminal, { question, cardKey }: Session): string {
  if (!question) return ''
  const options = question.options.map((option, at) => `  ${at + 1}  ${line(option)}`)
  return [terminal.paint('bold', block(question.question)), ...options, `tandem session answer ${cardKey} answers it.`].join('\n')
}

export function eventText(terminal: Terminal, { kind, body, createdAt }: SessionEvent): string {
  return `${terminal.paint('dim', createdAt)}  ${kind.padEnd(12)}  ${line(wordsOf[kind](body))}`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const wordsOf: Record<SessionEvent['kind'], (body: SessionEvent['body']) => string> = {
  state_change: ({ from, to, statusText, summary, reason }) =>
    [from === to ? text(to) : `${text(from) || 'opened'} → ${text(to)}`, text(statusText), text(summary), text(reason)]
      .filter(Boolean)
      .join('  '),
  progress: ({ note }) => text(note),
  question: ({ question }) => text(question),
  answer: ({ answer }) => text(answer),
  log: (body) => JSON.stringify(body),
}

const marks = { pending: '[ ]', in_progress: '[~]', done: '[x]', skipped: '[-]' } as const

type Held = Pick<Session, 'waitingFor' | 'waitingForHidden'>

/** Whether other cards have to be done first. */
export const isHeld = ({ waitingFor, waitingForHidden }: Held): boolean => waitingFor.length > 0 || waitingForHidden > 0

export function waitingText({ waitingFor, waitingForHidden }: Held): string {
  const hidden = waitingForHidden > 0 ? [`${waitingForHidden} that you cannot see`] : []
  return `waits for ${line([...waitingFor, ...hidden].join(', '))}`
}

/** A live session that a person asked to stop says so. */
export function sessionState({ state, stale, stopRequestedAt }: NonNullable<CardSummary['session']>): string {
  const isStopping = stopRequestedAt !== null && state !== 'done' && state !== 'error'
  return [state, ...(stale ? ['stale'] : []), ...(isStopping ? ['asked to stop'] : [])].join(', ')
}
