import { type ErrorEnvelope, TandemError } from '@tandem/contract'
import { ownTimeZone } from './time-zone.ts'

/** Where to go on afterwards, with which invitation, or whether the account is to be connected to the one that is signed in. */
export type Wish = { next?: string | undefined; inviteToken?: string; link?: true }

/** Leaves for the provider; it is no operation, so the client does not know it. */
export async function beginAt(providerId: string, wish: Wish): Promise<void> {
  const answer = await fetch(`/oidc/${providerId}/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...wish, ...ownTimeZone() }),
  })
  const body: { location?: string; error?: ErrorEnvelope['error'] } = await answer.json()
  if (body.location === undefined)
    throw new TandemError(body.error?.code ?? 'internal', body.error?.message ?? 'The sign-in could not begin. Try again.', body.error)
  location.assign(body.location)
}
