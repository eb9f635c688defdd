import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Chosen by a proxy or a client to find a request again, here and there. What looks like a secret of ours goes into no log. */
const sane = /^(?!kb)[\w.:+/=-]{1,128}$/

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}

/** W3C Trace Context, as the caller handed it on; undefined when it is none. */
export function traceparentIn(given: unknown): string | undefined {
  return typeof given === 'string' && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(given) ? given : undefined
}
