import { type Explained, explained, TandemError } from '@tandem/contract'
import type { Logger } from 'pino'
import { type Database, sql } from '../../db/database.ts'
import { BrokenAction } from '../../domain/rules/run.ts'
import type { Causes } from '../../kernel/common/causes.ts'
import { type Clock, iso } from '../../kernel/common/clock.ts'
import { createPoller } from '../../kernel/common/poller.ts'
import { onBehalfOf } from '../../kernel/identity/principal.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { LockedTarget } from '../../kernel/mutate.ts'
import type { Append } from '../../kernel/record.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { type Attempt, type Broken, newAttempt } from './attempt.ts'
import { dueRules, stepOfDue } from './by-clock.ts'
import { hasNext, passOver, stepAlongLog } from './by-log.ts'

/**
 * Runs the rules of boards, after what sets them off has committed. Each step goes through the door of its board, and how far the rules
 * have come moves in the same transaction: any number of instances may run this, and die anywhere. Specification: decisions §5.
 */
export type RuleWorker = {
  /** Does all that there is to do by now; answers how many steps that took. */
  runOnce(): Promise<number>
  /** Wakes the worker for boards with rules, after a commit that appended to their logs. */
  poke(committed: Pick<Append, 'heads' | 'activities'>): void
  start(): void
  stop(): Promise<void>
}

type Deps = { kernel: Kernel; database: Database; clock: Clock; log: Logger; metrics: Metrics; causes: Causes }
type Board = { boardId: string; actorId: string }

/** The poll is the guarantee: it finds activities appended by other instances, and those left by one that died. */
const pollMs = 2_000
const pokedMs = 20
/** Boards at work at once: the connections are for requests first. */
const atOnce = 3
/** The most steps for one board in one poll, so that a long log does not delay the other boards. */
const mostStepsPerPoll = 200
/** A step that is refused for a passing reason again and again has a lasting one. */
const mostTries = 20

const withRules = sql<Board>(`select m.board_id, m.actor_id from automations m
  where exists (select from rules r where r.board_id = m.board_id and r.enabled and r.verb is not null) limit 100000`)
/** Selects boards whose log has activities that their rules have not read. */
const behind = sql<Board>(`select m.board_id, m.actor_id from automations m join boards b on b.id = m.board_id
  where m.board_id = any ($1::uuid[]) and (b.last_seq > m.seq or m.rule_id is not null) and b.archived_at is null and b.deleted_at is null`)

export function createRuleWorker(deps: Deps): RuleWorker {
  const { database, clock, kernel, log } = deps
  /** The boards with rules at the last poll. A board without rules costs nothing. */
  let known = new Set<string>()
  const poked = new Set<string>()
  /** Counts the attempts at the current step of each board. */
  const tries = new Map<string, { what: string; count: number }>()
  let nextPollMs = 0
  let stopping = false
  const poller = createPoller(deps, { name: 'rules', everyMs: pollMs, soonMs: pokedMs, poll, trouble: 'rules could not be run' })

  return {
    runOnce: () => all(),
    poke({ heads, activities }) {
      for (const { boardId, verb } of activities) if (verb === 'rule.created' || verb === 'rule.updated') known.add(boardId)
      for (const boardId of heads.keys()) if (known.has(boardId)) again(boardId)
    },
    start: poller.start,
    async stop() {
      stopping = true
      await poller.stop()
      stopping = false
    },
  }

  function poll(): Promise<number> {
    if (clock.now() >= nextPollMs) return all()
    const boardIds = [...poked]
    poked.clear()
    return alongLogs(boardIds)
  }

  async function all(): Promise<number> {
    nextPollMs = clock.now() + pollMs
    poked.clear()
    known = new Set((await database.rows(withRules)).map((row) => row.boardId))
    return (await byClock()) + (await alongLogs([...known]))
  }

  async function alongLogs(boardIds: readonly string[]): Promise<number> {
    const boards = boardIds.length === 0 ? [] : await database.rows(behind, [boardIds])
    return inTurn(boards, async (board) => {
      const step = async (): Promise<boolean> => {
        if (!(await database.row(hasNext, [board.boardId]))) {
          await database.rows(passOver(board))
          return false
        }
        return through(board, (tx, attempt) => stepAlongLog(tx, attempt))
      }
      const steps = await repeat(step)
      if (steps === mostStepsPerPoll) again(board.boardId)
      return steps
    })
  }

  async function byClock(): Promise<number> {
    const due = await database.rows(dueRules, [iso(clock.now())])
    return inTurn(due, (rule) => repeat(() => through(rule, (tx, attempt) => stepOfDue(tx, rule.id, attempt))))
  }

  async function repeat(step: () => Promise<boolean>): Promise<number> {
    for (let steps = 0; steps < mostStepsPerPoll; steps++) if (stopping || !(await step())) return steps
    return mostStepsPerPoll
  }

  function again(boardId: string): void {
    poked.add(boardId)
    poller.soon()
  }

  /**
   * One step through the door of the board. An unexpected failure is rolled back and recorded as failed by a second transaction; a
   * temporary refusal is left to the next poll. Answers whether there may be more.
   */
  async function through(board: Board, step: Step, broken: Broken | null = null): Promise<boolean> {
    const attempt = newAttempt(broken, deps.causes)
    const boardId = board.boardId
    try {
      const more = await take(board, (tx) => {
        // The door may have to ask for the same step again.
        attempt.ran.length = 0
        return step(tx, attempt)
      })
      tries.delete(boardId)
      for (const state of attempt.ran) deps.metrics.ruleRuns(state).add()
      return more
    } catch (error) {
      const what = attempt.begun
      // A failure that cannot even be recorded waits for the next poll too.
      if (what === null || broken?.what === what || isPassing(error, what, boardId)) {
        log.warn({ err: error, boardId }, 'the rules of a board could not be run; the next poll tries again')
        return false
      }
      log.warn({ err: error, boardId, what }, 'a rule broke and is recorded as failed')
      return through(board, step, { what, why: whyOf(error) })
    }
  }

  async function take(board: Board, step: (tx: LockedTarget) => Promise<boolean>): Promise<boolean> {
    let more = false
    const act = async (tx: LockedTarget) => {
      more = await step(tx)
    }
    // The board is not updated; but this operation has the same target and the same checks.
    await kernel.actAsService('board.update', { boardId: board.boardId }, act, onBehalfOf(board.actorId, 'agent'))
    return more
  }

  function isPassing(error: unknown, what: string, boardId: string): boolean {
    if (!(error instanceof TandemError) || error.retryAfterSeconds === undefined) return false
    const before = tries.get(boardId)
    const count = before?.what === what ? before.count + 1 : 1
    tries.set(boardId, { what, count })
    return count < mostTries
  }
}

type Step = (tx: LockedTarget, attempt: Attempt) => Promise<boolean>

function whyOf(error: unknown): Explained {
  if (error instanceof BrokenAction) return error.refusal
  return error instanceof TandemError && error.code !== 'internal' ? error : explained('ruleBroke')
}

/** Acts on a few boards at a time. */
async function inTurn<T>(things: readonly T[], act: (thing: T) => Promise<number>): Promise<number> {
  const waiting = [...things]
  let total = 0
  const worker = async () => {
    for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) total += await act(thing)
  }
  // The poll ends only when all boards have ended, also after a failure.
  const failed = (await Promise.allSettled(Array.from({ length: atOnce }, worker))).find((ended) => ended.status === 'rejected')
  if (failed) throw failed.reason
  return total
}
