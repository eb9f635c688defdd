import type { CardSummary, Session, SessionEvent } from '@tandem/contract'
import { block, columns, line, type Terminal } from '../terminal/terminal.ts'
import { budgetText } from './budget.ts'

/** Sessions as text for people. `nameOf` returns the name of an actor. */
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

type NameOf = (actorId: string) => string

export function sessionText(terminal: Terminal, session: Session, nameOf: NameOf): string {
  const { inputTokens, outputTokens, costUsd } = session.usage ?? {}
  const used = [inputTokens && `${inputTokens} in`, outputTokens && `${outputTokens} out`, costUsd && `$${costUsd.toFixed(2)}`]
  const facts = Object.entries({
    state: sessionState(session),
    stop: stopText(session, nameOf),
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

/** Also shown after the session has ended: it says who asked for the stop. */
const stopText = ({ stopRequestedAt, stopRequestedBy }: Session, nameOf: NameOf): string =>
  stopRequestedAt === null || stopRequestedBy === null ? '' : `${stopRequestedAt} by ${nameOf(stopRequestedBy)}`

/** While a question is open, and in the queue, no lease runs. */
const leaseText = (lease: Session['lease']): string =>
  lease === null ? '' : `generation ${lease.generation}${lease.expiresAt === null ? '' : `, until ${lease.expiresAt}`}`

function answerText(terminal: Terminal, { lastAnswer, question }: Session, nameOf: NameOf): string {
  if (lastAnswer === null || question !== null) return ''
  const asked = terminal.paint('bold', block(lastAnswer.question))
  const who = lastAnswer.byDefault ? 'Answered with the default at the deadline' : `${nameOf(lastAnswer.answeredByActorId)} answered`
  return [asked, `${who}: ${block(lastAnswer.answer)}`, block(lastAnswer.note ?? '')].filter((text) => text !== '').join('\n')
}

/** The open question, with the command that answers it. */
export function questionText(terminal: Terminal, { question, cardKey }: Session): string {
  if (!question) return ''
  const asked = question.questions ?? [question]
  const lines = asked.flatMap(({ question: text, options }) => [
    terminal.paint('bold', block(text)),
    ...options.map((option, at) => `  ${at + 1}  ${line(option)}`),
  ])
  return [...lines, ...deadlineText(question), `To answer: tandem session answer ${cardKey}`].join('\n')
}

function deadlineText({ expiresAt, defaultOption }: NonNullable<Session['question']>): string[] {
  if (expiresAt === undefined) return []
  return [defaultOption === undefined ? `Answer by ${expiresAt}.` : `Default at ${expiresAt}: ${line(defaultOption)}`]
}

export function eventText(terminal: Terminal, { kind, body, createdAt }: SessionEvent, nameOf: NameOf): string {
  return `${terminal.paint('dim', createdAt)}  ${kind.padEnd(12)}  ${line(wordsOf[kind](body, nameOf))}`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const wordsOf: Record<SessionEvent['kind'], (body: SessionEvent['body'], nameOf: NameOf) => string> = {
  state_change: ({ from, to, statusText, summary, reason }) =>
    [from === to ? text(to) : `${text(from) || 'opened'} → ${text(to)}`, text(statusText), text(summary), text(reason)]
      .filter(Boolean)
      .join('  '),
  progress: ({ note }) => text(note),
  question: ({ question }) => text(question),
  answer: ({ answer, note, byDefault, actorId }, nameOf) =>
    [text(answer), byDefault === true ? '(by default)' : `(${nameOf(text(actorId))})`, text(note)].filter(Boolean).join('  '),
  log: (body, nameOf) =>
    body.type === 'late_answer' ? `late answer: ${text(body.answer)}  (${nameOf(text(body.actorId))})` : JSON.stringify(body),
}

const marks = { pending: '[ ]', in_progress: '[~]', done: '[x]', skipped: '[-]' } as const

type Held = Pick<Session, 'waitingFor' | 'waitingForHidden'>

/** Whether other cards block it. */
export const isHeld = ({ waitingFor, waitingForHidden }: Held): boolean => waitingFor.length > 0 || waitingForHidden > 0

export function waitingText({ waitingFor, waitingForHidden }: Held): string {
  const hidden = waitingForHidden > 0 ? [`${waitingForHidden} that you cannot see`] : []
  return `waits for ${line([...waitingFor, ...hidden].join(', '))}`
}

type Shown = Pick<NonNullable<CardSummary['session']>, 'state' | 'stale' | 'stopRequestedAt'> & Partial<Pick<Session, 'failureReason'>>

/** A live session with a stop request shows that. One whose delegation was removed has not failed. */
export function sessionState({ state, stale, stopRequestedAt, failureReason }: Shown): string {
  if (state === 'error' && failureReason === 'undelegated') return 'canceled'
  const isStopping = stopRequestedAt !== null && state !== 'done' && state !== 'error'
  return [state, ...(stale ? ['stale'] : []), ...(isStopping ? ['asked to stop'] : [])].join(', ')
}
