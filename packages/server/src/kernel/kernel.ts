import { type Access, type AuditStep, catalogue, type OperationName, type OperationSpec, TandemError, type Target } from '@tandem/contract'
import { meaningOf } from '../db/failures.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { activeTrace, inSpan, traceOf } from '../tracing/spans.ts'
import { createPrivateDoor } from './act.ts'
import { type Caller, requirePrincipal, requirePrivateAccess } from './caller.ts'
import { createDryRuns, type ReadForecast } from './dry-run.ts'
import { createExecutor, type Executor, type ExecutorDeps } from './execute.ts'
import type { PublicRead } from './handlers.ts'
import { type Principal, systemPrincipal } from './identity/principal.ts'
import { createDoor, isOnTarget, type LockedTarget } from './mutate.ts'
import type { PrivateAct } from './mutation.ts'
import type { Nudge } from './record.ts'
import { type Done, done, type Refused } from './reply.ts'

export type { Answer, Caller } from './caller.ts'

/** An act of a protocol, such as OAuth, that is not an operation of the catalogue. `name` is its name in the audit log. */
export type Step = { name: AuditStep; access: Exclude<Access, { target: Target }> }

/** The way into the domain for every surface and worker. */
export type Kernel = Pick<Executor, 'execute' | 'admit'> & {
  /** A private act that is no operation, a step of a protocol: through the same door, into the same audit log. */
  takeStep<T>(step: Step, caller: Caller, run: (act: PrivateAct) => Promise<Done<T> | Refused>): Promise<T>
  /** Runs the reads of a step before its act. */
  prepareStep<T>(step: Pick<Step, 'access'>, caller: Caller, handler: (read: PublicRead) => Promise<T>): Promise<T>
  /** An act of the service itself on a board's target, through the same door; the log says that it was `by`. */
  actAsService(name: OperationName, input: Record<string, unknown>, act: (tx: LockedTarget) => Promise<void>, by?: Principal): Promise<void>
}

export function createKernel(given: ExecutorDeps & { nudge: Nudge; metrics: Metrics; readForecast: ReadForecast }): Kernel {
  const deps = { ...given, dryRuns: createDryRuns(given) }
  const door = createDoor(deps)
  const privateDoor = createPrivateDoor(deps)
  const executor = createExecutor(deps, { door, privateDoor })

  async function takeStep<T>({ name, access }: Step, caller: Caller, run: (act: PrivateAct) => Promise<Done<T> | Refused>): Promise<T> {
    requirePrincipal({ access }, caller.principal)
    requirePrivateAccess({ access }, caller.principal)
    const actor = 'public' in access ? { ...caller, principal: null } : caller
    const operation = { access, rest: 'POST /', output: null } as const
    // A refusal that is kept may have ended credentials too, such as those of a token that came twice. One that leaves nothing behind has
    // not: strangers who send junk must not have every credential looked up anew.
    const { reply } = await privateDoor.act({ name, operation, ...actor, input: {}, run, onCommit: deps.onCredentials })
    return (reply as Done<T>).body
  }

  return {
    execute(name, caller, rawInput) {
      const { kind, access } = catalogue[name] as OperationSpec
      const isQuiet = 'public' in access && access.anyone === true
      return inSpan(name, { under: caller.trace, isQuiet, attributes: { 'tandem.kind': kind } }, async (span) => {
        try {
          const answer = await executor.execute(name, { ...caller, trace: traceOf(span) }, rawInput)
          const outcome = answer.isDryRun ? 'dry_run' : answer.replayed ? 'replayed' : 'ok'
          deps.metrics.operations(name, kind, outcome).add()
          span.setAttributes({ 'tandem.outcome': outcome, 'tandem.board.id': answer.boardId })
          return answer
        } catch (error) {
          deps.metrics.operations(name, kind, outcomeOf(error)).add()
          throw error
        }
      })
    },
    admit: executor.admit,
    takeStep(step, caller, run) {
      return inSpan(step.name, { under: caller.trace, attributes: { 'tandem.kind': 'step' } }, async (span) => {
        try {
          const taken = await takeStep(step, { ...caller, trace: traceOf(span) }, run)
          deps.metrics.steps(step.name, 'ok').add()
          return taken
        } catch (error) {
          deps.metrics.steps(step.name, outcomeOf(error)).add()
          throw error
        }
      })
    },
    async prepareStep({ access }, caller, handler) {
      requirePrincipal({ access }, caller.principal)
      requirePrivateAccess({ access }, caller.principal)
      try {
        return await handler(executor.toolsOf(caller))
      } catch (error) {
        throw meaningOf(error).error
      }
    },
    async actAsService(name, input, act, by = systemPrincipal) {
      const operation: OperationSpec = catalogue[name]
      if (!isOnTarget(operation)) throw new Error(`${name} has no target on a board`)
      const run = async (tx: LockedTarget) => {
        await act(tx)
        return done(null)
      }
      await door.mutate({ name, operation, principal: by, input, run, trace: activeTrace() })
    },
  }
}

const outcomeOf = (error: unknown): string => (error instanceof TandemError ? error.code : 'internal')
