import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { PluginManifest } from '@tandem/contract'
import type { ProviderDelivery } from './plugin.ts'

/** Signatures of providers, over the bytes as received. Specification: service §6 (integration event handling). */
export type SignatureScheme = PluginManifest['inbound']['signature']
export type SignatureProblem = 'missing_secret' | 'missing_header' | 'stale' | 'wrong_signature'

type Verifier = (delivery: ProviderDelivery, secret: string, nowMs: number) => SignatureProblem | null

const windowSeconds = 300

const verifiers: Record<SignatureScheme, Verifier> = {
  'slack-v0'({ headers, rawBody }, secret, nowMs) {
    const [signature, timestamp] = [headers['x-slack-signature'], headers['x-slack-request-timestamp']]
    if (signature === undefined || timestamp === undefined || !/^\d{1,11}$/.test(timestamp)) return 'missing_header'
    // Written so that a clock which is NaN refuses.
    if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= windowSeconds)) return 'stale'
    const mac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(rawBody).digest('hex')
    return isSame(signature, `v0=${mac}`) ? null : 'wrong_signature'
  },
  'github-sha256'({ headers, rawBody }, secret) {
    const signature = headers['x-hub-signature-256']
    if (signature === undefined) return 'missing_header'
    return isSame(signature, `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`) ? null : 'wrong_signature'
  },
  'gitlab-token'({ headers }, secret) {
    const token = headers['x-gitlab-token']
    if (token === undefined) return 'missing_header'
    return isSame(token, secret) ? null : 'wrong_signature'
  },
}

/** Why a delivery is not from the provider, or null when it is. Without a secret everything is refused. */
export function problemOf(
  scheme: SignatureScheme,
  delivery: ProviderDelivery,
  secret: string | undefined,
  nowMs: number,
): SignatureProblem | null {
  if (secret === undefined || secret === '') return 'missing_secret'
  return verifiers[scheme](delivery, secret, nowMs)
}

/** In a time that depends on neither: hashed first, for the comparison wants equal lengths. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
