import { catalogue, type OperationSpec, TandemError } from '@tandem/contract'
import type { RequestContext } from '../request-context.ts'
import { resolveNames } from './names.ts'
import type { Call } from './understand.ts'

/** Refusals about parameters or the objects that they name: refusals about the target and the right to call come before them. */
const afterAccess = new Set(['validation', 'not_found', 'payload_too_large'])

/**
 * The refusal to return for a call: 404 and 403 come before errors of its parameters, in the order of REST. A call without a readable
 * target keeps its own refusal. Specification: decisions §1.
 */
export async function firstRefusal(context: RequestContext, call: Call, refused: TandemError): Promise<TandemError> {
  if (!afterAccess.has(refused.code)) return refused
  const { operation } = call.binding
  try {
    const path = await pathOf(context, call)
    if (path) await context.admit(operation, path)
    return refused
  } catch (error) {
    if (!(error instanceof TandemError)) throw error
    return error.code === 'validation' || error.code === refused.code ? refused : error
  }
}

/** The parameters that are in the path of the REST request; null unless all of them are given. */
async function pathOf(context: RequestContext, call: Call): Promise<Record<string, unknown> | null> {
  const { operation, as = {} } = call.binding
  const { rest } = catalogue[operation] as OperationSpec
  const inPath = [...rest.matchAll(/:(\w+)/g)].map(([, key = '']) => key)
  const given = Object.keys(call.params).filter((key) => inPath.includes(as[key] ?? key))
  if (given.length < inPath.length) return null
  const resolved = await resolveNames(context, call, given)
  return Object.fromEntries(given.map((key) => [as[key] ?? key, resolved[key]]))
}
