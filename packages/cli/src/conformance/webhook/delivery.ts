import { signatureHeaders, signatureV2 } from '@tandem/contract'
import manifest from '../../../package.json' with { type: 'json' }
import { activityOf, newId } from './activity.ts'

/** The receiver under test. */
export type Receiver = { url: URL; secret: string; timeoutMs: number }

/** A request as it goes out. */
export type Delivery = { body: string; headers: Record<string, string> }

/** What a delivery deviates in from one that is made and signed now. */
export type Deviation = { secret?: string; id?: string; ageSeconds?: number; body?: string }

/** `status` null = there was no answer; `seen` says either in words. */
export type Answer = { status: number | null; seen: string; isReached: boolean }

/** Nothing is at the address. */
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

/** Posts it as the service does: redirects are not followed, and the answer has to come in time. */
export async function post({ url, timeoutMs }: Receiver, { body, headers }: Delivery): Promise<Answer> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    // The status alone decides.
    await response.body?.cancel().catch(() => {})
    return { status: response.status, seen: `it answered ${response.status}`, isReached: true }
  } catch (error) {
    const { name, message, cause } = error as Error
    const { code } = (cause ?? {}) as NodeJS.ErrnoException
    const why = name === 'TimeoutError' ? ` within ${timeoutMs / 1000} s` : ` (${code ?? message})`
    return { status: null, seen: `no answer${why}`, isReached: !nowhere.includes(code ?? '') }
  }
}
