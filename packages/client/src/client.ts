import { type Activity, catalogue, type OperationName, type OperationSpec, type OutputOf, TandemError } from '@tandem/contract'
import { type Answer, readAnswer } from './answer.ts'
import { createCredential } from './credential.ts'
import { type FollowOptions, follow } from './follow.ts'
import { type BoundRequest, bind } from './request.ts'
import { defaultRetryPolicy, NoAnswer, type RetryPolicy, withRetries } from './retry.ts'
import type { CallArguments, CallableName, CallOptions, PagedName } from './types.ts'

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
}

/** A client of a Tandem service, for Node and browsers. Specification: service §4, §5 and §7, decisions §1. */
export function createClient(options: ClientOptions): Client {
  const origin = options.url.replace(/\/+$/, '')
  const policy = { ...defaultRetryPolicy, ...options.retry }
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const credential = createCredential(options)

  async function exchange(request: BoundRequest, signal: AbortSignal | undefined): Promise<Answer> {
    const query = request.query.size > 0 ? `?${request.query}` : ''
    const limit = request.body instanceof FormData ? undefined : AbortSignal.timeout(options.timeoutMs ?? 30_000)
    const signals = [signal, limit].filter((one) => one !== undefined)
    try {
      const response = await send(origin + request.path + query, {
        method: request.method,
        headers: { ...request.headers, ...credential.headers() },
        body: request.body,
        // The API redirects nowhere, and a redirected POST would turn into a GET.
        redirect: 'manual',
        signal: AbortSignal.any(signals),
      })
      credential.learn(response.headers)
      return await readAnswer(response)
    } catch (failure) {
      signal?.throwIfAborted()
      throw failure instanceof TandemError ? failure : new NoAnswer(`no answer from ${origin}`, { cause: failure })
    }
  }

  async function ask(name: OperationName, change: (request: BoundRequest) => BoundRequest, input: object, signal?: AbortSignal) {
    const operation: OperationSpec = catalogue[name]
    const request = change(
      bind(operation, operation.kind === 'mutation' ? { clientMutationId: crypto.randomUUID(), ...input } : { ...input }),
    )
    try {
      return await withRetries(() => exchange(request, signal), { operation, policy, signal })
    } catch (failure) {
      throw failure instanceof NoAnswer ? unreachable(origin, failure) : failure
    }
  }

  async function* pages<N extends PagedName>(name: N, input: object = {}, { signal }: CallOptions = {}): AsyncGenerator<OutputOf<N>> {
    let next: URLSearchParams | null = null
    do {
      const query = next
      const answer: Answer = await ask(name, (request) => (query ? { ...request, query } : request), input, signal)
      yield answer.body as OutputOf<N>
      next = answer.next
    } while (next)
  }

  const client: Client = {
    // The contract is what both sides are held to: an answer has the shape that its operation declares.
    async call<N extends CallableName>(name: N, input: object = {}, { signal }: CallOptions = {}) {
      return (await ask(name, (request) => request, input, signal)).body as OutputOf<N>
    },
    pages,
    follow: (boardId, options) => follow({ client, wait: policy.wait }, boardId, options),
  }
  return client
}

function unreachable(origin: string, failure: NoAnswer): TandemError {
  return new TandemError('unavailable', `No answer from ${origin}. Check the URL, and whether the service runs.`, { cause: failure.cause })
}
