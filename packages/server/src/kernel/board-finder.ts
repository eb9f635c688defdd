import type { OperationName, OperationSpec, Role, Scope } from '@tandem/contract'
import { type Database } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import type { BoardMoves } from './board/moves.ts'
import { type Answer, type Caller, principalOf, requirePrivateAccess } from './caller.ts'
import { type Clock, iso } from './common/clock.ts'
import type { AnySteps, PublicRead } from './handlers.ts'
import { requireActiveCredential } from './identity/active-credential.ts'
import { hashOfInput, priorOf, replay } from './ledger.ts'
import type { BoardOperation, Door, LockedTarget } from './mutate.ts'
import { type Input, textIn } from './parse-input.ts'
import type { Prefetch } from './prefetch.ts'
import { type Reply, replyOf } from './reply.ts'

export type BoardFindingOperation = OperationSpec & { access: { self: true; scope: Scope; findsBoard: Role } }

export function isFindingBoard(operation: OperationSpec): operation is BoardFindingOperation {
  return 'self' in operation.access && operation.access.findsBoard !== undefined
}

type Deps = { database: Database; clock: Clock; boardMoves: Pick<BoardMoves, 'wait'> }
type Call = { name: OperationName; operation: BoardFindingOperation; caller: Caller; input: Input; steps: AnySteps; read: PublicRead }

/** Runs an operation that finds its board itself: each board that it tries is a mutation through the door. */
export function createBoardFinder({ database, clock, boardMoves }: Deps, door: Door) {
  async function run({ name, operation, caller, input, steps, read }: Call): Promise<Answer> {
    requirePrivateAccess(operation, caller.principal)
    const principal = principalOf(caller)
    const { scope, findsBoard: role } = operation.access
    const boardOperation: BoardOperation = { ...operation, access: { target: 'board', role, scope } }
    let last: Answer | undefined
    const onBoard = async (boardId: string, act: (tx: LockedTarget) => Promise<Reply>, reads: readonly Prefetch[] = []): Promise<Reply> => {
      const call = {
        name,
        operation: boardOperation,
        principal,
        input: { ...input, boardId },
        run: act,
        trace: caller.trace,
        dryRun: caller.dryRun,
        sessionId: caller.sessionId,
        sessionGeneration: caller.sessionGeneration,
      }
      last = await door.mutate({ ...call, prefetch: () => reads })
      return last.reply
    }
    try {
      const mutationId = textIn(input, 'clientMutationId')
      const prior = mutationId === undefined ? undefined : await priorOf(database, principal.actorId, mutationId)
      if (prior) {
        // Throws where the id was used for something else. The door says whether the caller may still see the board of the result.
        replay(prior, { operation: name, spec: operation, target: prior.target, inputHash: hashOfInput(input) })
        await onBoard(prior.target, () => Promise.reject(new Error('a result in the ledger is repeated')))
        if (last) return last
      }
      const { signal } = caller
      const moved = async (boardIds: readonly string[], ms: number) => {
        const goesOn = await boardMoves.wait(boardIds, ms, signal)
        await requireActiveCredential(database, principal)
        return goesOn
      }
      const tools = { ...read, principal, signal, now: () => iso(clock.now()), onBoard, moved }
      const reply = replyOf(await steps.run(tools, input))
      return { ...last, reply }
    } catch (error) {
      throw meaningOf(error).error
    }
  }
  return { run }
}
