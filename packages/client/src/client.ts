import { catalogue, type OperationName, type OperationSpec, type OutputOf, TandemError } from '@tandem/contract'
import { type Answer, readAnswer } from './answer.ts'
import { createCredential } from './credential.ts'
import { follow } from './follow.ts'
import { type BoundRequest, bind } from './request.ts'
import { defaultRetryPolicy, NoAnswer, withRetries } from './retry.ts'
import { openSocket } from './socket.ts'
import type { CallableName, CallOptions, Client, ClientOptions, PagedName } from './types.ts'

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
    listen: (options) => openSocket({ client, origin, policy }, options),
  }
  return client
}

function unreachable(origin: string, failure: NoAnswer): TandemError {
  return new TandemError('unavailable', `No answer from ${origin}. Check the URL, and whether the service runs.`, {
    reason: undefined,
    cause: failure.cause,
  })
}
