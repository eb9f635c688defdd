import { catalogue, type OperationName, type OperationSpec, refusal } from '@tandem/contract'
import type { Database } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import { loadedAs, loadTarget } from './access.ts'
import { asAskedFor } from './access-asked-for.ts'
import type { PrivateDoor } from './act.ts'
import { type BoardMoves } from './board/moves.ts'
import { createBoardFinder, isFindingBoard } from './board-finder.ts'
import { type Answer, type Caller, principalOf, requirePrincipal, requirePrivateAccess } from './caller.ts'
import { type Clock, iso } from './common/clock.ts'
import { dryRunAnswer } from './dry-run.ts'
import type { AnySteps, Handlers, PrivateTargetChecks, PublicRead } from './handlers.ts'
import { type BoardOperation, type Door, isOnTarget, type LockedTarget } from './mutate.ts'
import type { Policy, PrivateAct } from './mutation.ts'
import { type Input, inputInPath, parseInput } from './parse-input.ts'
import { replyOf } from './reply.ts'

type Call = { name: OperationName; operation: OperationSpec; caller: Caller; input: Input; steps: AnySteps }

export type Executor = {
  execute(name: OperationName, caller: Caller, input: unknown): Promise<Answer>
  /**
   * Throws what `execute` would throw over the caller: for a surface that has to take in a long body before it has an input. `input`
   * needs to hold no more than the target.
   */
  admit(name: OperationName, caller: Caller, input: Input): Promise<void>
  /** The reader for the steps before a transaction. */
  toolsOf(caller: Caller): PublicRead
}

export type ExecutorDeps = {
  database: Database
  clock: Clock
  handlers: Handlers
  privateTargetChecks?: PrivateTargetChecks
  policy: Policy
  /** Called after every act that may have ended a credential. */
  onCredentials: () => void
  boardMoves: Pick<BoardMoves, 'wait'>
}

