import { type Access, catalogue, type OperationName, type OperationSpec, TandemError, type Target } from '@tandem/contract'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { activeTrace, inSpan, traceOf } from '../tracing/spans.ts'
import type { Trace } from '../tracing/w3c.ts'
import { look, notFound, requireCredential, requireScope } from './access.ts'
import { createPrivateDoor, type PrivateHandler } from './act.ts'
import { type Clock, iso } from './clock.ts'
import type { Foreseen } from './foresight.ts'
import type { Handlers, PublicRead } from './handlers.ts'
import type { Outcome } from './ledger.ts'
import { type BoardOperation, createDoor, type TargetHandler } from './mutate.ts'
import { asReply, type Policy, type PrivateAct, type Reply } from './mutation.ts'
import { type Principal, systemPrincipal } from './principal.ts'
import type { Nudge } from './record.ts'

/** The answer of an operation, for a surface to translate. */
export type Answer = Outcome & Partial<Reply<unknown>>

/** `device` = what its program calls itself, `trace` = what the call belongs to. */
export type Caller = { principal: Principal | null; address: string | null; device?: string | null; trace?: Trace | undefined }

/** What a protocol of its own does, such as OAuth: `name` is how the audit log calls it. */
export type Step = { name: string; access: Exclude<Access, { target: Target }> }

/** The way into the domain for every surface and worker. */
export type Kernel = {
  execute(name: OperationName, caller: Caller, input: unknown): Promise<Answer>
  /**
   * Throws what `execute` would throw over the caller: for a surface that has to take in a long body before it has an input. `input`
   * needs to hold no more than the target.
   */
  admit(name: OperationName, caller: Caller, input: Record<string, unknown>): Promise<void>
  /** A private act that is no operation, a step of a protocol: through the same door, into the same audit log. */
  takeStep<T>(step: Step, caller: Caller, handler: (act: PrivateAct) => Promise<T | Reply<T>>): Promise<T>
  /** What a step needs to know first. */
  lookAhead<T>(step: Step, caller: Caller, handler: (read: PublicRead) => Promise<T>): Promise<T>
  /** An act of the service itself on a board's target, through the same door; the log says that it was `by`. */
  actAsService(name: OperationName, input: Record<string, unknown>, handler: TargetHandler, by?: Principal): Promise<Answer>
}

type ReadHandler = (read: unknown, input: unknown) => Promise<unknown>
type MutationHandler = (tools: unknown, input: unknown) => Promise<unknown>

