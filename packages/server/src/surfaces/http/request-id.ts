import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Chosen by a proxy or a client to find a request again, here and there. What looks like a secret of ours goes into no log. */
const sane = /^(?!kb)[\w.:+/=-]{1,128}$/

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}
