import { bodyPropertiesHeader, type HttpMethod, type OperationSpec } from '@tandem/contract'

/** An operation with its input, bound to HTTP; credentials are added later. */
export type BoundRequest = {
  method: HttpMethod
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string | FormData | undefined
}

/**
 * In characters: many proxies refuse a longer address. The service also reads the parameters of a DELETE from its body, and refuses the
 * request if a proxy has dropped that body.
 */
const longestQuery = 2_000

/** Distributes a flat input as the catalogue binds it: path parameters, then the query of GET and of a short DELETE, else the body. */
export function bind(operation: OperationSpec, input: Readonly<Record<string, unknown>>): BoundRequest {
  const [method, template] = operation.rest.split(' ') as [HttpMethod, string]
  const rest = { ...input }
  const path = template.replace(/:(\w+)/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  const query = queryOf(rest)
  if (method === 'GET' || (method === 'DELETE' && String(query).length <= longestQuery))
    return { method, path, query, headers: {}, body: undefined }
  const { headers, body } = bodyOf(operation, rest)
  // Omitted, as in JSON.
  const sent = Object.values(rest).filter((value) => value !== undefined)
  if (method === 'DELETE') headers[bodyPropertiesHeader] = String(sent.length)
  return { method, path, query: new URLSearchParams(), headers, body }
}

/** A list repeats the key, a record becomes one parameter for each of its entries: `field.<id>`. */
function queryOf(values: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values).flatMap(dotted))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) query.append(key, String(one))
  return query
}

function dotted([key, value]: [string, unknown]): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]]
  return Object.entries(value).map(([name, one]) => [`${key}.${name}`, one])
}

/** Multipart only with a file: an attachment may also be a URL in JSON. */
function bodyOf(operation: OperationSpec, values: Readonly<Record<string, unknown>>): Pick<BoundRequest, 'headers' | 'body'> {
  const hasFile = operation.body === 'multipart' && Object.values(values).some((value) => value instanceof Blob)
  return hasFile ? multipart(values) : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(values) }
}

/** The id is sent in a header, so that it is known before the file has been read. */
function multipart({ clientMutationId, ...values }: Readonly<Record<string, unknown>>): Pick<BoundRequest, 'headers' | 'body'> {
  const body = new FormData()
  for (const [key, value] of Object.entries(values)) if (value instanceof Blob || typeof value === 'string') body.append(key, value)
  return { headers: { 'idempotency-key': String(clientMutationId) }, body }
}
