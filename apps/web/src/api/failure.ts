import { type Params, TandemError } from '@tandem/contract'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { type Locale, useLocaleChoice } from '../i18n/locale.tsx'
import type { RefusalTranslator } from './refusals.ts'

/** The browser has no network: nothing was sent. */
export class OfflineError extends Error {}

/** Codes whose meaning is enough, where the service says nothing that we know more of. */
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

/** The words for what the service refuses with are many, and few are ever needed: they come behind the page. */
const translators = new Map<Locale, RefusalTranslator>()
const listeners = new Set<() => void>()
export async function loadRefusals(locale: Locale): Promise<void> {
  if (translators.has(locale)) return
  const { createRefusalTranslator } = await import('./refusals.ts')
  translators.set(locale, await createRefusalTranslator(locale))
  for (const listener of listeners) listener()
}

function onTranslator(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the service says beside a sentence, as data. */
type Reasoned = { reason?: string | undefined; params?: Params | undefined }

/**
 * Says what the service has refused, by its reason, in the language of who reads it. Null where there are no words; once these have come,
 * it is said anew.
 */
export function useRefusalWords(): (why: Reasoned) => string | null {
  const { locale } = useLocaleChoice()
  useSyncExternalStore(onTranslator, () => translators.get(locale))
  return ({ reason, params }) => {
    // What is said long after it was drawn, in a toast, is said with what has come meanwhile.
    const translator = translators.get(locale)
    if (!translator) void loadRefusals(locale).catch(() => {})
    return reason === undefined ? null : (translator?.(reason, params) ?? null)
  }
}

/** What went wrong, as a sentence for a person. */
export function useFailureText(): (failure: unknown) => string {
  const t = useTranslations('failure')
  const words = useRefusalWords()
  return (failure) => {
    if (failure instanceof OfflineError) return t('offline')
    if (!(failure instanceof TandemError)) return t('internal')
    if (newerVersionIn(failure) !== null) return t('changedSince')
    return words(failure) ?? (isKnown(failure.code) ? t(failure.code) : failure.message)
  }
}

type Problem = Reasoned & { message: string }

/** What the service says first of each field that does not fit. */
export function fieldsOf(failure: unknown): Record<string, Problem> {
  if (!(failure instanceof TandemError) || typeof failure.details !== 'object' || failure.details === null) return {}
  const { fieldErrors = {}, fieldReasons = {} } = failure.details as OfFields
  const problems = Object.entries(fieldErrors).map(([field, [message = '']]) => [field, { ...fieldReasons[field]?.[0], message }])
  return Object.fromEntries(problems)
}

type OfFields = { fieldErrors?: Record<string, string[]>; fieldReasons?: Record<string, Reasoned[]> }

/** The version that something has by now, of which a change was refused because it was made to an older one. */
export function newerVersionIn(failure: unknown): number | null {
  if (!(failure instanceof TandemError) || failure.code !== 'conflict') return null
  const { details } = failure
  const isVersion = typeof details === 'object' && details !== null && 'currentVersion' in details
  return isVersion && typeof details.currentVersion === 'number' ? details.currentVersion : null
}

/** The text as it is by now, of which a change was refused because it began from another one. */
export function textChangedIn(failure: unknown, name: string): string | null {
  if (!(failure instanceof TandemError) || failure.reason !== 'textChangedSince') return null
  const { current } = failure.details as { current?: Record<string, unknown> }
  const text = current?.[name]
  // Nothing at all is the empty text.
  return text === null ? '' : text === undefined ? null : String(text)
}

/** Not a refusal: the same request may succeed later. */
const passing: readonly string[] = ['rate_limited', 'internal', 'unavailable']
export const mayPass = (failure: unknown): boolean => !(failure instanceof TandemError) || passing.includes(failure.code)

/** What is known of something that is read. */
export type ReadState = { isError: boolean; data: unknown; error: unknown; isFetchedAfterMount: boolean }

/**
 * Whether there is nothing to show: it never came, or is not there for this person any more. What came before outlives an outage. What
 * is asked for anew stays lost until it comes, so that why, and the button under a pointer, do not flicker; its error is null meanwhile.
 */
export const isLost = (query: ReadState): boolean =>
  query.data === undefined ? query.isError || query.isFetchedAfterMount : query.isError && !mayPass(query.error)

export const isMissing = (failure: unknown): boolean => failure instanceof TandemError && failure.code === 'not_found'

export const isSignedOut = (failure: unknown): boolean => failure instanceof TandemError && failure.status === 401
