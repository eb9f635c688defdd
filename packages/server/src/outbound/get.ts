import { Client } from 'undici'
import type { AddressPolicy } from './addresses.ts'
import { type ErrorClass, errorClassOf } from './errors.ts'
import { guardedConnector, type Resolve } from './post.ts'
import type { Target } from './target.ts'

export type GetInput = {
  /** A POST in place of a GET. */
  body?: string
  headers: Record<string, string>
  /** For the whole exchange. */
  timeoutMs: number
  /** A longer body is no answer. */
  atMostBytes: number
}

export type Got = { status: number; body: Buffer; cacheControl: string; contentType: string } | { problem: ErrorClass | 'too_large' }

/** One GET, or a POST whose answer counts, on a connection of its own. Never throws, follows no redirect, uses no proxy. Specification: reliability W3 and W5. */
export async function getFrom(target: Target, input: GetInput, by: { policy: AddressPolicy; resolve: Resolve }): Promise<Got> {
  const signal = AbortSignal.timeout(input.timeoutMs)
  const client = new Client(target.url.origin, {
    connect: guardedConnector(target, input.timeoutMs, by, { isPublic: false }),
    headersTimeout: input.timeoutMs,
    bodyTimeout: input.timeoutMs,
    pipelining: 0,
  })
  try {
    const { pathname, search } = target.url
    const answer = await client.request({ ...what(input), path: pathname + search, headers: input.headers, signal })
    const { 'cache-control': cacheControl, 'content-type': contentType } = answer.headers
    answer.body.on('error', () => {})
    const body = await readWhole(answer.body, input.atMostBytes)
    if (body === null) return { problem: 'too_large' }
    return { status: answer.statusCode, body, cacheControl: asText(cacheControl), contentType: asText(contentType) }
  } catch (error) {
    return { problem: errorClassOf(signal.aborted ? signal.reason : error) }
  } finally {
    client.destroy().catch(() => {})
  }
}

const what = ({ body }: GetInput) => (body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body })

const asText = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

async function readWhole(body: AsyncIterable<Buffer>, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
