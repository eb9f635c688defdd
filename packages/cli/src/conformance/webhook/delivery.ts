import { signatureHeaders, signatureV2 } from '@tandem/contract'
import manifest from '../../../package.json' with { type: 'json' }
import { activityOf, newId } from './activity.ts'

/** The receiver under test. */
export type Receiver = { url: URL; secret: string; timeoutMs: number }

/** A request as sent. */
export type Delivery = { body: string; headers: Record<string, string> }

/** Deviations from a delivery that is signed now. */
export type Deviation = { secret?: string; id?: string; ageSeconds?: number; body?: string }

/** `status` null = there was no answer; `seen` describes either in words. */
export type Answer = { status: number | null; seen: string; isReached: boolean }

/** Errors of an address without a listener. */
const nowhere = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

const userAgent = `Tandem-Conformance/${manifest.version}`

/** A delivery as the service signs it. */
export async function deliveryOf(receiver: Receiver, deviation: Deviation = {}): Promise<Delivery> {
  const { secret = receiver.secret, id = newId(), ageSeconds = 0, body = JSON.stringify(activityOf()) } = deviation
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    [signatureHeaders.deliveryId]: id,
    [signatureHeaders.timestamp]: String(timestamp),
    [signatureHeaders.signature]: await signatureV2(secret, id, timestamp, body),
  }
  return { body, headers }
}

/** Posts it like the service: without following redirects, and with a time limit for the answer. */
export async function post({ url, timeoutMs }: Pick<Receiver, 'url' | 'timeoutMs'>, { body, headers }: Delivery): Promise<Answer> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    // Only the status counts.
    await response.body?.cancel().catch(() => {})
    return { status: response.status, seen: `it answered ${response.status}`, isReached: true }
  } catch (error) {
    const { name, message, cause } = error as Error
    const { code } = (cause ?? {}) as NodeJS.ErrnoException
    const why = name === 'TimeoutError' ? ` within ${timeoutMs / 1000} s` : ` (${code ?? message})`
    return { status: null, seen: `no answer${why}`, isReached: !nowhere.includes(code ?? '') }
  }
}
