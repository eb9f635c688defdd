import type { OperationName, OperationOf, OutputOf, ParsedInputOf, RecordsOf, Verb } from '@tandem/contract'
import type { PooledReader } from '../db/database.ts'
import type { LoadableTarget, LoadedTarget, loadedInstead } from './access.ts'
import type { Principal } from './identity/principal.ts'
import type { Policy, PrivateAct, TargetMutation } from './mutation.ts'
import type { Input } from './parse-input.ts'
import type { Prefetch } from './prefetch.ts'
import { type Done, done, type Refused, type Reply } from './reply.ts'

/** A read on a board: its target, loaded, and a reader for the rest. */
export type TargetRead<T extends LoadableTarget> = PooledReader &
  LoadedTarget<T> & { readonly principal: Principal; readonly policy: Policy; readonly now: string }
/** A read of the caller's own data. */
export type PrivateRead = PooledReader & { readonly principal: Principal; readonly policy: Policy; readonly now: string }
/** A read that needs no credential. `address` = the caller's, null where the service itself asks. */
export type PublicRead = PooledReader & {
  readonly principal: Principal | null
  readonly policy: Policy
  readonly now: string
  readonly address: string | null
  /** The result is for a dry run: no outside service is called and nothing is stored. */
  readonly dryRun?: true
}

type TargetOf<N extends OperationName> = N extends keyof typeof loadedInstead
  ? (typeof loadedInstead)[N]
  : OperationOf<N>['access'] extends { target: infer T extends LoadableTarget }
    ? T
    : never
type IsOnTarget<N extends OperationName> = OperationOf<N>['access'] extends { target: string } ? true : false
type IsMutation<N extends OperationName> = OperationOf<N>['kind'] extends 'mutation' ? true : false

/**
 * An operation that finds its board itself. It reads outside of any transaction, and tries boards one after the other, each as a mutation
 * of its own; what answers `nothing` leaves nothing behind. A repeated call goes to the board of its first result.
 */
export type BoardFinder<N extends OperationName> = Omit<PrivateRead, 'now'> & {
  now(): string
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal | undefined
  onBoard(
    boardId: string,
    run: (tx: TargetMutation<RecordsOf<N>, 'board'>) => Promise<Reply<OutputOf<N>>>,
    reads?: readonly Prefetch[],
  ): Promise<Reply<OutputOf<N>>>
  /** Resolves when something has happened on one of the boards, after `ms` at the latest; false: the call has to end. */
  moved(boardIds: readonly string[], ms: number): Promise<boolean>
}
type IsFindingBoard<N extends OperationName> = OperationOf<N>['access'] extends { findsBoard: string } ? true : false

/** The tools that a handler receives: a read or a mutation of a board's target, or of the caller's own data. */
type ToolsOf<N extends OperationName> =
  IsMutation<N> extends true
    ? IsOnTarget<N> extends true
      ? TargetMutation<RecordsOf<N>, TargetOf<N>>
      : IsFindingBoard<N> extends true
        ? BoardFinder<N>
        : PrivateAct<RecordsOf<N>>
    : IsOnTarget<N> extends true
      ? TargetRead<TargetOf<N>>
      : OperationOf<N>['access'] extends { public: true }
        ? PublicRead
        : PrivateRead

/** A mutation may refuse and still commit what it has written. */
type ReplyOf<N extends OperationName> = IsMutation<N> extends true ? Reply<OutputOf<N>> | Refused : Reply<OutputOf<N>>

/** Does an operation and replies: its tools follow from the entry in the catalogue. */
export type RunOf<N extends OperationName> = (tools: ToolsOf<N>, input: ParsedInputOf<N>) => Promise<ReplyOf<N>>

/** The same for most operations, whose body says it all: `answers` makes steps of it. */
export type HandlerOf<N extends OperationName> = (tools: ToolsOf<N>, input: ParsedInputOf<N>) => Promise<OutputOf<N>>

/**
 * The handler of an operation: its steps, in the order in which they are taken. A read has `run` alone.
 * - `prepare`: slow work before the transaction, such as hashing a password or resolving a name. It may read
 *   and compute. On a board's target access is checked before it, but the check under the lock of the board decides: `prepare`
 *   finds out, `run` refuses.
 * - `prefetch`: on a board's target, the reads that `run` will make first, known from the input. They travel with the load of the target;
 *   `run` asks for each as for any other and finds it there, unless it has sent a write before.
 * - `run`: inside the transaction. `found` is what `prepare` found.
 * - `discard`: after an act that was refused or tried only: removes what `prepare` has stored for it.
 */
export type Steps<N extends OperationName, Found = unknown> = {
  prepare?(read: PublicRead, input: ParsedInputOf<N>): Promise<Found>
  prefetch?(input: ParsedInputOf<N>, boardId: string): readonly Prefetch[]
  run(tools: ToolsOf<N>, input: ParsedInputOf<N>, found: Found): Promise<ReplyOf<N>>
  discard?(found: Found): Promise<void>
}

/** Makes steps whose `run` gets what `prepare` found. */
export function prepared<N extends OperationName, Found>(
  prepare: (read: PublicRead, input: ParsedInputOf<N>) => Promise<Found>,
  run: (tools: ToolsOf<N>, input: ParsedInputOf<N>, found: Found) => Promise<ReplyOf<N>>,
  discard?: (found: Found) => Promise<void>,
): Steps<N> {
  const steps: Steps<N> = { prepare, run: (tools, input, found) => run(tools, input, found as Found) }
  return discard ? { ...steps, discard: (found) => discard(found as Found) } : steps
}

/** The steps of a handler that answers only a body. */
export function answers<Tools, Given, Body>(handler: (tools: Tools, input: Given) => Promise<Body>) {
  return { run: async (tools: Tools, input: Given): Promise<Done<Body>> => done(await handler(tools, input)) }
}

/** Missing handlers, handlers without an operation in the catalogue and undeclared verbs do not compile. */
export type Handlers = {
  [N in OperationName]: IsMutation<N> extends true ? Steps<N> : Pick<Steps<N>, 'run'>
}

/** The steps of an operation that is known by its name at run time alone. `Handlers` has checked each with the types of its own. */
export type AnySteps = {
  prepare?(read: PublicRead, input: Input): Promise<unknown>
  prefetch?(input: Input, boardId: string): readonly Prefetch[]
  run(tools: AnyTools, input: Input, found?: unknown): Promise<Reply | Refused>
  discard?(found: unknown): Promise<void>
}
type AnyTools = TargetRead<LoadableTarget> | PrivateRead | PublicRead | TargetMutation<Verb, LoadableTarget> | PrivateAct | AnyBoardFinder
type AnyBoardFinder = Omit<BoardFinder<OperationName>, 'onBoard'> & {
  onBoard(boardId: string, run: (tx: TargetMutation<Verb, LoadableTarget>) => Promise<Reply>, reads?: readonly Prefetch[]): Promise<Reply>
}

/**
 * For private operations whose path, board or list may belong to another person: throws the error that the handler throws when it is not
 * the caller's. Called only for a request with another fault, so that the caller gets this error first.
 */
export type PrivateTargetChecks = {
  [N in OperationName]?: OperationOf<N>['access'] extends { self: true }
    ? (read: PrivateRead, input: Pick<ParsedInputOf<N>, Extract<keyof ParsedInputOf<N>, `${string}Id`>>) => Promise<unknown>
    : never
}
