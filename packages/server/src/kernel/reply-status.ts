import type { OperationSpec } from '@tandem/contract'
import type { Reply } from './reply.ts'

/** The ledger keeps the kind of a reply as its status in REST, which the catalogue names. */
type InRest = Pick<OperationSpec, 'status' | 'output'>

const [ok, accepted] = [200, 202]

export function statusOf(operation: InRest, kind: Reply['kind']): number {
  if (kind === 'unchanged' || kind === 'nothing' || kind === 'file' || kind === 'serialised') return ok
  if (kind === 'requested') return accepted
  return operation.status ?? (operation.output === null ? 204 : ok)
}

export function kindOf(operation: InRest, status: number): 'done' | 'unchanged' | 'requested' {
  if (status === statusOf(operation, 'done')) return 'done'
  return status === accepted ? 'requested' : 'unchanged'
}

export const hasCreated = (operation: InRest, kind: Reply['kind']): boolean => statusOf(operation, kind) === 201
