import { type OperationSpec, refusal } from '@tandem/contract'
import type { Trace } from '../tracing/w3c.ts'
import { requireCredential, requireScope } from './access.ts'
import type { Forecast } from './dry-run.ts'
import type { Principal } from './identity/principal.ts'
import type { Outcome } from './ledger.ts'
import type { NamedSession } from './sessions/own-sessions.ts'

/** The answer of an operation, for a surface to translate. `boardId` = the board that the call was about, where there is one. */
export type Answer = Outcome & {
  boardId?: string | undefined
  /** The forecast of a dry run, as the door returns it. `isDryRun`: the body of the reply describes a dry run. */
  forecast?: Forecast | undefined
  isDryRun?: true
}

/**
 * `device` = the name that the client gives itself, `languages` = those that it prefers, as in Accept-Language, `trace` = the trace context of
 * the call. `sessionId` = the session under which the calling agent acts, if the call names one; ignored, as is its generation, by reads and
 * private acts.
 */
export type Caller = {
  principal: Principal | null
  address: string | null
  device?: string | null
  languages?: string | undefined
  trace?: Trace | undefined
  /** Aborted when the caller waits for its answer no more. */
  signal?: AbortSignal | undefined
  /** A mutation is tried only; a read takes no notice. */
  dryRun?: boolean | undefined
} & NamedSession

export function requirePrincipal(operation: Pick<OperationSpec, 'access'>, principal: Principal | null): void {
  if (!('public' in operation.access) && !principal) {
    throw refusal('credentialNeeded')
  }
}

/** The principal of a call that is not public. Throws unauthorized for an anonymous caller. */
export function principalOf({ principal }: Pick<Caller, 'principal'>): Principal {
  if (!principal) throw refusal('credentialNeeded')
  return principal
}

export function requirePrivateAccess(operation: Pick<OperationSpec, 'access'>, principal: Principal | null): void {
  const { access } = operation
  if (!('self' in access) || !principal) return
  requireCredential(principal, access)
  if (access.scope) requireScope(principal, access.scope)
  if (access.instanceAdmin && !principal.isInstanceAdmin) {
    throw refusal('instanceAdmin')
  }
}