export function createKernel(deps: {
  database: Database
  clock: Clock
  nudge: Nudge
  handlers: Handlers
  policy: Policy
  /** After every act that may have ended a credential. */
  onCredentials: () => void
  metrics: Metrics
}): Kernel {
  const door = createDoor(deps)
  const privateDoor = createPrivateDoor(deps)
  const handlers = deps.handlers as Record<string, unknown>

  return {
    execute(name, caller, rawInput) {
      const { kind, access } = catalogue[name] as OperationSpec
      const isQuiet = 'public' in access && access.anyone === true
      return inSpan(name, { under: caller.trace, isQuiet, attributes: { 'tandem.kind': kind } }, async (span) => {
        try {
          const answer = await execute(name, { ...caller, trace: traceOf(span) }, rawInput)
          const outcome = answer.replayed ? 'replayed' : 'ok'
          deps.metrics.operations(name, kind, outcome).add()
          span.setAttributes({ 'tandem.outcome': outcome, 'tandem.board.id': answer.boardId })
          return answer
        } catch (error) {
          deps.metrics.operations(name, kind, outcomeOf(error)).add()
          throw error
        }
      })
    },
    async admit(name, caller, input) {
      const operation = catalogue[name] as OperationSpec
      requirePrincipal(operation, caller.principal)
      if (!isOnTarget(operation)) return requirePrivateAccess(operation, caller.principal)
      const { access } = operation
      const targetId = operation.input.shape[`${access.target}Id`]?.safeParse(input[`${access.target}Id`])
      if (!targetId?.success) throw notFound(access.target)
      try {
        await look(deps.database, caller.principal as Principal, access, { ...input, [`${access.target}Id`]: targetId.data })
      } catch (error) {
        throw meaningOf(error).error
      }
    },
    takeStep(step, caller, handler) {
      return inSpan(step.name, { under: caller.trace, attributes: { 'tandem.kind': 'step' } }, async (span) => {
        try {
          const taken = await takeStep(step, { ...caller, trace: traceOf(span) }, handler)
          deps.metrics.steps(step.name, 'ok').add()
          return taken
        } catch (error) {
          deps.metrics.steps(step.name, outcomeOf(error)).add()
          throw error
        }
      })
    },
    async lookAhead({ access }, caller, handler) {
      requirePrincipal({ access }, caller.principal)
      requirePrivateAccess({ access }, caller.principal)
      try {
        return await handler(tools(caller))
      } catch (error) {
        throw meaningOf(error).error
      }
    },
    actAsService(name, input, handler, by = systemPrincipal) {
      const operation = catalogue[name] as unknown as BoardOperation
      return door.mutate({ name, operation, principal: by, input, handler, trace: activeTrace() })
    },
  }

  async function takeStep<T>({ name, access }: Step, caller: Caller, handler: (act: PrivateAct) => Promise<T | Reply<T>>): Promise<T> {
    requirePrincipal({ access }, caller.principal)
    requirePrivateAccess({ access }, caller.principal)
    const actor = 'public' in access ? { ...caller, principal: null } : caller
    const operation = { access, rest: 'POST /', output: null } as const
    try {
      return (await privateDoor.act({ name, operation, ...actor, input: {}, handler })).body as T
    } finally {
      // A refusal may have ended credentials too, such as those of a token that came twice.
      deps.onCredentials()
    }
  }

  async function execute(name: OperationName, caller: Caller, rawInput: unknown): Promise<Answer> {
    const operation = catalogue[name] as OperationSpec
    const served = handlers[name]
    if (!served) throw new TandemError('not_found', 'This operation is not served yet.')
    requirePrincipal(operation, caller.principal)
    const { input, problem } = parse(operation, rawInput)
    if (problem && !mayBeRepeat(operation, caller, input)) throw problem
    const handler = problem ? () => Promise.reject(problem) : served
    if (operation.kind === 'read') return readWith(operation, caller, input, handler as ReadHandler)
    if (isOnTarget(operation)) {
      const ready: TargetHandler = await admittedHandler(operation, handler, caller, input)
      const foresee = isForeseeing(handler) ? handler.foresee : undefined
      const answer = await door.mutate({
        name,
        operation,
        principal: caller.principal as Principal,
        input,
        handler: ready,
        foresee,
        trace: caller.trace,
      })
      if (operation.endsCredentials) deps.onCredentials()
      return answer
    }
    requirePrivateAccess(operation, caller.principal)
    // Signing in or registering is an act of whom it turns out to be, not of whoever is signed in already.
    const actor = 'public' in operation.access ? { ...caller, principal: null } : caller
    const ready: PrivateHandler = await preparedHandler(handler, actor, input)
    const answer = await privateDoor.act({ name, operation, ...actor, input, handler: ready })
    deps.onCredentials()
    return answer
  }

  /**
   * Nothing is prepared for whom the door will refuse. It has the last word all the same: a result that was stored is given out again
   * even when its target is gone by now.
   */
  async function admittedHandler(operation: BoardOperation, handler: unknown, caller: Caller, input: Record<string, unknown>) {
    if (typeof handler === 'function') return handler as MutationHandler
    if (isForeseeing(handler)) return handler.act
    const refusal = await refusalAtSight(operation, caller, input)
    if (refusal === null) return preparedHandler(handler, caller, input)
    return () => Promise.reject(refusal)
  }

  async function refusalAtSight({ access }: BoardOperation, caller: Caller, input: Record<string, unknown>): Promise<unknown> {
    try {
      await look(deps.database, caller.principal as Principal, access, input)
      return null
    } catch (error) {
      return meaningOf(error).error
    }
  }

  async function preparedHandler(handler: unknown, caller: Caller, input: Record<string, unknown>): Promise<MutationHandler> {
    if (typeof handler === 'function') return handler as MutationHandler
    const { prepare, act } = handler as { prepare: ReadHandler; act: (act: unknown, input: unknown, found: unknown) => Promise<unknown> }
    try {
      const found = await prepare(tools(caller), input)
      return (tools, input) => act(tools, input, found)
    } catch (error) {
      throw meaningOf(error).error
    }
  }

  function tools(caller: Caller) {
    const { database, clock, policy } = deps
    return { rows: database.rows, row: database.row, principal: caller.principal, policy, now: iso(clock.now()) }
  }

  async function readWith(operation: OperationSpec, caller: Caller, input: Record<string, unknown>, handler: ReadHandler): Promise<Answer> {
    try {
      if (!isOnTarget(operation)) {
        requirePrivateAccess(operation, caller.principal)
        return { status: operation.status ?? 200, ...asReply(await handler(tools(caller), input)) }
      }
      const { access } = operation
      const sight = await look(deps.database, caller.principal as Principal, access, input)
      return { status: operation.status ?? 200, boardId: sight.boardId, ...asReply(await handler({ ...tools(caller), ...sight }, input)) }
    } catch (error) {
      throw meaningOf(error).error
    }
  }
}

