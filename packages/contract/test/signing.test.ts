import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import published from '../../client/webhook-vectors.json' with { type: 'json' }
import { type RawBody, signatureV2, type VerifyInput, verifyV2 } from '../src/signing.ts'

/** Published: an implementation in any language must compute these values. */
const [vector, ...others] = published.cases.slice(0, 3).map(({ secret, headers, body }) => ({
  secret,
  body,
  deliveryId: headers['X-Kanban-Delivery-Id'] ?? '',
  timestamp: Number(headers['X-Kanban-Timestamp']),
  signature: headers['X-Signature'] ?? '',
})) as [Vector, ...Vector[]]
type Vector = { secret: string; deliveryId: string; timestamp: number; body: string; signature: string }
const vectors = [vector, ...others]

const nowSeconds = vector.timestamp

function byNode(secret: string, deliveryId: string, timestamp: number | string, body: RawBody): string {
  return `v2=${createHmac('sha256', secret).update(`v2.${deliveryId}.${timestamp}.`).update(body).digest('hex')}`
}

function request(changes: Record<string, string | string[] | undefined> = {}): VerifyInput {
  const headers = {
    'x-signature': vector.signature,
    'x-kanban-delivery-id': vector.deliveryId,
    'x-kanban-timestamp': String(vector.timestamp),
    ...changes,
  }
  return { secret: vector.secret, headers, rawBody: vector.body, nowSeconds }
}

describe('signatureV2', () => {
  test.each(vectors)('agrees with the published vector of $deliveryId', async ({ secret, deliveryId, timestamp, body, signature }) => {
    expect(await signatureV2(secret, deliveryId, timestamp, body)).toBe(signature)
    expect(byNode(secret, deliveryId, timestamp, body)).toBe(signature)
  })

  test('signs bytes as they are, valid UTF-8 or not', async () => {
    const body = Uint8Array.of(0x7b, 0xff, 0xfe, 0x00, 0x7d)
    expect(await signatureV2(vector.secret, vector.deliveryId, vector.timestamp, body)).toBe(
      byNode(vector.secret, vector.deliveryId, vector.timestamp, body),
    )
  })
})

describe('verifyV2', () => {
  test.each(published.cases)('agrees with the published verdict on $name', async ({ secret, headers, body, nowSeconds, verdict }) => {
    const verified = await verifyV2({ secret, headers, rawBody: body, nowSeconds })
    expect(verified.ok ? 'accepted' : verified.reason).toBe(verdict)
  })

  test('accepts what was signed, as text and as bytes, and names the delivery for the dedupe', async () => {
    const accepted = { ok: true, deliveryId: vector.deliveryId, timestamp: vector.timestamp }
    expect(await verifyV2(request())).toEqual(accepted)
    expect(await verifyV2({ ...request(), rawBody: new TextEncoder().encode(vector.body) })).toEqual(accepted)
    expect(await verifyV2({ ...request(), rawBody: Buffer.from(vector.body) })).toEqual(accepted)
  })

  test('reads headers in any case, from an object or a Headers', async () => {
    const headers = {
      'X-Signature': vector.signature,
      'X-Kanban-Delivery-Id': vector.deliveryId,
      'X-Kanban-Timestamp': String(vector.timestamp),
    }
    expect(await verifyV2({ ...request(), headers })).toMatchObject({ ok: true })
    expect(await verifyV2({ ...request(), headers: new Headers(headers) })).toMatchObject({ ok: true })
  })

  test.each([-300, 300])('accepts a clock that is %d s away', async (skew) => {
    expect(await verifyV2({ ...request(), nowSeconds: nowSeconds + skew })).toMatchObject({ ok: true })
  })

  test.each([-301, 301, Number.NaN])('refuses a clock that is %d s away', async (skew) => {
    expect(await verifyV2({ ...request(), nowSeconds: nowSeconds + skew })).toEqual({ ok: false, reason: 'outside_window' })
  })

  test.each([
    ['another body', { rawBody: `${vector.body} ` }],
    ['another secret', { secret: 'whsec_another' }],
    ['the secret without its prefix', { secret: vector.secret.slice('whsec_'.length) }],
  ])('refuses %s', async (_, changes) => {
    expect(await verifyV2({ ...request(), ...changes })).toEqual({ ok: false, reason: 'wrong_signature' })
  })

  test.each([
    ['another delivery id', { 'x-kanban-delivery-id': '019f0000-0000-7000-8000-0000000000ff' }],
    ['another timestamp', { 'x-kanban-timestamp': String(vector.timestamp + 1) }],
    ['one flipped bit', { 'x-signature': vector.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
  ])('refuses %s under the same signature', async (_, changes) => {
    expect(await verifyV2(request(changes))).toEqual({ ok: false, reason: 'wrong_signature' })
  })

  test.each([
    ['no signature', { 'x-signature': undefined }],
    ['no delivery id', { 'x-kanban-delivery-id': undefined }],
    ['no timestamp', { 'x-kanban-timestamp': undefined }],
    ['a previous signature only', { 'x-signature': undefined, 'x-signature-previous': vector.signature }],
  ])('refuses %s', async (_, changes) => {
    expect(await verifyV2(request(changes))).toEqual({ ok: false, reason: 'missing_header' })
  })

  test.each([
    ['the scheme v1', { 'x-signature': vector.signature.replace('v2=', 'v1=') }],
    ['upper-case hex', { 'x-signature': `v2=${vector.signature.slice(3).toUpperCase()}` }],
    ['a truncated signature', { 'x-signature': vector.signature.slice(0, -1) }],
    ['an empty signature', { 'x-signature': '' }],
    ['two signatures', { 'x-signature': [vector.signature, vector.signature] }],
    ['two signatures in one header', { 'x-signature': `${vector.signature}, ${vector.signature}` }],
    ['a timestamp in another notation', { 'x-kanban-timestamp': '1.795e9' }],
    ['a negative timestamp', { 'x-kanban-timestamp': '-1' }],
    ['a malformed previous signature', { 'x-signature-previous': 'v2=' }],
  ])('refuses %s', async (_, changes) => {
    expect(await verifyV2(request(changes))).toEqual({ ok: false, reason: 'malformed_header' })
  })

  test('refuses a genuine signature whose parts are cut elsewhere', async () => {
    const planted = `{"title":".${nowSeconds}.{}"}`
    const signature = byNode(vector.secret, vector.deliveryId, nowSeconds, planted)
    expect(await verifyV2({ ...request({ 'x-signature': signature }), rawBody: planted })).toMatchObject({ ok: true })

    const headers = { 'x-signature': signature, 'x-kanban-delivery-id': `${vector.deliveryId}.${nowSeconds}.{"title":"` }
    expect(await verifyV2({ ...request(headers), rawBody: '{}"}' })).toEqual({ ok: false, reason: 'malformed_header' })
  })

  test('while a secret is rotated, a receiver with either secret verifies, and none with a third', async () => {
    const renewed = byNode('whsec_renewed', vector.deliveryId, vector.timestamp, vector.body)
    const rotating = request({ 'x-signature': renewed, 'x-signature-previous': vector.signature })
    expect(await verifyV2({ ...rotating, secret: 'whsec_renewed' })).toMatchObject({ ok: true })
    expect(await verifyV2(rotating)).toMatchObject({ ok: true })
    expect(await verifyV2({ ...rotating, previousSecretHeader: false })).toEqual({ ok: false, reason: 'wrong_signature' })
    expect(await verifyV2({ ...rotating, secret: 'whsec_third' })).toEqual({ ok: false, reason: 'wrong_signature' })
  })
})
