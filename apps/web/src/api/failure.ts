import { TandemError } from '@tandem/contract'
import { useTranslations } from 'use-intl'

/** The browser has no network: nothing was sent. */
export class OfflineError extends Error {}

/** Codes that a person reads in their language. Of the others the service says more than we could. */
const known = [
  'invalid_credentials',
  'duplicate_email',
  'forbidden',
  'not_found',
  'rate_limited',
  'internal',
  'unavailable',
  'payload_too_large',
] as const
type Known = (typeof known)[number]

const isKnown = (code: string): code is Known => (known as readonly string[]).includes(code)

/** What went wrong, as a sentence for a person. */
export function useFailureText(): (failure: unknown) => string {
  const t = useTranslations('failure')
  return (failure) => {
    if (failure instanceof OfflineError) return t('offline')
    if (!(failure instanceof TandemError)) return t('internal')
    if (newerVersionIn(failure) !== null) return t('changedSince')
    return isKnown(failure.code) ? t(failure.code) : failure.message
  }
}

/** The version that something has by now, of which a change was refused because it was made to an older one. */
export function newerVersionIn(failure: unknown): number | null {
  if (!(failure instanceof TandemError) || failure.code !== 'conflict') return null
  const { details } = failure
  const isVersion = typeof details === 'object' && details !== null && 'currentVersion' in details
  return isVersion && typeof details.currentVersion === 'number' ? details.currentVersion : null
}

/** Nobody has decided against it: the same request may succeed. */
const passing: readonly string[] = ['rate_limited', 'internal', 'unavailable']
export const mayPass = (failure: unknown): boolean => !(failure instanceof TandemError) || passing.includes(failure.code)

export const isSignedOut = (failure: unknown): boolean => failure instanceof TandemError && failure.status === 401
