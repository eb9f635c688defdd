import type { OperationName, OperationOf, OutputOf, ParsedInputOf, RecordsOf } from '@tandem/contract'
import type { Reader } from '../db/database.ts'
import type { LoadableTarget, LoadedTarget, loadedInstead } from './access.ts'
import type { Policy, PrivateAct, Reply, TargetMutation } from './mutation.ts'
import type { Prefetch } from './prefetch.ts'
import type { Principal } from './principal.ts'

/** A read on a board: its target, loaded, and a reader for the rest. */
export type TargetRead<T extends LoadableTarget> = Reader &
  LoadedTarget<T> & { readonly principal: Principal; readonly policy: Policy; readonly now: string }
/** A read of one's own affairs. */
export type PrivateRead = Reader & { readonly principal: Principal; readonly policy: Policy; readonly now: string }
/** A read that needs no credential. `address` = the caller's, null where the service itself asks. */
export type PublicRead = Reader & {
  readonly principal: Principal | null
  readonly policy: Policy
  readonly now: string
  readonly address: string | null
}

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

/** What a handler is given: a read or a mutation of a board's target, or of one's own affairs. */
type ToolsOf<N extends OperationName> =
  IsMutation<N> extends true
    ? MutationTools<N>
    : IsOnTarget<N> extends true
      ? TargetRead<TargetOf<N>>
      : OperationOf<N>['access'] extends { public: true }
        ? PublicRead
        : PrivateRead

/** The handler of most operations: its tools follow from the entry in the catalogue. Short for steps with `run` alone. */
export type HandlerOf<N extends OperationName> = (tools: ToolsOf<N>, input: ParsedInputOf<N>) => Answer<N>

/**
 * The steps of a mutation, in the order in which they are taken.
 * - `prepare`: what takes long and has to be done before the transaction, such as hashing a password or resolving a name. It may read
 *   and compute. On a board's target access is checked before it, but what counts is the check under the lock of the board: `prepare`
 *   finds out, `run` refuses.
 * - `prefetch`: on a board's target, the read that `run` will make first, known from the input. It travels with the load of the target;
 *   `run` asks for it as for any other and finds it there, unless it has sent a write before.
 * - `run`: inside the transaction. `found` is what `prepare` found.
 */
export type Steps<N extends OperationName, Found = unknown> = {
  prepare?(read: PublicRead, input: ParsedInputOf<N>): Promise<Found>
  prefetch?(input: ParsedInputOf<N>, boardId: string): Prefetch | null
  run(tools: MutationTools<N>, input: ParsedInputOf<N>, found: Found): Answer<N>
}

/** Steps with something to prepare. */
export function prepared<N extends OperationName, Found>(
  prepare: (read: PublicRead, input: ParsedInputOf<N>) => Promise<Found>,
  run: (tools: MutationTools<N>, input: ParsedInputOf<N>, found: Found) => Answer<N>,
): Steps<N> {
  return { prepare, run: (tools, input, found) => run(tools, input, found as Found) }
}

/** Missing handlers, handlers for what is not in the catalogue and undeclared verbs do not compile. */
export type Handlers = {
  [N in OperationName]: HandlerOf<N> | (IsMutation<N> extends true ? Steps<N> : never)
}

/**
 * For private operations on something that is named in the path and may be another person's: throws what the handler throws when it is
 * not the caller's. Asked only for a request with another fault, so that the caller is told of this first.
 */
export type PrivateTargetChecks = {
  [N in OperationName]?: OperationOf<N>['access'] extends { self: true }
    ? (read: PrivateRead, input: Pick<ParsedInputOf<N>, Extract<keyof ParsedInputOf<N>, `${string}Id`>>) => Promise<unknown>
    : never
}
