import type { Activity, DryRun, InputOf, OperationName, OperationOf, OutputOf } from '@tandem/contract'
import type { RetryPolicy } from './retry.ts'
import type { LiveSocket, SocketOptions } from './socket.ts'

/** Operations with a JSON answer or none; a file is fetched by its URL. */
export type CallableName = { [N in OperationName]: OutputOf<N> extends File ? never : N }[OperationName]

/** Operations that change something. */
export type MutationName = { [N in CallableName]: OperationOf<N>['kind'] extends 'mutation' ? N : never }[CallableName]

/** Operations whose answer is an array with a `Link` to the next page. */
export type PagedName = { [N in CallableName]: OperationOf<N> extends { paged: true } ? N : never }[CallableName]

export type CallOptions = {
  /** Aborts the call and its waits; the call throws the signal's reason. */
  signal?: AbortSignal
  /**
   * Reads the body of a success instead of `JSON.parse` of its text, for instance a large one in pieces. Throws SyntaxError if it is not
   * JSON.
   */
  parse?: (response: Response) => Promise<unknown>
  /** The session under which the call is recorded, instead of that of the client. */
  sessionId?: string
  /** The generation of the lease of that session: the call is refused once another process has claimed it. */
  sessionGeneration?: number
}

/** Whether the input has no required key; an empty input has the type of an empty record. */
type MayBeLeftOut<Input> = Input extends Record<string, never> ? true : Partial<Input> extends Input ? true : false

export type CallArguments<N extends OperationName> =
  MayBeLeftOut<InputOf<N>> extends true ? [input?: InputOf<N>, options?: CallOptions] : [input: InputOf<N>, options?: CallOptions]

export type FollowOptions = {
  /** The id of the last activity that you have, or an ISO-8601 time; absent = from now on. */
  since?: string
  /** Ends the sequence when aborted. */
  signal?: AbortSignal
  /** The pause after an answer without activities; 1 s by default. */
  everyMs?: number
}

export type ClientOptions = {
  /** The address of the service, such as `http://127.0.0.1:3000`. */
  url: string
  /** A bearer token, `kbt_…`. It takes precedence over a cookie. */
  token?: string
  /** `kb_session=…` of a signed-in person. Without it the client keeps the cookie that signing in sets; in a browser, the browser does. */
  cookie?: string
  /** The session of an agent under which its changes are recorded; by default its only live one on the card or the board. */
  sessionId?: string
  /** The generation of the lease of that session: changes are refused once another process has claimed it. */
  sessionGeneration?: number
  fetch?: typeof globalThis.fetch
  retry?: Partial<RetryPolicy>
  /** The time limit of one attempt; 30 s by default. Uploads have no limit. */
  timeoutMs?: number
}

export type Client = {
  /**
   * Calls an operation of the catalogue. A mutation carries a fresh `clientMutationId` unless the input holds one, and keeps it when it is
   * sent again: after a network failure, a 503, a 429, or a 409 with Retry-After. A one-time secret is null when only a repeat came
   * through. Throws TandemError with the code, details and retryAfterSeconds of the envelope; `unavailable` when nothing answers.
   */
  call<N extends CallableName>(name: N, ...args: CallArguments<N>): Promise<OutputOf<N>>
  /**
   * Makes a dry run of a mutation: the service does it, reports the effects, and rolls it back. It is refused in the same cases as the real
   * call. Throws as `call`.
   */
  dryRun<N extends MutationName>(name: N, ...args: CallArguments<N>): Promise<DryRun<OutputOf<N>>>
  /** The pages of a collection, from the one that `input` asks for to the last. Throws as `call`. */
  pages<N extends PagedName>(name: N, ...args: CallArguments<N>): AsyncGenerator<OutputOf<N>>
  /** The activities of a board as they come, without gaps or repetitions. Throws as `call`, but survives an outage once it has begun. */
  follow(boardId: string, options?: FollowOptions): AsyncGenerator<Activity>
  /**
   * Opens the live socket: events of the boards that it subscribes to, their viewers, and new notifications. It connects with a ticket,
   * reconnects after every loss with a random delay, and resumes each board at its last event. It never throws: failures are passed to the
   * handlers.
   */
  listen(options: SocketOptions): LiveSocket
}
