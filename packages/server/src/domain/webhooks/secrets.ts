import type { WebhookRow } from '../../db/tables/agents/webhooks.ts'
import { newSigningSecret } from '../../kernel/common/secrets.ts'
import type { Seal } from '../../seal.ts'

/** The signing secrets of subscriptions, sealed at rest. Specification: service §6, decisions §5, reliability W10. */
export type SealedSecrets = Pick<WebhookRow, 'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil'>

const rotationOverlapMs = 24 * 3_600_000

export const placeOf = (webhookId: string, field: 'secret' | 'previous_secret') => `webhooks/${webhookId}/${field}`

export function firstSecret(seal: Seal, webhookId: string): { secret: string; sealed: SealedSecrets } {
  const secret = newSigningSecret()
  const secretSealed = seal.seal(secret, placeOf(webhookId, 'secret'))
  return { secret, sealed: { secretSealed, previousSecretSealed: null, previousSecretUntil: null } }
}

/** A new secret; the one before signs too for 24 h, in X-Signature-Previous. */
export function rotatedSecret(seal: Seal, row: { id: string } & SealedSecrets, now: string): { secret: string; sealed: SealedSecrets } {
  const { secret, sealed } = firstSecret(seal, row.id)
  const before = openOrNull(seal, row.secretSealed, placeOf(row.id, 'secret'))
  if (before === null) return { secret, sealed }
  const previousSecretSealed = seal.seal(before, placeOf(row.id, 'previous_secret'))
  const previousSecretUntil = new Date(Date.parse(now) + rotationOverlapMs).toISOString()
  return { secret, sealed: { ...sealed, previousSecretSealed, previousSecretUntil } }
}

/** The secrets that sign at `nowMs`. Throws when the key that sealed the current one is gone. */
export function signingSecrets(
  seal: Pick<Seal, 'open'>,
  row: { id: string } & SealedSecrets,
  nowMs: number,
): { current: string; previous: string | null } {
  const current = seal.open(row.secretSealed, placeOf(row.id, 'secret'))
  const { previousSecretSealed: sealed, previousSecretUntil: until } = row
  if (sealed === null || until === null || Date.parse(until) <= nowMs) return { current, previous: null }
  return { current, previous: openOrNull(seal, sealed, placeOf(row.id, 'previous_secret')) }
}

/** A lost key leaves a secret unreadable and everything else at work: rotating is the way out. */
function openOrNull(seal: Pick<Seal, 'open'>, blob: string, place: string): string | null {
  try {
    return seal.open(blob, place)
  } catch {
    return null
  }
}
