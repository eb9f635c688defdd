/** Webhook signatures, scheme v2, for sender and receiver; needs only WebCrypto. Specification: service §6, decisions §5. */
export const signatureHeaders = {
  signature: 'X-Signature',
  /** For 24 h after a rotation: the signature with the secret before. */
  previousSignature: 'X-Signature-Previous',
  deliveryId: 'X-Kanban-Delivery-Id',
  timestamp: 'X-Kanban-Timestamp',
} as const

export const signatureWindowSeconds = 300

export type RawBody = string | Uint8Array

/** The headers of a request: a `Headers`, or an object as Node gives it, in any case. */
export type SignedHeaders = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyInput = {
  /** The whole secret as shown, `whsec_` included. */
  secret: string
  headers: SignedHeaders
  /** The bytes as received: JSON that was parsed and written again does not verify. */
  rawBody: RawBody
  nowSeconds: number
  /** Take a match of X-Signature-Previous too, so that a receiver may swap its secret within 24 h of a rotation; true when absent. */
  previousSecretHeader?: boolean
}

export type Refusal = 'missing_header' | 'malformed_header' | 'outside_window' | 'wrong_signature'
export type Verification = { ok: true; deliveryId: string; timestamp: number } | { ok: false; reason: Refusal }

const deliveryIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const timestampPattern = /^\d{1,11}$/
const signaturePattern = /^v2=([0-9a-f]{64})$/

/** The value of `X-Signature`: `v2=` and the HMAC-SHA256 of `v2.<deliveryId>.<timestamp>.<rawBody>` in lower-case hex. */
export async function signatureV2(secret: string, deliveryId: string, timestampSeconds: number, rawBody: RawBody): Promise<string> {
  const key = await hmacKey(secret, 'sign')
  const mac = await globalThis.crypto.subtle.sign('HMAC', key, signedBytes(deliveryId, String(timestampSeconds), rawBody))
  return `v2=${Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Whether a request was signed with `secret` within five minutes of `nowSeconds`. Deliveries come at least once: the caller drops a
 * `deliveryId` that it has already taken.
 */
export async function verifyV2(input: VerifyInput): Promise<Verification> {
  const deliveryId = headerOf(input.headers, signatureHeaders.deliveryId)
  const timestamp = headerOf(input.headers, signatureHeaders.timestamp)
  const signature = headerOf(input.headers, signatureHeaders.signature)
  const previous = (input.previousSecretHeader ?? true) ? headerOf(input.headers, signatureHeaders.previousSignature) : null
  if (deliveryId === null || timestamp === null || signature === null) return { ok: false, reason: 'missing_header' }

  const macs = [signature, previous].filter((value) => value !== null).map(macOf)
  // Only an id without dots: with one, the parts of the signed string could be cut elsewhere than the sender cut them.
  if (!deliveryIdPattern.test(deliveryId) || !timestampPattern.test(timestamp) || macs.includes(null))
    return { ok: false, reason: 'malformed_header' }
  // Written so that a clock which is NaN refuses.
  if (!(Math.abs(input.nowSeconds - Number(timestamp)) <= signatureWindowSeconds)) return { ok: false, reason: 'outside_window' }

  const key = await hmacKey(input.secret, 'verify')
  const signed = signedBytes(deliveryId, timestamp, input.rawBody)
  for (const mac of macs) {
    // WebCrypto compares in constant time.
    if (mac && (await globalThis.crypto.subtle.verify('HMAC', key, mac, signed)))
      return { ok: true, deliveryId, timestamp: Number(timestamp) }
  }
  return { ok: false, reason: 'wrong_signature' }
}

/** null when absent. A header that came several times is joined with a comma, so it matches no pattern. */
function headerOf(headers: SignedHeaders, header: string): string | null {
  if (isHeaders(headers)) return headers.get(header)
  const values = Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === header.toLowerCase() && value !== undefined ? value : [],
  )
  return values.length > 0 ? values.join(', ') : null
}

function isHeaders(headers: SignedHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

function macOf(signature: string): Uint8Array<ArrayBuffer> | null {
  const hex = signaturePattern.exec(signature)?.[1]
  return hex ? Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16)) : null
}

function hmacKey(secret: string, use: 'sign' | 'verify') {
  return globalThis.crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

/** `v2.<deliveryId>.<timestamp>.<rawBody>` as bytes; a body of bytes goes in as it is. */
function signedBytes(deliveryId: string, timestamp: string, rawBody: RawBody): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`v2.${deliveryId}.${timestamp}.`)
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}
