import { signatureHeaders, signatureV2 } from '@tandem/contract'
import { newId } from './activity.ts'
import { type Delivery, deliveryOf, type Receiver } from './delivery.ts'

/** Deliveries that the service never sends, and those within a day of a rotation. */
const { signature, previousSignature, deliveryId, timestamp } = signatureHeaders
const sixMinutes = 360
export const otherSecret = 'whsec_conformanceconformanceconformance'

export async function without(header: string, receiver: Receiver): Promise<Delivery> {
  const { body, headers } = await deliveryOf(receiver)
  return { body, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)) }
}

export async function withBodyChanged(receiver: Receiver): Promise<Delivery> {
  const { body, headers } = await deliveryOf(receiver)
  return { body: body.replace('comment.added', 'comment.edited'), headers }
}

export const withIdChanged = async (receiver: Receiver): Promise<Delivery> => withHeader(await deliveryOf(receiver), deliveryId, newId())

/** An old request that is replayed as if it were new. */
export async function withTimeChanged(receiver: Receiver): Promise<Delivery> {
  const old = await deliveryOf(receiver, { ageSeconds: sixMinutes })
  return withHeader(old, timestamp, String(Math.floor(Date.now() / 1000)))
}

export const signedAgo = (receiver: Receiver): Promise<Delivery> => deliveryOf(receiver, { ageSeconds: sixMinutes })
export const signedAhead = (receiver: Receiver): Promise<Delivery> => deliveryOf(receiver, { ageSeconds: -sixMinutes })

export async function withScheme1(receiver: Receiver): Promise<Delivery> {
  const delivery = await deliveryOf(receiver)
  return withHeader(delivery, signature, (delivery.headers[signature] ?? '').replace('v2=', 'v1='))
}

/** Within a day of a rotation the receiver has the new secret, or still the previous one. */
export async function rotated(receiver: Receiver, has: 'new' | 'old'): Promise<Delivery> {
  const delivery = await deliveryOf(receiver, { secret: has === 'new' ? receiver.secret : otherSecret })
  const { headers, body } = delivery
  const secret = has === 'new' ? otherSecret : receiver.secret
  return withHeader(delivery, previousSignature, await signatureV2(secret, headers[deliveryId] ?? '', Number(headers[timestamp]), body))
}

export function withHeader({ body, headers }: Delivery, name: string, value: string): Delivery {
  return { body, headers: { ...headers, [name]: value } }
}
