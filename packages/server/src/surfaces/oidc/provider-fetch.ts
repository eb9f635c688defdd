import type { CustomFetch } from 'openid-client'
import type { Outbound } from '../../outbound/outbound.ts'

/** The provider gave no usable answer: the sign-in says nothing about the person. */
export class ProviderDown extends Error {
  constructor(why: string) {
    super(`the provider does not answer (${why})`)
    this.name = 'ProviderDown'
  }
}

const [timeoutMs, atMostBytes] = [10_000, 1_048_576]
const withoutBody = new Set([204, 205, 304])

/** `fetch` through the guard of all outbound calls; no redirect is followed. */
export function fetchThrough(outbound: Outbound): CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body === undefined || body === null ? {} : { body: textOf(body) }
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`no ${method} goes to a provider`)
    const got = await outbound.get(url, { headers: Object.fromEntries(new Headers(headers)), ...sent, timeoutMs, atMostBytes })
    if ('problem' in got) throw new ProviderDown(got.problem)
    if (got.status >= 500) throw new ProviderDown(`status ${got.status}`)
    return new Response(withoutBody.has(got.status) ? null : new Uint8Array(got.body), {
      status: got.status,
      headers: { 'content-type': got.contentType },
    })
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  throw new TypeError('only text and forms go to a provider')
}
