import { type ErrorCode, errorCodes, type Params, TandemError } from '@tandem/contract'

/** A successful answer: the body (null for none) and the query of the next page (null on the last). */
export type Answer = { body: unknown; next: URLSearchParams | null }

/** Reads a response of the service. Throws a TandemError built from the envelope of a refusal. */
export async function readAnswer(response: Response, parse = parseText): Promise<Answer> {
  if (!response.ok) throw refusalOf(response, await jsonOf(response, parseText))
  if (response.status === 204) return { body: null, next: null }
  const body = await jsonOf(response, parse)
  if (body === undefined) {
    throw new TandemError('internal', `The answer (${response.status}) is not JSON. Check that the URL is that of a Tandem service.`, {
      reason: undefined,
    })
  }
  return { body, next: nextOf(response.headers.get('link')) }
}

const parseText = async (response: Response): Promise<unknown> => JSON.parse(await response.text())

/** Undefined if it is not JSON. */
async function jsonOf(response: Response, parse: typeof parseText): Promise<unknown> {
  try {
    return await parse(response)
  } catch (failure) {
    if (failure instanceof SyntaxError) return undefined
    throw failure
  }
}

/** The error of an answer: from the service's envelope; an answer of a proxy has no envelope, so its status decides. */
export function refusalOf(response: Response, body: unknown): TandemError {
  const { code, message, ...said } = envelopeIn(body)
  const text = message ?? `The service answered ${response.status} without saying why. Check the URL and what stands before the service.`
  return new TandemError(isCode(code) ? code : codeOf(response.status), text, { ...said, retryAfterSeconds: retryAfterSeconds(response) })
}

type Said = { code?: unknown; message?: string | undefined; reason: string | undefined; params?: Params; details?: unknown }

function envelopeIn(body: unknown): Said {
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'object') return { reason: undefined }
  const { code, message, reason, params, details } = (body.error ?? {}) as Record<string, unknown>
  return { code, details, message: textIn(message), reason: textIn(reason), params: isParams(params) ? params : undefined }
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isParams = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string' || typeof one === 'number')

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCodes, code)

/** The nearest code for a status without a known code. */
function codeOf(status: number): ErrorCode {
  if (status === 502 || status === 504) return 'unavailable'
  const known = Object.entries(errorCodes).find(([, error]) => error.status === status)
  return (known?.[0] as ErrorCode | undefined) ?? 'internal'
}

/** Seconds, or a date, which is compared with the sender's own clock. */
function retryAfterSeconds({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const seconds = (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function nextOf(link: string | null): URLSearchParams | null {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target === undefined ? null : new URL(target, 'http://localhost').searchParams
}
