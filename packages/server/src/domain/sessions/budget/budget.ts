import { type Budget, type BudgetUsed, budgetAnswers, type ParsedInputOf, refusal, type Session } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import type { HandlerOf } from '../../../kernel/handlers.ts'
import type { Mutation, Notice } from '../../../kernel/mutation.ts'
import { isSameBudget, limits } from '../../budgets.ts'
import { watcherNotices } from '../../watches/handlers.ts'
import { advance, type OnCard, onCard, onWire, requireState } from '../advance.ts'
import { type Act, isEnded } from '../machine.ts'
import { tierAbove } from '../route-question.ts'
import { hasReached, isUsedUp, usedOf, warnAt } from './figures.ts'
import { adminsOf, type BoardBudget, boardBudgetOf, boardWarned } from './of-board.ts'

/**
 * The budget of a session. It is checked in the transaction that adds usage, under the lock of the board: so the service asks once, and a
 * crash cannot leave a used-up budget without a question. Specification: beyond §5.
 */
export type BudgetVerb = 'agent_session.updated' | 'agent_session.log' | 'agent_session.question'

const readAgain = sql<SessionRow>('select * from sessions where board_id = $1 and id = $2')

/** Throws forbidden for an agent: a budget is a limit that people set. */
export function requireGiver(tx: Pick<Mutation<never>, 'principal'>, budget: unknown): void {
  if (budget !== undefined && tx.principal.kind !== 'human') throw refusal('budgetOfPeople')
}

/** Throws budget_exceeded for acts that are not allowed once the budget is used up. */
export function requireWithinBudget(tx: Mutation<never>, at: OnCard, act: Act, input: ParsedInputOf<'session.post'>): void {
  const { session } = at
  if (session.budgetExceededAt === null || isEnded(session.state) || act === 'complete' || act === 'fail') return
  if (carriesOnlyUsage(input)) return
  const isAsked = session.question?.kind === 'budget'
  throw refusal(isAsked ? 'budgetExceeded' : 'budgetFinish', {}, { details: { session: onWire(tx, at) } })
}

export function carriesOnlyUsage({ op, state, usage, statusText, plan, externalUrl }: ParsedInputOf<'session.post'>): boolean {
  return op === 'update' && usage !== undefined && [state, statusText, plan, externalUrl].every((value) => value === undefined)
}

/**
 * Looks at the budget of the session, and of its board, after an act: tells at 80 %, asks at 100 %. Returns the session where that has changed
 * it.
 */
export async function afterAct(tx: Mutation<BudgetVerb>, before: OnCard, boardHasBudget = true): Promise<Session | null> {
  if (before.session.budget === null && !boardHasBudget) return null
  const session = await tx.row(readAgain, [tx.board.id, before.session.id])
  return session ? keepBudget(tx, { ...before, session }) : null
}

/** `at` as it is now. */
export async function keepBudget(tx: Mutation<BudgetVerb>, at: OnCard): Promise<Session | null> {
  const { session } = at
  if (session.budgetExceededAt !== null || isEnded(session.state)) return null
  const board = await boardBudgetOf(tx, tx.board.id, tx.now)
  // An open question of the agent is answered first, and a queued session uses nothing.
  if (session.state === 'working') {
    if (isUsedUp(session, tx.now)) return ask(tx, at)
    if (board && isUsedUp(board, tx.now)) return ask(tx, at, board)
  }
  if (session.budgetWarnedAt === null && hasReached(warnAt, session, tx.now)) return warn(tx, at)
  return board && board.warnedAt === null && hasReached(warnAt, board, tx.now) ? warnAdmins(tx, at, board) : null
}

function warn(tx: Mutation<'agent_session.log'>, at: OnCard): Session {
  const { session } = at
  const said = { type: 'budget_low', budget: session.budget, used: usedOf(session, tx.now) }
  return advance(tx, at, 'warnBudget', {
    byService: true,
    columns: () => ({ budgetWarnedAt: tx.now }),
    body: () => said,
    payload: () => ({ payload: said }),
    notify: initiatorNotice(tx, session),
  }).session
}

/** Once a month, or for each budget that is given anew. */
async function warnAdmins(tx: Mutation<'agent_session.log'>, at: OnCard, board: BoardBudget): Promise<Session> {
  const said = { type: 'budget_low', budgetOf: 'board', budget: board.budget, used: usedOf(board, tx.now) }
  const notify = [await adminNotice(tx, board)]
  return advance(tx, at, 'warnBudget', { byService: true, body: () => said, payload: () => ({ payload: said }), notify }).session
}

