import type { ProviderSettings } from '../../identity-providers.ts'
import type { Claims } from '../../kernel/identities.ts'

/** Picks the claims that are used. Throws a TypeError for a subject that cannot be stored as it is. */
export function claimsIn(given: Record<string, unknown>, settings: ProviderSettings): Claims {
  const { iss, sub, email, email_verified: verified, name, preferred_username: username } = given
  if (!isKept(String(sub))) throw new TypeError('the subject holds what is no text')
  const vouchedFor = verified === true || verified === 'true' || (verified === undefined && settings.trustEmail)
  return {
    issuer: String(iss),
    subject: String(sub),
    email: vouchedFor && typeof email === 'string' ? addressIn(email) : null,
    name: [name, username].map(nameIn).find((each) => each !== '') ?? null,
    isAdmin: settings.roleClaim === undefined ? null : hasRole(given, settings.roleClaim, settings.adminValues),
  }
}

/** Whether PostgreSQL stores a text unchanged: it takes neither NUL nor lone surrogates. */
const isKept = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The name on one line; empty when there is none. */
const nameIn = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : ''

function addressIn(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && isKept(email) && /^[^\s@]+@[^\s@]+$/.test(email) ? email : null
}

/** The claim by its name, else by its path: `realm_access.roles`. */
function hasRole(given: Record<string, unknown>, claim: string, wanted: readonly string[]): boolean {
  const found = Object.hasOwn(given, claim) ? given[claim] : claim.split('.').reduce<unknown>(within, given)
  return [found].flat().some((value) => typeof value === 'string' && wanted.includes(value))
}

function within(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

/** Whether people with this address may sign in. */
export function isAllowed({ email }: Claims, { allowedDomains }: ProviderSettings): boolean {
  return allowedDomains === undefined || (email !== null && allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1)))
}
