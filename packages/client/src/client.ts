import {
  catalogue,
  type DryRun,
  dryRunPreference,
  generationHeader,
  type OperationName,
  type OperationSpec,
  type OutputOf,
  sessionHeader,
  TandemError,
} from '@tandem/contract'
import { type Answer, readAnswer } from './answer.ts'
import { createCredential } from './credential.ts'
import { follow } from './follow.ts'
import { type BoundRequest, bind } from './request.ts'
import { defaultRetryPolicy, NoAnswer, withRetries } from './retry.ts'
import { openSocket } from './socket.ts'
import type { CallableName, CallOptions, Client, ClientOptions, MutationName, PagedName } from './types.ts'

/** A client of a Tandem service, for Node and browsers. Specification: service §4, §5 and §7, decisions §1. */
export function createClient(options: ClientOptions): Client {
  const origin = options.url.replace(/\/+$/, '')
  const policy = { ...defaultRetryPolicy, ...options.retry }
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const credential = createCredential(options)

  async function exchange(request: BoundRequest, { signal, parse }: CallOptions): Promise<Answer> {
    const query = request.query.size > 0 ? `?${request.query}` : ''
    const limit = request.body instanceof FormData ? undefined : AbortSignal.timeout(options.timeoutMs ?? 30_000)
    const signals = [signal, limit].filter((one) => one !== undefined)
    try {
      const response = await send(origin + request.path + query, {
        method: request.method,
        headers: { ...request.headers, ...credential.headers() },
        body: request.body,
        // The API never redirects, and a redirected POST would turn into a GET.
        redirect: 'manual',
        signal: AbortSignal.any(signals),
      })
      credential.learn(response.headers)
      return await readAnswer(response, parse)
    } catch (failure) {
      signal?.throwIfAborted()
      throw failure instanceof TandemError ? failure : new NoAnswer(`no answer from ${origin}`, { cause: failure })
    }
  }

  async function ask(name: OperationName, change: (request: BoundRequest) => BoundRequest, input: object, how: CallOptions) {
    const operation: OperationSpec = catalogue[name]
    const bound = change(
      bind(operation, operation.kind === 'mutation' ? { clientMutationId: crypto.randomUUID(), ...input } : { ...input }),
    )
    const named = operation.kind === 'mutation' ? headersOf(how.sessionId === undefined ? options : how) : {}
    const request = { ...bound, headers: { ...bound.headers, ...named } }
    try {
      return await withRetries(() => exchange(request, how), { operation, policy, signal: how.signal })
    } catch (failure) {
      throw failure instanceof NoAnswer ? unreachable(origin, failure) : failure
    }
  }

  async function* pages<N extends PagedName>(name: N, input: object = {}, how: CallOptions = {}): AsyncGenerator<OutputOf<N>> {
    let next: URLSearchParams | null = null
    do {
      const query = next
      const answer: Answer = await ask(name, (request) => (query ? { ...request, query } : request), input, how)
      yield answer.body as OutputOf<N>
      next = answer.next
    } while (next)
  }

  const client: Client = {
    // The cast relies on the contract: an answer has the shape that its operation declares.
    async call<N extends CallableName>(name: N, input: object = {}, how: CallOptions = {}) {
      return (await ask(name, (request) => request, input, how)).body as OutputOf<N>
    },
    async dryRun<N extends MutationName>(name: N, input: object = {}, how: CallOptions = {}) {
      const tried = (request: BoundRequest) => ({ ...request, headers: { ...request.headers, prefer: dryRunPreference } })
      const { body } = await ask(name, tried, input, how)
      // A service without dry runs ignores the header.
      if ((body as Partial<DryRun> | null)?.dryRun !== true) throw doneInstead()
      return body as DryRun<OutputOf<N>>
    },
    pages,
    follow: (boardId, options) => follow({ client, wait: policy.wait }, boardId, options),
    listen: (options) => openSocket({ client, origin, policy }, options),
  }
  return client
}

/** A generation belongs to the session beside which it is given. */
function headersOf({ sessionId, sessionGeneration }: Pick<CallOptions, 'sessionId' | 'sessionGeneration'>): Record<string, string> {
  if (sessionId === undefined) return {}
  return { [sessionHeader]: sessionId, ...(sessionGeneration !== undefined && { [generationHeader]: `${sessionGeneration}` }) }
}

function doneInstead(): TandemError {
  const message =
    'This service is too old for dry runs: it has done what was to be tried. Look at what has changed, and update the service.'
  return new TandemError('internal', message, { reason: undefined })
}

function unreachable(origin: string, failure: NoAnswer): TandemError {
  return new TandemError('unavailable', `No answer from ${origin}. Check the URL, and that the service is running.`, {
    reason: undefined,
    cause: failure.cause,
  })
}
