import type { OperationSpec } from '@tandem/contract'

/** Parameters that change nothing themselves: a call with one of them and a lesser field needs the lesser role. */
const aboutTheCall: readonly string[] = ['clientMutationId', 'ifVersion', 'ifName', 'ifDescription']

/** The operation as a call with this input needs it: one with none but the fields of `lesser` needs that role. */
export function asAskedFor(operation: OperationSpec, input: unknown): OperationSpec {
  const { access } = operation
  if (!('target' in access) || !access.lesser) return operation
  const { role, fields } = access.lesser
  const given = fieldsOf(operation, input).filter((name) => name !== `${access.target}Id` && !aboutTheCall.includes(name))
  return given.length > 0 && given.every((name) => fields.includes(name)) ? { ...operation, access: { ...access, role } } : operation
}

function fieldsOf(operation: OperationSpec, input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) => (name in operation.input.shape && value !== undefined ? [name] : []))
}
