import { type AgentCall, type Explained, explained, type RuleRun, TandemError, type Verb } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { members } from '../../db/tables/boards/members.ts'
import { type RuleRunRow, ruleRuns } from '../../db/tables/boards/rule-runs.ts'
import { type RuleRow, rules } from '../../db/tables/boards/rules.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { insertInto, update } from '../../db/writes.ts'
import { explanationOf } from '../../kernel/common/explanation.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { MoreBoards } from '../../kernel/mutation-context.ts'
import { countingWrites } from '../counting-writes.ts'
import { readSummaryRow } from '../summary-rows.ts'
import { act, type Message } from './actions.ts'
import { pauseRule } from './pause.ts'
import { authorProblem } from './rights.ts'

/**
 * One run of a rule, in the transaction that moves on how far the rules have come: it commits with all that it does, or not at all.
 * Specification: decisions §5.
 */
export type Occasion = {
  activityId: string | null
  dueAt: string | null
  /** How many rules led to it, and the activity with which that began. */
  depth: number
  rootId: string | null
  actorName: string
}
type Outcome = RuleRun['actions'][number]
type Problem = Pick<Outcome, 'error' | 'why' | 'uncalled'>

/** An action that has failed halfway: the transaction has to go. */
export class BrokenAction extends Error {
  readonly refusal: TandemError

  constructor(refusal: TandemError) {
    super(refusal.message, { cause: refusal })
    this.refusal = refusal
  }
}

/** A rule that fails so often in a row is not going to fix itself. */
const longestFailing = 10

const insertRun = insertInto(ruleRuns, [
  'boardId',
  'id',
  'ruleId',
  'activityId',
  'dueAt',
  'cardId',
  'state',
  'reason',
  'why',
  'depth',
  'rootId',
  'actions',
  'firstSeq',
  'lastSeq',
  'createdAt',
])
const countFailures = update(rules, { key: ['boardId', 'id'], set: ['failuresInARow'] })
const insertMember = insertInto(members, ['boardId', 'actorId', 'role', 'addedAt'], 'on conflict (board_id, actor_id) do nothing')
const findMember = sql<{ actorId: string }>('select actor_id from members where board_id = $1 and actor_id = $2')

/** Answers how it went; a rule whose author may not do that any more is paused. `instead` is why it fails, where it has been tried before and broke. */
export async function runRule(
  tx: Mutation<Verb>,
  rule: RuleRow,
  on: { occasion: Occasion; card: CardFaceRow | null },
  instead: Explained | null,
): Promise<RuleRun['state']> {
  const problem = await authorProblem(tx, rule)
  if (problem !== null) {
    skipRule(tx, rule, { occasion: on.occasion, cardId: on.card?.id ?? null }, problem)
    await pauseRule(tx, rule, problem)
    return 'skipped'
  }
  await join(tx)
  const firstSeq = tx.board.lastSeq + 1
  const { actions, messages } =
    instead === null
      ? await doActions(actingFor(tx, rule.savedBy, on.occasion), rule, on)
      : { actions: brokenOff(rule, instead), messages: null }
  const state = actions.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'done'
  const runId = tx.newId()
  const notify = [...(messages ?? [])].map(([actorId, said]) => {
    return { actorIds: [actorId], reason: 'rule' as const, excerpt: said.map(({ text }) => text).join('\n') }
  })
  const isOutside = [...(messages?.values() ?? [])].flat().some((said) => said.isOutside)
  const author = { actorId: tx.principal.actorId, role: 'external' as const }
  const about = { ruleId: rule.id, name: rule.name, runId, state, activityId: on.occasion.activityId }
  const payload = { ...about, ...(isOutside && { author }) }
  tx.record('rule.run', payload, { cardId: on.card?.id ?? null, notify })
  writeRun(tx, rule, { ...on, id: runId, state, reason: null, why: null, actions, firstSeq })
  await countOutcome(tx, rule, state)
  return state
}

/** Agents that a rule starts work on behalf of its author. */
export function actingFor(tx: Mutation<Verb>, authorId: string, occasion?: Pick<Occasion, 'activityId' | 'rootId'>): Mutation<Verb> {
  const setOffBy = occasion?.rootId ?? occasion?.activityId ?? undefined
  return { ...tx, principal: { ...tx.principal, onBehalfOf: authorId, ...(setOffBy !== undefined && { setOffBy }) } }
}

/** A rule that did nothing, and why. */
export function skipRule(tx: Mutation<never>, rule: RuleRow, on: { occasion: Occasion; cardId: string | null }, refusal: Explained): void {
  const card = on.cardId === null ? null : { id: on.cardId }
  const [reason, why] = [refusal.message, explanationOf(refusal)]
  writeRun(tx, rule, { ...on, card, id: tx.newId(), state: 'skipped', reason, why, actions: [], firstSeq: null })
}

