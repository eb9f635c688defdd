import { Client } from 'undici'
import type { AddressPolicy } from './addresses.ts'
import type { ErrorClass } from './errors.ts'
import { exchange, textOf } from './exchange.ts'
import { guardedConnector, type Resolve } from './post.ts'
import type { Target } from './target.ts'

export type GetInput = {
  /** A POST in place of a GET. */
  body?: string
  headers: Record<string, string>
  /** The limit for the whole exchange. */
  timeoutMs: number
  /** A longer body is no answer. */
  atMostBytes: number
}

export type Got =
  | { status: number; body: Buffer; cacheControl: string; contentType: string; location: string }
  | { problem: ErrorClass | 'too_large' }

/** One GET, or a POST whose answer counts, on a connection of its own. Never throws, follows no redirect, uses no proxy. Specification: reliability W3 and W5. */
export async function getFrom(target: Target, input: GetInput, by: { policy: AddressPolicy; resolve: Resolve }): Promise<Got> {
  const { timeoutMs, atMostBytes, headers, body } = input
  const client = new Client(target.url.origin, {
    connect: guardedConnector(target, timeoutMs, by, { isPublic: false }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 0,
  })
  const { pathname, search } = target.url
  const request = {
    ...(body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body }),
    path: pathname + search,
    headers,
  }
  const answer = await exchange(client, request, { timeoutMs, atMostBytes })
  if ('problem' in answer) return answer
  if (answer.missing !== null) return { problem: answer.missing }
  const { status, headers: own } = answer
  const header = (name: string) => textOf(own[name]) ?? ''
  return {
    status,
    body: answer.body,
    cacheControl: header('cache-control'),
    contentType: header('content-type'),
    location: header('location'),
  }
}
