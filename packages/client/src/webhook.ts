import { type Activity, type RawBody, type Refusal, type SignedHeaders, verifyV2 } from '@tandem/contract'

export type Delivery = {
  headers: SignedHeaders
  /** The received bytes: JSON that was parsed and serialised again does not verify. */
  rawBody: RawBody
}

export type VerifiedDelivery = { ok: true; deliveryId: string; activity: Activity } | { ok: false; reason: Refusal | 'not_json' }

/**
 * Whether a delivery was signed with `secret` (`whsec_…`) within five minutes of now, with its activity. Delivery is at least once: drop a
 * `deliveryId` that you have processed, as `webhookReceiver` does. Specification: service §6.
 */
export async function verifyWebhook(
  delivery: Delivery,
  { secret, nowMs = Date.now() }: { secret: string; nowMs?: number },
): Promise<VerifiedDelivery> {
  const verified = await verifyV2({ ...delivery, secret, nowSeconds: nowMs / 1000 })
  if (!verified.ok) return verified
  const { rawBody } = delivery
  try {
    const activity = JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)) as Activity
    return { ok: true, deliveryId: verified.deliveryId, activity }
  } catch {
    return { ok: false, reason: 'not_json' }
  }
}

export type ReceiverOptions = {
  secret: string
  /** Acts on an activity. Ignore verbs and payload keys that you do not know: they are additions. */
  take: (activity: Activity, deliveryId: string) => void | Promise<void>
  /** The number of delivery ids that are remembered; 10,000 by default. */
  remember?: number
  now?: () => number
}

/** The status to answer with: 204 = accepted, now or before; 401 = not signed by the service, with `reason`. */
export type Receipt = { status: 204; repeated: boolean } | { status: 401; reason: Refusal | 'not_json' }

/**
 * Creates a receiver that verifies each delivery and passes it to `take` once. If `take` throws, the receiver throws the same error, and
 * the delivery is not remembered: answer 500, so that it is sent again.
 */
export function webhookReceiver({
  secret,
  take,
  remember = 10_000,
  now = Date.now,
}: ReceiverOptions): (delivery: Delivery) => Promise<Receipt> {
  const taken = new Map<string, Promise<void>>()
  return async (delivery) => {
    const verified = await verifyWebhook(delivery, { secret, nowMs: now() })
    if (!verified.ok) return { status: 401, reason: verified.reason }
    const { deliveryId, activity } = verified
    const before = taken.get(deliveryId)
    const outcome = before ?? Promise.resolve().then(() => take(activity, deliveryId))
    taken.set(deliveryId, outcome)
    forgetOldest(taken, remember)
    try {
      // A repetition during the first attempt waits for it, so that only processed deliveries are answered as accepted.
      await outcome
      return { status: 204, repeated: before !== undefined }
    } catch (failure) {
      taken.delete(deliveryId)
      throw failure
    }
  }
}

function forgetOldest(taken: Map<string, unknown>, remember: number): void {
  for (const id of taken.keys()) {
    if (taken.size <= remember) return
    taken.delete(id)
  }
}
