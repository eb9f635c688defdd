import type { Session, Work } from '@tandem/contract'
import { truncate } from '../../../../kernel/common/truncate.ts'
import { type NameDirectory, nameDirectoryOf } from '../../name-directory.ts'
import type { RequestContext } from '../../request-context.ts'
import { claimAgain, completeCard, isHeld, type NextCall, nextOfSession, startsWork, waits } from '../next-calls.ts'
import { notificationShape } from './boards.ts'
import { workCard } from './cards.ts'
import { answerShape, budgetShape, newsShape, sessionShape } from './sessions.ts'
import { trimmed } from './trimmed.ts'

/** The answer of `my_work`: each live session of the agent with one next call. Specification: beyond §2. */
type DelegatedCard = Work['delegated_to_me'][number]

/** Characters of a question or an answer; `session_read get` has the whole. */
const mostText = 400

export async function workShape(work: Work, context: RequestContext) {
  const liveOn = new Map(work.liveSessions.map((session) => [session.cardId, session]))
  const delegated = new Set(work.delegated_to_me.map(({ id }) => id))
  const others = work.liveSessions.filter(({ cardId }) => !delegated.has(cardId))
  const named = <T extends { boardId: string }, R>(rows: readonly T[], shape: (row: T, directory: NameDirectory) => R): Promise<R[]> =>
    Promise.all(rows.map(async (row) => shape(row, await context.directory(row.boardId))))
  const pausedBoards = new Set(work.pausedBoards.map(({ boardId }) => boardId))
  const full = new Set(work.atCapacity)
  const notReady = new Set(work.notReady)
  const overBudget = new Set(work.overBudgetBoards)
  const holdOf = ({ boardId }: { boardId: string }, sessionId: string | undefined): Hold | null => {
    if (sessionId !== undefined && notReady.has(sessionId)) return 'not_ready'
    if (work.agentPausedAt !== null || pausedBoards.has(boardId)) return 'paused'
    if (overBudget.has(boardId)) return 'budget'
    return sessionId !== undefined && full.has(sessionId) ? 'capacity' : null
  }
  const delegatedLines = await named(work.delegated_to_me, (card, directory) =>
    delegatedLine(card, { live: liveOn.get(card.id), hold: holdOf(card, card.session?.id) }, directory),
  )
  const sessionLines = await named(others, (session, directory) => liveLine(session, { hold: holdOf(session, session.id) }, directory))
  const next = withCursor(firstOf([...delegatedLines, ...sessionLines]), work.news.cursor)
  const directories = new Map(await named(work.liveSessions, ({ cardId, cardKey }, directory) => [cardId, { cardKey, directory }] as const))
  return {
    assigned: await named(work.assigned, workCard),
    delegated_to_me: delegatedLines,
    sessions_awaiting_me: await named(work.sessions_awaiting_me, sessionShape),
    notifications: work.notifications.filter((row) => !isShown(row, work)).map(notificationShape),
    ...(sessionLines.length > 0 && { sessions: sessionLines }),
    ...workNews(work, directories),
    ...(work.agentPausedAt !== null && { agentPausedAt: work.agentPausedAt }),
    ...(work.pausedBoards.length > 0 && { pausedBoards: await named(work.pausedBoards, pausedLine) }),
    ...(next && { next }),
    ...(work.cutAtLimit.length > 0 && {
      cutAtLimit: work.cutAtLimit,
      hint: 'The lists in cutAtLimit have more entries: call again with a higher limit, at most 200.',
    }),
  }
}

/** The notification of a delegation adds nothing to the line of its card, and more than half of its tokens. */
const isShown = ({ reason, sessionId }: Work['notifications'][number], { delegated_to_me: cards }: Work): boolean =>
  reason === 'delegated' && cards.some(({ session }) => session !== null && session.id === sessionId)

/** Why a queued session may not start now. */
type Hold = 'not_ready' | 'paused' | 'capacity' | 'budget'
type Around = { live: Session | undefined; hold: Hold | null }

