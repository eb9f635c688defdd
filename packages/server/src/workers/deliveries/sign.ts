import { createHmac } from 'node:crypto'
import { signatureHeaders } from '@tandem/contract'
import manifest from '../../../package.json' with { type: 'json' }

const userAgent = `Tandem-Webhooks/${manifest.version}`

/** The contract's signatureV2, without a promise: two of these per delivery should not take turns in the event loop. */
export function signatureOf(secret: string, deliveryId: string, timestampSeconds: number, body: string): string {
  return `v2=${createHmac('sha256', secret).update(`v2.${deliveryId}.${timestampSeconds}.${body}`).digest('hex')}`
}

/** The headers of one attempt: the delivery id stays, time and signature are new each time. Specification: service §6, decisions §5. */
export function headersOf(
  attempt: { deliveryId: string; body: string; nowMs: number },
  secrets: { current: string; previous: string | null },
): Record<string, string> {
  const { deliveryId, body } = attempt
  const timestamp = Math.floor(attempt.nowMs / 1_000)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    [signatureHeaders.deliveryId]: deliveryId,
    [signatureHeaders.timestamp]: String(timestamp),
    [signatureHeaders.signature]: signatureOf(secrets.current, deliveryId, timestamp, body),
  }
  if (secrets.previous !== null) headers[signatureHeaders.previousSignature] = signatureOf(secrets.previous, deliveryId, timestamp, body)
  return headers
}
