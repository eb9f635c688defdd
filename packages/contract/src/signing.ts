/** Webhook signatures, scheme v2, for sender and receiver; needs only WebCrypto. Specification: service §6, decisions §5. */
export const signatureHeaders = {
  signature: 'X-Signature',
  /** For 24 h after a rotation: the signature with the previous secret. */
  previousSignature: 'X-Signature-Previous',
  deliveryId: 'X-Kanban-Delivery-Id',
  timestamp: 'X-Kanban-Timestamp',
  /** `<seq>:<hash>`: the head of the log of the board with this activity. */
  logHead: 'X-Kanban-Log-Head',
} as const

/**
 * The head of a board's log with this activity, for receivers that later verify the log against it; empty while the activity has no hash.
 */
export const logHeadHeader = ({ seq, hash }: { seq: number; hash?: string | undefined }): Record<string, string> =>
  hash === undefined ? {} : { [signatureHeaders.logHead]: `${seq}:${hash}` }

export const signatureWindowSeconds = 300

export type RawBody = string | Uint8Array

/** The headers of a request: a `Headers`, or an object as Node gives it, in any case. */
export type SignedHeaders = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyInput = {
  /** The whole secret, including `whsec_`. */
  secret: string
  headers: SignedHeaders
  /** The received bytes: JSON that was parsed and serialised again does not verify. */
  rawBody: RawBody
  nowSeconds: number
  /** Also accept a match of X-Signature-Previous, so that a receiver may change its secret within 24 h of a rotation; true by default. */
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
 * Whether a request was signed with `secret` within five minutes of `nowSeconds`. Delivery is at least once: the caller drops a
 * `deliveryId` that it has processed already.
 */
export async function verifyV2(input: VerifyInput): Promise<Verification> {
  const deliveryId = headerOf(input.headers, signatureHeaders.deliveryId)
  const timestamp = headerOf(input.headers, signatureHeaders.timestamp)
  const signature = headerOf(input.headers, signatureHeaders.signature)
  const previous = (input.previousSecretHeader ?? true) ? headerOf(input.headers, signatureHeaders.previousSignature) : null
  if (deliveryId === null || timestamp === null || signature === null) return { ok: false, reason: 'missing_header' }

  const macs = [signature, previous].filter((value) => value !== null).map(macOf)
  // Only an id without dots: otherwise the signed string could be split differently than by the sender.
  if (!deliveryIdPattern.test(deliveryId) || !timestampPattern.test(timestamp) || macs.includes(null))
    return { ok: false, reason: 'malformed_header' }
  // Written so that a NaN clock refuses.
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

/** null when absent. Repeated headers are joined with a comma, so they match no pattern. */
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

/** `v2.<deliveryId>.<timestamp>.<rawBody>` as bytes; a body of bytes is used unchanged. */
function signedBytes(deliveryId: string, timestamp: string, rawBody: RawBody): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`v2.${deliveryId}.${timestamp}.`)
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}