function delegatedLine(card: DelegatedCard, { live, hold }: Around, directory: NameDirectory) {
  const { session: own } = card
  const session = own && trimmed({ sessionId: own.id, ...own, id: null, ...(live && asked(live, directory)) })
  const { session: _newest, ...line } = workCard(card, directory)
  const next = own?.state === 'done' ? { next: completeCard(card.key) } : nextOrWait({ cardKey: card.key, session: live ?? own }, hold)
  return { ...line, ...(session && { session }), ...next }
}

function liveLine(session: Session, { hold }: Pick<Around, 'hold'>, directory: NameDirectory) {
  const { plan: _plan, lastAnswer: _lastAnswer, question: _question, asksFor: _asksFor, ...line } = sessionShape(session, directory)
  return { ...line, ...asked(session, directory), ...nextOrWait({ cardKey: session.cardKey, session }, hold) }
}

/**
 * If a call that starts work would be refused, the next call is the one that waits for the next ready card: it takes this card as soon as
 * it may start. None for a card that is closed or starts later: that may take days.
 */
function nextOrWait(of: Parameters<typeof nextOfSession>[0], hold: Hold | null): { next?: NextCall; waits?: Hold | 'blocked' | 'lease' } {
  const wait = (waits: Hold | 'blocked' | 'lease') => ({ waits, next: claimAgain({}) })
  if (isLeased(of.session)) return wait('lease')
  const next = nextOfSession(of)
  if (!next || !startsWork(next)) return next ? { next } : {}
  if (hold === 'not_ready') return { waits: hold }
  if (hold !== null) return wait(hold)
  return of.session && isHeld(of.session) ? wait('blocked') : { next }
}

/** The process that claimed it goes on, as long as it acts. Another one claims the card when the lease has expired. */
function isLeased(session: Parameters<typeof nextOfSession>[0]['session']): boolean {
  return session !== null && session.state === 'working' && session.stopRequestedAt === null && session.lease?.expiresAt != null
}

function pausedLine({ boardId, at, by, reason }: Work['pausedBoards'][number], directory: NameDirectory) {
  return { board: directory.board?.name ?? boardId, by: directory.who(by).handle, reason, at }
}

const cut = (text: string): string => (text.length > mostText ? `${truncate(text, mostText)} […]` : text)

function asked(session: Session, directory: NameDirectory) {
  const { trigger, question, lastAnswer, stopRequestedBy } = session
  return trimmed({
    asksFor: trigger.summary && cut(trigger.summary),
    stopRequestedBy: stopRequestedBy && directory.who(stopRequestedBy),
    ...budgetShape(session),
    question: question && { eventId: question.eventId, question: cut(question.question), askedAt: question.askedAt },
    lastAnswer: lastAnswer && {
      ...answerShape(lastAnswer, directory),
      question: cut(lastAnswer.question),
      answer: cut(lastAnswer.answer),
    },
  })
}

/** Each item names its card. */
function workNews({ news }: Work, cards: ReadonlyMap<string, { cardKey: string; directory: NameDirectory }>) {
  const shape = newsShape(news, (cardId) => cards.get(cardId)?.directory ?? nameDirectoryOf(null))
  if (!shape.news) return {}
  const items = shape.news.items.map((item, at) => ({ card: cards.get(news.items[at]?.cardId ?? '')?.cardKey, ...item }))
  return { news: { ...shape.news, items } }
}

/** An agent that makes the call has read the news beside it. */
function withCursor(next: NextCall | undefined, newsCursor: string | null): NextCall | undefined {
  const takesCursor =
    next && (next.tool === 'session_write' ? next.method !== 'open' : next.params.sessionId !== undefined && next.tool === 'my_work')
  if (!takesCursor || newsCursor === null) return next
  return { ...next, params: { ...next.params, newsCursor } }
}

/** The order of calls: ending a stopped session comes first, waiting comes last, for an answer before new work. */
function firstOf(lines: readonly { next?: NextCall }[]): NextCall | undefined {
  const calls = lines.flatMap(({ next }) => (next ? [next] : []))
  return (
    calls.find(({ method }) => method === 'fail') ??
    calls.find((call) => !waits(call)) ??
    calls.find(({ method }) => method === 'poll_events') ??
    calls[0]
  )
}