type Foreseeing = { foresee(input: unknown, boardId: string): Foreseen | null; act: MutationHandler }
const isForeseeing = (handler: unknown): handler is Foreseeing => typeof handler === 'object' && handler !== null && 'foresee' in handler

const outcomeOf = (error: unknown): string => (error instanceof TandemError ? error.code : 'internal')

function isOnTarget(operation: OperationSpec): operation is BoardOperation {
  return 'target' in operation.access
}

function requirePrincipal(operation: Pick<OperationSpec, 'access'>, principal: Principal | null): void {
  if (!('public' in operation.access) && !principal) {
    throw new TandemError('unauthorized', 'Sign in, or send a token in the header Authorization: Bearer kbt_….')
  }
}

function requirePrivateAccess(operation: Pick<OperationSpec, 'access'>, principal: Principal | null): void {
  const { access } = operation
  if (!('self' in access) || !principal) return
  requireCredential(principal, access)
  if (access.scope) requireScope(principal, access.scope)
  if (access.instanceAdmin && !principal.isInstanceAdmin) {
    throw new TandemError('forbidden', 'Only an instance admin may do this. Ask one.')
  }
}

/** Parses at the edge; a malformed id of the path's target is a missing target. With a problem the input is what fits of path and id. */
function parse(operation: OperationSpec, raw: unknown): { input: Record<string, unknown>; problem?: TandemError } {
  const parsed = operation.input.safeParse(raw)
  if (parsed.success) return { input: parsed.data }
  const { error } = parsed
  const inPath = new Set([...operation.rest.matchAll(/:(\w+)/g)].map((match) => match[1]))
  if (error.issues.some((issue) => inPath.has(String(issue.path[0])))) {
    throw new TandemError('not_found', 'No such resource: the id in the path is not one of ours. Check the id.')
  }
  const fits = Object.entries(operation.input.shape).flatMap(([key, type]) => {
    if (!inPath.has(key) && key !== 'clientMutationId') return []
    const { success, data } = type.safeParse((raw as Record<string, unknown> | null)?.[key])
    return success && data !== undefined ? [[key, data]] : []
  })
  return { input: Object.fromEntries(fits), problem: validation(error) }
}

/** A request that was taken once is answered as it was then, whatever its body says now: the door looks for that before it is refused. */
function mayBeRepeat({ kind }: OperationSpec, { principal }: Caller, { clientMutationId }: Record<string, unknown>): boolean {
  return kind === 'mutation' && principal !== null && clientMutationId !== undefined
}

function validation(error: z.ZodError): TandemError {
  const [first] = error.issues
  const where = first?.path.join('.') ?? ''
  const what = first?.message ?? 'does not fit'
  const message = where ? `${where}: ${what}. Mend the request and send it again.` : `${what}. Mend the request and send it again.`
  return new TandemError('validation', message, { details: z.flattenError(error) })
}

/** A refusal of input that a schema cannot see, in the form of a schema's. */
export function invalid(field: string, problem: string): TandemError {
  return new TandemError('validation', `${field}: ${problem}`, { details: { formErrors: [], fieldErrors: { [field]: [problem] } } })
}
