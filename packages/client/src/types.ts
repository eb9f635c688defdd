import type { Activity, InputOf, OperationName, OperationOf, OutputOf } from '@tandem/contract'
import type { RetryPolicy } from './retry.ts'
import type { LiveSocket, SocketOptions } from './socket.ts'

/** Operations whose answer is JSON or nothing; a file is fetched by its URL. */
export type CallableName = { [N in OperationName]: OutputOf<N> extends File ? never : N }[OperationName]

/** Operations whose answer is an array with a `Link` to the next page. */
export type PagedName = { [N in CallableName]: OperationOf<N> extends { paged: true } ? N : never }[CallableName]

export type CallOptions = {
  /** Aborted, it ends the call and every wait of it; the call throws the signal's reason. */
  signal?: AbortSignal
}

/** Whether nothing is required; an input without any key has the type of a record of nothing. */
type MayBeLeftOut<Input> = Input extends Record<string, never> ? true : Partial<Input> extends Input ? true : false

export type CallArguments<N extends OperationName> =
  MayBeLeftOut<InputOf<N>> extends true ? [input?: InputOf<N>, options?: CallOptions] : [input: InputOf<N>, options?: CallOptions]

export type FollowOptions = {
  /** The id of the last activity that you have, or an ISO-8601 time; absent = from now on. */
  since?: string
  /** Aborted, it ends the sequence. */
  signal?: AbortSignal
  /** The pause after an answer that brought nothing; 1 s when absent. */
  everyMs?: number
}

export type ClientOptions = {
  /** Where the service is, such as `http://127.0.0.1:3000`. */
  url: string
  /** A bearer token, `kbt_…`. It wins over a cookie. */
  token?: string
  /** `kb_session=…` of a signed-in person. Without it the client keeps what signing in gives; in a browser, the browser does. */
  cookie?: string
  fetch?: typeof globalThis.fetch
  retry?: Partial<RetryPolicy>
  /** How long one attempt may take; 30 s when absent. Uploads have no limit. */
  timeoutMs?: number
}

export type Client = {
  /**
   * Calls an operation of the catalogue. A mutation carries a fresh `clientMutationId` unless the input holds one, and keeps it when it is
   * sent again: after a network failure, a 503, a 429, or a 409 with Retry-After. A one-time secret is null when only a repeat came
   * through. Throws TandemError with the code, details and retryAfterSeconds of the envelope; `unavailable` when nothing answers.
   */
  call<N extends CallableName>(name: N, ...args: CallArguments<N>): Promise<OutputOf<N>>
  /** The pages of a collection, from the one that `input` asks for to the last. Throws as `call`. */
  pages<N extends PagedName>(name: N, ...args: CallArguments<N>): AsyncGenerator<OutputOf<N>>
  /** The activities of a board as they come, none missed and none twice. Throws as `call`, but outlives an outage once it has begun. */
  follow(boardId: string, options?: FollowOptions): AsyncGenerator<Activity>
  /**
   * Opens the live socket: events of the boards that it subscribes to, who looks at them, and new rows of one's inbox. It connects with a
   * ticket, comes back after every loss with a delay that is drawn by lot, and resumes each board where it stood. Throws nothing: what
   * goes wrong is told to the handlers.
   */
  listen(options: SocketOptions): LiveSocket
}
