import type { WebhookRow } from '../../db/rows.ts'
import { newSigningSecret } from '../../kernel/secrets.ts'
import type { Seal } from '../../seal.ts'

/** The signing secrets of subscriptions, sealed at rest. Specification: service §6, decisions §5, reliability W10. */
export type SealedSecrets = Pick<WebhookRow, 'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_until'>

const rotationOverlapMs = 24 * 3_600_000

export const placeOf = (webhookId: string, field: 'secret' | 'previous_secret') => `webhooks/${webhookId}/${field}`

export function firstSecret(seal: Seal, webhookId: string): { secret: string; sealed: SealedSecrets } {
  const secret = newSigningSecret()
  const secret_sealed = seal.seal(secret, placeOf(webhookId, 'secret'))
  return { secret, sealed: { secret_sealed, previous_secret_sealed: null, previous_secret_until: null } }
}

/** A new secret; the one before signs too for 24 h, in X-Signature-Previous. */
export function rotatedSecret(seal: Seal, row: { id: string } & SealedSecrets, now: string): { secret: string; sealed: SealedSecrets } {
  const { secret, sealed } = firstSecret(seal, row.id)
  const before = openOrNull(seal, row.secret_sealed, placeOf(row.id, 'secret'))
  if (before === null) return { secret, sealed }
  const previous_secret_sealed = seal.seal(before, placeOf(row.id, 'previous_secret'))
  const previous_secret_until = new Date(Date.parse(now) + rotationOverlapMs).toISOString()
  return { secret, sealed: { ...sealed, previous_secret_sealed, previous_secret_until } }
}

/** The secrets that sign at `nowMs`. Throws when the key that sealed the current one is gone. */
export function signingSecrets(
  seal: Seal,
  row: { id: string } & SealedSecrets,
  nowMs: number,
): { current: string; previous: string | null } {
  const current = seal.open(row.secret_sealed, placeOf(row.id, 'secret'))
  const { previous_secret_sealed: sealed, previous_secret_until: until } = row
  if (sealed === null || until === null || Date.parse(until) <= nowMs) return { current, previous: null }
  return { current, previous: openOrNull(seal, sealed, placeOf(row.id, 'previous_secret')) }
}

/** A lost key leaves a secret unreadable and everything else at work: rotating is the way out. */
function openOrNull(seal: Seal, blob: string, place: string): string | null {
  try {
    return seal.open(blob, place)
  } catch {
    return null
  }
}
