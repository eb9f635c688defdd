import { type InputOf, type OperationName, type OutputOf, refusal } from '@tandem/contract'
import { isUuid } from '../../kernel/common/ids.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Answer } from '../../kernel/kernel.ts'
import { bodyOf } from '../../kernel/reply.ts'
import type { NamedSession } from '../../kernel/sessions/own-sessions.ts'
import type { McpDeps } from './deps.ts'
import type { McpCaller } from './instance.ts'
import { createNameDirectories, type NameDirectory } from './name-directory.ts'

/** One request of a client, for as long as it is answered. Everything it asks goes through the kernel, as the caller. */
export type RequestContext = {
  deps: McpDeps
  principal: Principal
  /** The id of the request, for the log. */
  reqId: string
  /** Whether the request asks by a header that its call is tried only. */
  prefersDryRun: boolean
  /** Runs an operation; the request is logged with the board of its answer. */
  execute(name: OperationName, input: Record<string, unknown>): Promise<Answer>
  /** Throws what `execute` would throw over the caller; `input` has the parameters of the path. */
  admit(name: OperationName, input: Record<string, unknown>): Promise<void>
  /** The body of an answer. Throws what `execute` throws. */
  ask<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>
  /** The names for the ids on the board; an empty directory when the caller may not read the board. */
  directory(boardId: string): Promise<NameDirectory>
  /** A card by its key or id, looked up once. */
  card(name: string): Promise<{ id: string; boardId: string; key: string }>
  /**
   * The same context with the credential read anew: a role may change during a wait. Throws invalid_token once the credential has ended.
   */
  anew(): Promise<RequestContext>
  /** The same context for a call that is tried only, or recorded under a session of the caller. */
  acting(how: Acting): RequestContext
  /** Ends when the client goes away. */
  signal: AbortSignal
  /** Tells a client that wants to hear of it that the call is still under way. */
  progress(seconds: number, of: number): Promise<void>
}

type Acting = { dryRun?: boolean } & NamedSession

export function createRequestContext(
  deps: McpDeps,
  caller: McpCaller,
  how: { signal: AbortSignal; progress?: RequestContext['progress'] | undefined } & Acting,
): RequestContext {
  const { principal, request } = caller
  const { sessionId, sessionGeneration } = how.sessionId === undefined ? caller : how
  const waiting = { ...caller, signal: how.signal, dryRun: how.dryRun, sessionId, sessionGeneration }
  const execute: RequestContext['execute'] = async (name, input) => {
    const answer = await deps.kernel.execute(name, waiting, input)
    if (answer.boardId !== undefined) request.boardId = answer.boardId
    return answer
  }
  const ask = async <N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> =>
    bodyOf((await deps.kernel.execute(name, caller, input)).reply) as OutputOf<N>
  return {
    deps,
    principal,
    reqId: request.id,
    prefersDryRun: caller.prefersDryRun,
    execute,
    ask,
    admit: (name, input) => deps.kernel.admit(name, caller, input),
    directory: createNameDirectories(ask),
    card: createCards(ask),
    async anew() {
      const renewed = await deps.authenticator.renewed(principal)
      if (!renewed) throw refusal('mcpCredentialEnded')
      return createRequestContext(deps, { ...caller, principal: renewed }, how)
    },
    acting: (acting) => createRequestContext(deps, caller, { ...how, ...acting }),
    signal: how.signal,
    progress: how.progress ?? (async () => {}),
  }
}

function createCards(ask: RequestContext['ask']): RequestContext['card'] {
  const known = new Map<string, ReturnType<RequestContext['card']>>()
  return (name) => {
    const asked =
      known.get(name) ?? (isUuid(name) ? ask('card.get', { cardId: name }) : ask('card.getByKey', { key: name })).then(({ card }) => card)
    known.set(name, asked)
    void asked.then(({ id }) => known.set(id, asked)).catch(() => {})
    return asked
  }
}