/** Runs operations of the catalogue: a read on its loaded target, a mutation through the door of boards or that of private acts. */
export function createExecutor(deps: ExecutorDeps, { door, privateDoor }: { door: Door; privateDoor: PrivateDoor }): Executor {
  const handlers = deps.handlers as Partial<Record<OperationName, AnySteps>>
  const boardFinder = createBoardFinder(deps, door)

  /** A caller without access gets 404 or 403 before any error about the input: validation would reveal what exists. */
  async function execute(name: OperationName, caller: Caller, rawInput: unknown): Promise<Answer> {
    const operation = asAskedFor(catalogue[name], rawInput)
    const steps = handlers[name]
    if (!steps) throw refusal('operationNotServed')
    requirePrincipal(operation, caller.principal)
    const { input, problem } = parseInput(operation, rawInput)
    const call = { name, operation, caller, input, steps: problem ? refusing(problem) : steps }
    if (problem && !mayBeRepeat(call)) {
      await requireAccess(call)
      throw problem
    }
    if (operation.kind === 'read') return read(call)
    const answer = await mutate(operation.tries && input.dryRun === true ? { ...call, caller: { ...caller, dryRun: true } } : call)
    return caller.dryRun ? dryRunAnswer(operation, answer) : answer
  }

  function mutate(call: Call): Promise<Answer> {
    const { operation } = call
    if (isOnTarget(operation)) return mutateTarget({ ...call, operation })
    return isFindingBoard(operation) ? boardFinder.run({ ...call, operation, read: toolsOf(call.caller) }) : actPrivately(call)
  }

  async function read({ name, operation, caller, input, steps }: Call): Promise<Answer> {
    try {
      if (!isOnTarget(operation)) {
        requirePrivateAccess(operation, caller.principal)
        return { reply: replyOf(await steps.run(toolsOf(caller), input)) }
      }
      const principal = principalOf(caller)
      const loaded = await loadTarget(deps.database, principal, operation.access, input, loadedAs(name, operation.access.target))
      return { reply: replyOf(await steps.run({ ...toolsOf(caller), principal, ...loaded }, input)), boardId: loaded.boardId }
    } catch (error) {
      throw meaningOf(error).error
    }
  }

  /**
   * Access is checked before `prepare` does any work. The check inside the door decides all the same: a stored result is returned again
   * even when its target is gone by now.
   */
  async function mutateTarget(call: Call & { operation: BoardOperation }): Promise<Answer> {
    const { name, operation, caller, input, steps } = call
    const refused = steps.prepare ? await refusalByTarget(call) : null
    const found = refused === null ? await prepare(call) : undefined
    const { prefetch, run } = refused === null ? steps : refusing(refused)
    const boardCall = {
      name,
      operation,
      principal: principalOf(caller),
      input,
      prefetch: prefetch && ((boardId: string) => prefetch(input, boardId)),
      run: (tx: LockedTarget) => run(tx, input, found),
      trace: caller.trace,
      dryRun: caller.dryRun,
      sessionId: caller.sessionId,
      sessionGeneration: caller.sessionGeneration,
    }
    const answer = await discardingUnused(call, found, () => door.mutate(boardCall))
    if (operation.endsCredentials && !caller.dryRun) deps.onCredentials()
    return answer
  }

  async function actPrivately(call: Call): Promise<Answer> {
    const { name, operation, caller, input, steps } = call
    requirePrivateAccess(operation, caller.principal)
    // Signing in or registering acts as the account that it turns out to belong to, not as the person who is signed in already.
    const actor = 'public' in operation.access ? { ...caller, principal: null } : caller
    const found = await prepare({ caller: actor, input, steps })
    const run = (act: PrivateAct) => steps.run(act, input, found)
    const answer = await discardingUnused(call, found, () => privateDoor.act({ name, operation, ...actor, input, run }))
    if (!caller.dryRun) deps.onCredentials()
    return answer
  }

  /** Removes the data that `prepare` has stored for an act that was refused or a dry run, without waiting for the sweep. */
  async function discardingUnused<T>({ caller, steps }: Call, found: unknown, act: () => Promise<T>): Promise<T> {
    let isKept = false
    try {
      const answer = await act()
      isKept = !caller.dryRun
      return answer
    } finally {
      if (!isKept && found !== undefined) await steps.discard?.(found)
    }
  }

  async function prepare({ caller, input, steps }: Pick<Call, 'caller' | 'input' | 'steps'>): Promise<unknown> {
    try {
      return await steps.prepare?.(toolsOf(caller), input)
    } catch (error) {
      throw meaningOf(error).error
    }
  }

  /** Throws what the door would throw over the caller. `input` needs only the parameters of the path. */
  async function requireAccess(call: Omit<Call, 'steps'>): Promise<void> {
    const { operation } = call
    if (!isOnTarget(operation)) requirePrivateAccess(operation, call.caller.principal)
    const refused = isOnTarget(operation) ? await refusalByTarget({ ...call, operation }) : await refusalByOwner(call)
    if (refused !== null) throw refused
  }

  function refusalByTarget(call: Omit<Call, 'steps'> & { operation: BoardOperation }): Promise<unknown> {
    return refusalOf(() => loadTarget(deps.database, principalOf(call.caller), call.operation.access, call.input))
  }

  async function refusalByOwner({ name, caller, input }: Omit<Call, 'steps'>): Promise<unknown> {
    const check = deps.privateTargetChecks?.[name]
    if (!check) return null
    return refusalOf(() => check({ ...toolsOf(caller), principal: principalOf(caller) }, input as never))
  }

  function toolsOf({ principal, address, dryRun }: Caller): PublicRead {
    const { database, clock, policy } = deps
    const { rows, row, together } = database
    const tools = { rows, row, together, principal, policy, now: iso(clock.now()), address }
    return dryRun ? { ...tools, dryRun } : tools
  }

  return {
    execute,
    toolsOf,
    async admit(name, caller, input) {
      const operation: OperationSpec = catalogue[name]
      requirePrincipal(operation, caller.principal)
      await requireAccess({ name, operation, caller, input: inputInPath(operation, input) })
    },
  }
}

const refusing = (refused: unknown): AnySteps => ({ run: () => Promise.reject(refused) })

async function refusalOf(check: () => Promise<unknown>): Promise<unknown> {
  try {
    await check()
    return null
  } catch (error) {
    return meaningOf(error).error
  }
}

/** A repeated request gets its first answer, even if its body has changed: the door looks for that before it is refused. */
function mayBeRepeat({ operation, caller, input }: Call): boolean {
  return operation.kind === 'mutation' && caller.principal !== null && input.clientMutationId !== undefined
}