async function adminNotice(tx: Mutation<never>, board: BoardBudget): Promise<Notice> {
  boardWarned(tx)
  return { actorIds: await adminsOf(tx), reason: 'budget', excerpt: figures(board, tx.now) }
}

/**
 * Asks about the budget of the session, or of its board if `board` is given. The initiator or the admins are notified too if they were not
 * at 80 %.
 */
async function ask(tx: Mutation<'agent_session.question'>, at: OnCard, board?: BoardBudget): Promise<Session> {
  const { session } = at
  const [isOwn, of] = [board === undefined, board ?? session]
  const whose = isOwn ? 'this session' : 'this board for this month'
  const question = `The budget of ${whose} is used up: ${figures(of, tx.now)}. Give it the same budget once more, let it finish now, or stop it?`
  const options = Object.values(budgetAnswers)
  const about = { kind: 'budget' as const, ...(!isOwn && { budgetOf: 'board' as const }) }
  const { tier, actorIds } = (await tierAbove(tx, at, 0)) ?? { tier: 0, actorIds: [] }
  const isFirst = isOwn && session.budgetWarnedAt === null
  const tells = isFirst ? initiatorNotice(tx, session) : []
  if (board && board.warnedAt === null) tells.push(await adminNotice(tx, board))
  return advance(tx, at, 'askAboutBudget', {
    byService: true,
    columns: ({ eventId }) => ({
      question: { eventId, question, options, askedAt: tx.now, ...about },
      questionTier: tier,
      questionRoutedAt: tx.now,
      budgetWarnedAt: isOwn ? (session.budgetWarnedAt ?? tx.now) : session.budgetWarnedAt,
      budgetExceededAt: tx.now,
    }),
    body: () => ({ question, options, ...about }),
    payload: ({ eventId }) => ({ eventId, question, options, ...about }),
    notify: [{ actorIds, reason: 'question', excerpt: question }, ...tells],
    tells: watcherNotices(at.card, question),
  }).session
}

type Budgeted = Pick<SessionRow, 'budget' | 'usage' | 'workedMs' | 'workingSince'>

function initiatorNotice(tx: Mutation<never>, session: SessionRow): Notice[] {
  const actorIds = [session.initiatorActorId, session.onBehalfOf].filter((id) => id !== null)
  return [{ actorIds, reason: 'budget', excerpt: figures(session, tx.now) }]
}

const units = { tokens: 'tokens', costUsd: 'USD', minutes: 'minutes' } as const

/** `1,050 of 1,000 tokens, 0.5 of 2 USD`. */
function figures(session: Budgeted, now: string): string {
  const [budget, used]: [Budget, BudgetUsed] = [session.budget ?? {}, usedOf(session, now)]
  const names = limits.filter((name) => budget[name] !== undefined)
  return names.map((name) => `${numeral(used[name])} of ${numeral(budget[name] ?? 0)} ${units[name]}`).join(', ')
}

const numeral = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 })

export const changeSession: HandlerOf<'session.update'> = async (tx, { budget }) => {
  requireGiver(tx, budget)
  const at = await onCard(tx, tx.target)
  requireState(tx, at, 'setBudget')
  return isSameBudget(budget, tx.target.budget) ? onWire(tx, at) : setBudget(tx, at, budget)
}

/** Sets new limits; usage so far counts. An open question about the old limits is settled if the new ones are not used up. */
export async function setBudget(tx: Mutation<BudgetVerb>, at: OnCard, budget: Budget | null): Promise<Session> {
  const { session } = at
  // Of the board, the session's own budget changes nothing.
  const isOfBoard = session.question?.budgetOf === 'board'
  const staysUsedUp = session.budgetExceededAt !== null && (isOfBoard || isUsedUp({ ...session, budget }, tx.now))
  const lifts = session.question?.kind === 'budget' && !staysUsedUp
  const changed = advance(tx, at, lifts ? 'liftBudget' : 'setBudget', {
    columns: () => ({
      budget,
      budgetGrant: budget,
      budgetWarnedAt: staysUsedUp ? session.budgetWarnedAt : null,
      budgetExceededAt: staysUsedUp ? session.budgetExceededAt : null,
    }),
    body: () => ({ type: 'budget_changed', budget, byActorId: tx.principal.actorId }),
    payload: ({ session: { statusText, plan } }) => ({ statusText, plan, budget }),
  })
  return (await afterAct(tx, { ...at, session: { ...session, budget } })) ?? changed.session
}
