import type { OperationName, OperationOf, OutputOf, ParsedInputOf, RecordsOf } from '@tandem/contract'
import type { Reader } from '../db/database.ts'
import type { LoadableTarget, loadedInstead, Sight } from './access.ts'
import type { Foreseen } from './foresight.ts'
import type { Policy, PrivateAct, Reply, TargetMutation } from './mutation.ts'
import type { Principal } from './principal.ts'

/** A read on a board: what was looked at, and a reader for the rest. */
export type TargetRead<T extends LoadableTarget> = Reader &
  Sight<T> & { readonly principal: Principal; readonly policy: Policy; readonly now: string }
/** A read of one's own affairs. */
export type PrivateRead = Reader & { readonly principal: Principal; readonly policy: Policy; readonly now: string }
/** A read that needs no credential. */
export type PublicRead = Reader & { readonly principal: Principal | null; readonly policy: Policy; readonly now: string }

type Answer<N extends OperationName> = Promise<OutputOf<N> | Reply<OutputOf<N>>>
type TargetOf<N extends OperationName> = N extends keyof typeof loadedInstead
  ? (typeof loadedInstead)[N]
  : OperationOf<N>['access'] extends { target: infer T extends LoadableTarget }
    ? T
    : never
type IsOnTarget<N extends OperationName> = OperationOf<N>['access'] extends { target: string } ? true : false
type IsMutation<N extends OperationName> = OperationOf<N>['kind'] extends 'mutation' ? true : false

/** What the one who changes something is given: the locked board with the target, or the caller's own actor row. */
type MutationTools<N extends OperationName> = OperationOf<N>['access'] extends { target: string }
  ? TargetMutation<RecordsOf<N>, TargetOf<N>>
  : PrivateAct<RecordsOf<N>>

/**
 * A mutation with a slow step before its transaction, such as hashing a password or resolving a name: `prepare` may read and compute,
 * `act` gets what it found. On a board's target access is looked at first, but what counts is the look under the lock of the board:
 * `prepare` finds out, `act` refuses. Make one with `prepared`.
 */
export type PreparedAct<N extends OperationName> = {
  prepare(read: PublicRead, input: ParsedInputOf<N>): Promise<unknown>
  act(tools: MutationTools<N>, input: ParsedInputOf<N>, found: unknown): Answer<N>
}

export function prepared<N extends OperationName, Found>(
  prepare: (read: PublicRead, input: ParsedInputOf<N>) => Promise<Found>,
  act: (tools: MutationTools<N>, input: ParsedInputOf<N>, found: Found) => Answer<N>,
): PreparedAct<N> {
  return { prepare, act: (tools, input, found) => act(tools, input, found as Found) }
}

/**
 * A mutation on a board's target that knows from its input alone what it will read: `foresee` names that read, which then travels with
 * the look at the target instead of after it. `act` asks for it as for any other and finds it there, unless it has sent a write before.
 * Make one with `foreseeing`.
 */
export type ForeseeingAct<N extends OperationName> = {
  foresee(input: ParsedInputOf<N>, boardId: string): Foreseen | null
  act(tools: MutationTools<N>, input: ParsedInputOf<N>): Answer<N>
}

export function foreseeing<N extends OperationName>(foresee: ForeseeingAct<N>['foresee'], act: ForeseeingAct<N>['act']): ForeseeingAct<N> {
  return { foresee, act }
}

/** The one handler of an operation: its tools follow from the entry in the catalogue. */
export type HandlerOf<N extends OperationName> = OperationOf<N>['access'] extends { target: string }
  ? IsMutation<N> extends true
    ? (tx: TargetMutation<RecordsOf<N>, TargetOf<N>>, input: ParsedInputOf<N>) => Answer<N>
    : (read: TargetRead<TargetOf<N>>, input: ParsedInputOf<N>) => Answer<N>
  : IsMutation<N> extends true
    ? ((act: PrivateAct<RecordsOf<N>>, input: ParsedInputOf<N>) => Answer<N>) | PreparedAct<N>
    : OperationOf<N>['access'] extends { public: true }
      ? (read: PublicRead, input: ParsedInputOf<N>) => Answer<N>
      : (read: PrivateRead, input: ParsedInputOf<N>) => Answer<N>

/** Missing handlers, handlers for what is not in the catalogue and undeclared verbs do not compile. */
export type Handlers = {
  [N in OperationName]:
    | HandlerOf<N>
    | (IsMutation<N> extends true ? PreparedAct<N> | (IsOnTarget<N> extends true ? ForeseeingAct<N> : never) : never)
}
