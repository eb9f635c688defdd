import { type OperationSpec, refusal } from '@tandem/contract'
import type { Trace } from '../tracing/w3c.ts'
import { requireCredential, requireScope } from './access.ts'
import type { Principal } from './identity/principal.ts'
import type { Outcome } from './ledger.ts'

/** The answer of an operation, for a surface to translate. `boardId` = the board that the call was about, where there is one. */
export type Answer = Outcome & { boardId?: string | undefined }

/** `device` = what its program calls itself, `trace` = what the call belongs to. */
export type Caller = {
  principal: Principal | null
  address: string | null
  device?: string | null
  trace?: Trace | undefined
  /** Aborted when the caller waits for its answer no more. */
  signal?: AbortSignal | undefined
}

export function requirePrincipal(operation: Pick<OperationSpec, 'access'>, principal: Principal | null): void {
  if (!('public' in operation.access) && !principal) {
    throw refusal('credentialNeeded')
  }
}

/** Who calls an operation that is not public. Throws unauthorized for an anonymous caller. */
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
