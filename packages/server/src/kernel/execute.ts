import { catalogue, type OperationName, type OperationSpec, refusal } from '@tandem/contract'
import type { Database } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import { loadTarget } from './access.ts'
import { asAskedFor } from './access-asked-for.ts'
import type { PrivateDoor } from './act.ts'
import { type BoardMoves } from './board/moves.ts'
import { createBoardFinder, isFindingBoard } from './board-finder.ts'
import { type Answer, type Caller, principalOf, requirePrincipal, requirePrivateAccess } from './caller.ts'
import { type Clock, iso } from './common/clock.ts'
import type { AnySteps, Handlers, PrivateTargetChecks, PublicRead } from './handlers.ts'
import { type BoardOperation, type Door, isOnTarget } from './mutate.ts'
import type { Policy } from './mutation.ts'
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
  /** What the steps before a transaction are given. */
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

/** Runs operations of the catalogue: a read on what its access finds, a mutation through the door of boards or that of private acts. */
export function createExecutor(deps: ExecutorDeps, { door, privateDoor }: { door: Door; privateDoor: PrivateDoor }): Executor {
  const handlers = deps.handlers as Partial<Record<OperationName, AnySteps>>
  const boardFinder = createBoardFinder(deps, door)

  /** Who may not is told so, 404 before 403, before anything is said of what is wrong with the input. */
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
    if (isOnTarget(operation)) return mutateTarget({ ...call, operation })
    return isFindingBoard(operation) ? boardFinder.run({ ...call, operation, read: toolsOf(caller) }) : actPrivately(call)
  }

  async function read({ operation, caller, input, steps }: Call): Promise<Answer> {
    try {
      if (!isOnTarget(operation)) {
        requirePrivateAccess(operation, caller.principal)
        return { reply: replyOf(await steps.run(toolsOf(caller), input)) }
      }
      const principal = principalOf(caller)
      const loaded = await loadTarget(deps.database, principal, operation.access, input)
      return { reply: replyOf(await steps.run({ ...toolsOf(caller), principal, ...loaded }, input)), boardId: loaded.boardId }
    } catch (error) {
      throw meaningOf(error).error
    }
  }

  /**
   * Nothing is prepared for a caller whom the door will refuse. The door has the last word all the same: a result that was stored is
   * given out again even when its target is gone by now.
   */
  async function mutateTarget(call: Call & { operation: BoardOperation }): Promise<Answer> {
    const { name, operation, caller, input, steps } = call
    const refusal = steps.prepare ? await refusalByTarget(call) : null
    const found = refusal === null ? await prepare(call) : undefined
    const { prefetch, run } = refusal === null ? steps : refusing(refusal)
    const answer = await door.mutate({
      name,
      operation,
      principal: principalOf(caller),
      input,
      prefetch: prefetch && ((boardId) => prefetch(input, boardId)),
      run: async (tx) => replyOf(await run(tx, input, found)),
      trace: caller.trace,
    })
    if (operation.endsCredentials) deps.onCredentials()
    return answer
  }

  async function actPrivately({ name, operation, caller, input, steps }: Call): Promise<Answer> {
    requirePrivateAccess(operation, caller.principal)
    // Signing in or registering is an act of whom it turns out to be, not of a person who is signed in already.
    const actor = 'public' in operation.access ? { ...caller, principal: null } : caller
    const found = await prepare({ caller: actor, input, steps })
    const answer = await privateDoor.act({ name, operation, ...actor, input, run: (act) => steps.run(act, input, found) })
    deps.onCredentials()
    return answer
  }

  async function prepare({ caller, input, steps }: Pick<Call, 'caller' | 'input' | 'steps'>): Promise<unknown> {
    try {
      return await steps.prepare?.(toolsOf(caller), input)
    } catch (error) {
      throw meaningOf(error).error
    }
  }

  /** Throws what the door would throw over the caller. `input` needs to hold no more than what is in the path. */
  async function requireAccess(call: Omit<Call, 'steps'>): Promise<void> {
    const { operation } = call
    if (!isOnTarget(operation)) requirePrivateAccess(operation, call.caller.principal)
    const refusal = isOnTarget(operation) ? await refusalByTarget({ ...call, operation }) : await refusalByOwner(call)
    if (refusal !== null) throw refusal
  }

  function refusalByTarget(call: Omit<Call, 'steps'> & { operation: BoardOperation }): Promise<unknown> {
    return refusalOf(() => loadTarget(deps.database, principalOf(call.caller), call.operation.access, call.input))
  }

  async function refusalByOwner({ name, caller, input }: Omit<Call, 'steps'>): Promise<unknown> {
    const check = deps.privateTargetChecks?.[name]
    if (!check) return null
    return refusalOf(() => check({ ...toolsOf(caller), principal: principalOf(caller) }, input as never))
  }

  function toolsOf({ principal, address }: Caller): PublicRead {
    const { database, clock, policy } = deps
    return { rows: database.rows, row: database.row, principal, policy, now: iso(clock.now()), address }
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

const refusing = (refusal: unknown): AnySteps => ({ run: () => Promise.reject(refusal) })

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
