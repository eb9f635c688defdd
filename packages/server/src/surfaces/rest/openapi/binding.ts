import type { HttpMethod, OperationSpec } from '@tandem/contract'
import { z } from 'zod'

export type Binding = {
  method: HttpMethod
  /** The path as OpenAPI writes it: `/api/boards/{boardId}`. */
  url: string
  path: z.ZodRawShape
  query: z.ZodRawShape
  /** Null when the operation takes no body. */
  body: z.ZodObject | null
}

/** Splits the flat input of an operation as the router fills it: the path's parameters, then the query of GET and DELETE, else the body. */
export function bindingOf(operation: OperationSpec): Binding {
  const [method = '', template = ''] = operation.rest.split(' ')
  const inPath = new Set([...template.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ''))
  const path = pick(operation.input, (name) => inPath.has(name))
  const rest = pick(operation.input, (name) => !inPath.has(name))
  const inQuery = method === 'GET' || method === 'DELETE'
  return {
    method: method as HttpMethod,
    url: template.replace(/:(\w+)/g, '{$1}'),
    path,
    query: inQuery ? rest : {},
    body: inQuery ? null : bodyOf(operation, rest),
  }
}

function pick(input: z.ZodObject, wanted: (name: string) => boolean): z.ZodRawShape {
  return Object.fromEntries(Object.entries(input.shape).filter(([name]) => wanted(name)))
}

function bodyOf({ input }: OperationSpec, shape: z.ZodRawShape): z.ZodObject {
  const { catchall } = input.def
  return catchall ? z.object(shape).catchall(catchall as z.ZodType) : z.object(shape)
}