/** The automation joins the board when it first acts there, and again after it was removed. */
async function join(tx: Mutation<'member.added'>): Promise<void> {
  const { board, principal } = tx
  if (await tx.row(findMember, [board.id, principal.actorId])) return
  tx.send(insertMember({ boardId: board.id, actorId: principal.actorId, role: 'member', addedAt: tx.now }))
  tx.record('member.added', { actorId: principal.actorId, role: 'member' })
}

/** Runs all of them, also after one fails: each is an operation of its own. */
export async function doActions(
  tx: Mutation<Verb>,
  rule: Pick<RuleRow, 'actions'>,
  { occasion, card }: { occasion: Pick<Occasion, 'actorName'>; card: CardFaceRow | null },
): Promise<{ actions: Outcome[]; messages: Map<string, Message[]> }> {
  const messages = new Map<string, Message[]>()
  const counted = countingWrites(tx)
  const actions: Outcome[] = []
  let current = card
  for (const action of rule.actions) {
    const before = counted.writes()
    const countBefore = messageCount(messages)
    let uncalled: Problem | null = null
    const refused = await act({ tx: counted.tx, card: current, actorName: occasion.actorName, messages }, action).then(
      (result) => {
        uncalled = uncalledIn(result)
        return null
      },
      (thrown: unknown) => refusalOf(thrown, counted.writes() > before),
    )
    const changed = counted.writes() > before
    const outcome = refused === null ? (changed || messageCount(messages) > countBefore ? 'done' : 'skipped') : 'failed'
    actions.push({ type: action.type, outcome, ...(uncalled ?? errorOf(refused)) })
    if (changed && current) current = (await tx.row(readSummaryRow, [tx.board.id, current.id])) ?? null
  }
  return { actions, messages }
}

/** Why agents that a comment of the rule mentions did not start. */
function uncalledIn(result: unknown): Problem | null {
  if (typeof result !== 'object' || result === null || !('calls' in result)) return null
  const calls = (result.calls as AgentCall[]).filter(({ opened, because }) => !opened && because !== 'at_work')
  if (calls.length === 0) return null
  const uncalled = calls.flatMap((call) => {
    const why = explanationOf(call)
    return why ? [{ handle: call.handle, ...why }] : []
  })
  const why = calls.length === 1 ? explanationOf(calls[0] ?? null) : null
  return { error: calls.map(({ message }) => message).join(' '), ...(why && { why }), uncalled }
}

const messageCount = (messages: ReadonlyMap<string, Message[]>): number => [...messages.values()].flat().length

/** Why an action was refused, before it has written anything. What needs more locks, or has broken in the middle, ends the transaction. */
function refusalOf(thrown: unknown, hasWritten: boolean): TandemError {
  if (thrown instanceof MoreBoards) throw thrown
  if (!(thrown instanceof TandemError)) throw thrown
  if (hasWritten || thrown.retryAfterSeconds !== undefined) throw new BrokenAction(thrown)
  return thrown
}

const brokenOff = (rule: RuleRow, refusal: Explained): Outcome[] =>
  rule.actions.map(({ type }, at) => ({ type, outcome: at === 0 ? 'failed' : 'skipped', ...errorOf(at === 0 ? refusal : null) }))

function errorOf(refusal: Explained | null): Problem {
  const why = explanationOf(refusal)
  return { error: refusal?.message ?? null, ...(why && { why }) }
}

type Finished = Pick<RuleRunRow, 'id' | 'state' | 'reason' | 'why' | 'actions'> & {
  occasion: Occasion
  card: { id: string } | null
  /** The range of `seq` that the run recorded; null when it recorded nothing. */
  firstSeq: number | null
}

function writeRun(tx: Mutation<never>, rule: RuleRow, { occasion, card, ...run }: Finished): void {
  const lastSeq = run.firstSeq === null ? null : tx.board.lastSeq
  const of = { boardId: tx.board.id, ruleId: rule.id, cardId: card?.id ?? null }
  tx.send(insertRun({ ...occasion, ...run, ...of, lastSeq, createdAt: tx.now }))
}

async function countOutcome(tx: Mutation<'rule.updated'>, rule: RuleRow, state: RuleRun['state']): Promise<void> {
  const failures = state === 'failed' ? rule.failuresInARow + 1 : 0
  if (failures !== rule.failuresInARow) tx.send(countFailures({ boardId: tx.board.id, id: rule.id, failuresInARow: failures }))
  if (failures >= longestFailing) await pauseRule(tx, rule, explained('ruleFailing', { count: failures }))
}
