import type { oas31 } from 'zod-openapi'
import type { Resolve } from './resolve.ts'

type Described = { method: string; path: string; operation: oas31.OperationObject }

/** The request of the example, as one types it in a shell; `$TANDEM_URL` and `$TANDEM_TOKEN` are the reader's. */
export function curlOf({ method, path, operation }: Described, resolve: Resolve): string {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<oas31.ParameterObject>(parameter))
  const body = operation.requestBody ? resolve<oas31.RequestBodyObject>(operation.requestBody) : undefined
  const sent = partsOf(body)
  const words = [
    `curl -fsS "$TANDEM_URL${addressOf(path, parameters)}"`,
    ...(method === 'GET' || (method === 'POST' && sent.length > 0) ? [] : [`-X ${method}`]),
    ...credentialOf(operation),
    ...sent,
  ]
  return words.join(' \\\n  ')
}

function addressOf(path: string, parameters: readonly oas31.ParameterObject[]): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const example: unknown = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example
    return example === undefined ? whole : encodeURIComponent(String(example))
  })
  const query = new URLSearchParams()
  for (const { in: place, name, example } of parameters) {
    if (place !== 'query' || example === undefined || typeof example === 'object') continue
    query.append(name, String(example))
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

function credentialOf({ security = [] }: oas31.OperationObject): string[] {
  if (security.some((way) => 'bearer' in way)) return ['-H "Authorization: Bearer $TANDEM_TOKEN"']
  return security.length > 0 ? ['-b jar'] : []
}

function partsOf(body: oas31.RequestBodyObject | undefined): string[] {
  const form = valuesOf(body?.content['multipart/form-data'])
  if (form) return Object.entries(form).map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`)
  const json = valuesOf(body?.content['application/json'])
  return json ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(json))}`] : []
}

function valuesOf(media: oas31.MediaTypeObject | undefined): Record<string, unknown> | undefined {
  const example: unknown = media?.example
  return typeof example === 'object' && example !== null ? { ...example } : undefined
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
