import { signatureV2 } from '@tandem/contract'
import { describe, expect, test } from 'vitest'
import { type Delivery, isActivity, verifyWebhook, webhookReceiver } from '../src/index.ts'
import published from '../webhook-vectors.json' with { type: 'json' }

const secret = 'whsec_0123456789abcdefghijklmnopqrstuv'
const nowMs = 1_795_000_000_000
const activity = { id: '019f0000-0000-7000-8000-00000000000c', verb: 'card.created', payload: { title: 'Grüße', listId: 'x' } }

async function delivery(
  of: { deliveryId?: string; sentMs?: number; body?: string; secret?: string } = {},
): Promise<Delivery & { rawBody: Uint8Array }> {
  const { deliveryId = '019f0000-0000-7000-8000-00000000000b', sentMs = nowMs, body = JSON.stringify(activity) } = of
  const rawBody = new TextEncoder().encode(body)
  const timestamp = Math.floor(sentMs / 1000)
  const signature = await signatureV2(of.secret ?? secret, deliveryId, timestamp, rawBody)
  const headers = { 'x-signature': signature, 'x-kanban-delivery-id': deliveryId, 'x-kanban-timestamp': String(timestamp) }
  return { headers, rawBody }
}

/** A receiver that records accepted deliveries, and fails as often as told. */
function receiver(options: { failures?: number; remember?: number } = {}) {
  const taken: string[] = []
  let { failures = 0 } = options
  const receive = webhookReceiver({
    secret,
    now: () => nowMs,
    remember: options.remember,
    take: async (activity, deliveryId) => {
      if (failures-- > 0) throw new Error('the disk is full')
      taken.push(`${activity.verb} ${deliveryId.slice(-2)}`)
    },
  })
  return { receive, taken }
}

describe('verifyWebhook', () => {
  test('gives the activity of a delivery that the service signed, from its raw bytes', {
    meta: { proves: ['client.webhook.verified'] },
  }, async () => {
    const verified = await verifyWebhook(await delivery(), { secret, nowMs })
    expect(verified).toEqual({ ok: true, deliveryId: '019f0000-0000-7000-8000-00000000000b', activity })
    if (verified.ok && isActivity(verified.activity, 'card.created')) expect(verified.activity.payload.title satisfies string).toBe('Grüße')
  })

  test.each(published.cases)('agrees with the published verdict on $name', async ({ secret, headers, body, nowSeconds, verdict }) => {
    const verified = await verifyWebhook({ headers, rawBody: new TextEncoder().encode(body) }, { secret, nowMs: nowSeconds * 1000 })
    const refusal = verified.ok || verified.reason === 'not_json' ? 'accepted' : verified.reason
    expect(refusal).toBe(verdict)
  })

  test('refuses a changed byte, another secret, a stale timestamp and what is no JSON', {
    meta: { proves: ['client.webhook.verified'] },
  }, async () => {
    const changed = await delivery()
    changed.rawBody[3] = 0x20
    const refused = [
      changed,
      await delivery({ secret: 'whsec_other' }),
      await delivery({ sentMs: nowMs - 301_000 }),
      await delivery({ body: 'not JSON' }),
    ]
    const reasons = await Promise.all(refused.map((one) => verifyWebhook(one, { secret, nowMs })))
    expect(reasons.map((one) => (one.ok ? 'ok' : one.reason))).toEqual(['wrong_signature', 'wrong_signature', 'outside_window', 'not_json'])
  })
})

describe('webhookReceiver', () => {
  test('takes each delivery once, however often and however fast it comes', { meta: { proves: ['client.webhook.verified'] } }, async () => {
    const { receive, taken } = receiver()
    const [first, other] = [await delivery(), await delivery({ deliveryId: '019f0000-0000-7000-8000-00000000000a' })]
    // Signatures are verified off the main thread, so either of the two may be the accepted one.
    const twins = await Promise.all([receive(first), receive(first)])
    expect(twins).toEqual(expect.arrayContaining([false, true].map((repeated) => ({ status: 204, repeated }))))
    expect(await receive(other)).toEqual({ status: 204, repeated: false })
    expect(await receive(first)).toEqual({ status: 204, repeated: true })
    expect(taken).toEqual(['card.created 0b', 'card.created 0a'])
  })

  test('a forged delivery is a 401 and does not spend the id of a genuine one', async () => {
    const { receive, taken } = receiver()
    expect(await receive(await delivery({ secret: 'whsec_forged' }))).toEqual({ status: 401, reason: 'wrong_signature' })
    expect(await receive(await delivery())).toEqual({ status: 204, repeated: false })
    expect(taken).toHaveLength(1)
  })

  test('what could not be acted on is not remembered: it comes again and is taken then', async () => {
    const { receive, taken } = receiver({ failures: 1 })
    await expect(receive(await delivery())).rejects.toThrow('the disk is full')
    expect(await receive(await delivery())).toEqual({ status: 204, repeated: false })
    expect(taken).toHaveLength(1)
  })

  test('remembers no more than it is told, the latest ones', async () => {
    const { receive, taken } = receiver({ remember: 2 })
    const deliveries = await Promise.all(
      ['1', '2', '3'].map((last) => delivery({ deliveryId: `019f0000-0000-7000-8000-00000000000${last}` })),
    )
    for (const one of [...deliveries, ...deliveries.slice(1)]) await receive(one)
    expect(taken).toHaveLength(3)
  })
})
