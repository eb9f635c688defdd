import { createPrivateKey, sign } from 'node:crypto'

/** Says to a push service who sends (RFC 8292): a token for its origin, signed with the key that the browser subscribed with. */
export type PushKey = { publicKey: string; secret: string }

/** A day is the most that push services take; clocks differ. */
const validSeconds = 12 * 3_600

export function vapidHeader(endpoint: string, key: PushKey, by: { contact: string; nowMs: number }): string {
  const exp = Math.floor(by.nowMs / 1_000) + validSeconds
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp, sub: by.contact },
  ].map(encoded)
  const signature = sign('sha256', Buffer.from(parts.join('.')), { key: privateKey(key), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${[...parts, signature.toString('base64url')].join('.')}, k=${key.publicKey}`
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function privateKey({ publicKey, secret: d }: PushKey) {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
}
