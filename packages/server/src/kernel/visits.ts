import type { OperationName, OperationSpec, Role, Scope } from '@tandem/contract'
import { type Database } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import type { BoardMoves } from './board/moves.ts'
import { type Answer, type Caller, requirePrivateAccess } from './caller.ts'
import { type Clock, iso } from './common/clock.ts'
import type { AnySteps, PublicRead } from './handlers.ts'
import { requireActiveCredential } from './identity/active-credential.ts'
import { hashOfInput, priorOf, replay } from './ledger.ts'
import type { BoardOperation, Door, LockedTarget } from './mutate.ts'
import type { Input } from './parse-input.ts'
import type { Reply } from './reply.ts'

export type VisitingOperation = OperationSpec & { access: { self: true; scope: Scope; visits: Role } }

type VisitsDeps = { database: Database; clock: Clock; boardMoves: Pick<BoardMoves, 'wait'> }
type VisitCall = { name: OperationName; operation: VisitingOperation; caller: Caller; input: Input; steps: AnySteps; read: PublicRead }

/** Runs an operation that finds its board itself: each board that it tries is a mutation through the door. */
export function createVisits({ database, clock, boardMoves }: VisitsDeps, door: Door) {
  async function run({ name, operation, caller, input, steps, read }: VisitCall): Promise<Answer> {
    requirePrivateAccess(operation, caller.principal)
    const { principal } = read
    if (!principal) throw new Error(`${name} needs a caller`)
    const { scope, visits: role } = operation.access
    const onBoard: BoardOperation = { ...operation, access: { target: 'board', role, scope } }
    let last: Answer | undefined
    const visit = async (boardId: string, act: (tx: LockedTarget) => Promise<Reply>): Promise<Reply> => {
      last = await door.mutate({ name, operation: onBoard, principal, input: { ...input, boardId }, run: act, trace: caller.trace })
      return last.reply
    }
    try {
      const mutationId = input.clientMutationId as string | undefined
      const prior = mutationId === undefined ? undefined : await priorOf(database, principal.actorId, mutationId)
      if (prior) {
        // Throws where the id was used for something else. The door says whether the caller may still see the board of the result.
        replay(prior, { operation: name, spec: operation, target: prior.target, inputHash: hashOfInput(input) })
        await visit(prior.target, () => Promise.reject(new Error('a result in the ledger is repeated')))
        if (last) return last
      }
      const { signal } = caller
      const wait = async (boardIds: readonly string[], ms: number) => {
        const goesOn = await boardMoves.wait(boardIds, ms, signal)
        await requireActiveCredential(database, principal)
        return goesOn
      }
      const reply = (await steps.run(
        { ...read, principal, signal, now: () => iso(clock.now()), onBoard: visit, moved: wait },
        input,
      )) as Reply
      return { ...last, reply }
    } catch (error) {
      throw meaningOf(error).error
    }
  }
  return { run }
}
