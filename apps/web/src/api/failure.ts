import { type Params, TandemError } from '@tandem/contract'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Locale } from '../i18n/languages/languages.ts'
import { useLocaleChoice } from '../i18n/locale.tsx'
import type { RefusalTranslator } from './refusals.ts'

/** The browser has no network: nothing was sent. */
export class OfflineError extends Error {}

/** A change is not undone, because somebody else has changed the same since, or because it has done its work. */
export class NotUndone extends Error {
  readonly why: 'changedSince' | 'agentFinished' | 'delegationRemoved' | 'nothingDelegated'

  constructor(why: NotUndone['why']) {
    super(why)
    this.why = why
  }
}

/** A change cannot be undone. The message, in the reader's language, says what to do instead. */
export class NoUndo extends Error {}

/** Codes with a text of their own, for errors without a known reason. */
const known = [
  'unauthorized',
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

/** Translations of refusals. There are many and few are needed, so they are loaded in the background. */
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

/** The machine-readable part of an error: its reason and parameters. */
type Reasoned = { reason?: string | undefined; params?: Params | undefined }

/**
 * Translates a refusal, by its reason, into the reader's language. Returns null until the texts are loaded or if there is none for the
 * reason; components render again once they are loaded.
 */
export function useRefusalWords(): (why: Reasoned) => string | null {
  const { locale } = useLocaleChoice()
  useSyncExternalStore(onTranslator, () => translators.get(locale))
  return ({ reason, params }) => {
    // A toast calls this long after it was rendered, so the translator is looked up now, not at render time.
    const translator = translators.get(locale)
    if (!translator) void loadRefusals(locale).catch(() => {})
    return reason === undefined ? null : (translator?.(reason, params) ?? null)
  }
}

/** Formats a failure as a sentence for people. */
export function useFailureText(): (failure: unknown) => string {
  const t = useTranslations('failure')
  const words = useRefusalWords()
  return (failure) => {
    if (failure instanceof OfflineError) return t('offline')
    if (failure instanceof NotUndone) return t(failure.why)
    if (failure instanceof NoUndo) return failure.message
    if (!(failure instanceof TandemError)) return t('internal')
    if (newerVersionIn(failure) !== null) return t('changedSince')
    return words(failure) ?? (isKnown(failure.code) ? t(failure.code) : failure.message)
  }
}

type Problem = Reasoned & { message: string }

/** The first problem of each invalid field, by field name. */
export function fieldsOf(failure: unknown): Record<string, Problem> {
  if (!(failure instanceof TandemError) || typeof failure.details !== 'object' || failure.details === null) return {}
  const { fieldErrors = {}, fieldReasons = {} } = failure.details as OfFields
  const problems = Object.entries(fieldErrors).map(([field, [message = '']]) => [field, { ...fieldReasons[field]?.[0], message }])
  return Object.fromEntries(problems)
}

type OfFields = { fieldErrors?: Record<string, string[]>; fieldReasons?: Record<string, Reasoned[]> }

/** The current version of a record, from the refusal of a change to an older version. */
export function newerVersionIn(failure: unknown): number | null {
  if (!(failure instanceof TandemError) || failure.code !== 'conflict') return null
  const { details } = failure
  const isVersion = typeof details === 'object' && details !== null && 'currentVersion' in details
  return isVersion && typeof details.currentVersion === 'number' ? details.currentVersion : null
}

/** The current value, from the refusal of a change that began from another one; undefined if it is about something else. */
export function valueChangedIn(failure: unknown, name: string): unknown {
  if (!(failure instanceof TandemError) || failure.reason !== 'textChangedSince') return undefined
  const { current } = failure.details as { current?: Record<string, unknown> }
  return current?.[name]
}

/** The current text, from the refusal of a change that began from another text. */
export function textChangedIn(failure: unknown, name: string): string | null {
  const text = valueChangedIn(failure, name)
  // An unset text counts as empty.
  return text === null ? '' : text === undefined ? null : String(text)
}

/** Not a refusal: the same request may succeed later. */
const passing: readonly string[] = ['rate_limited', 'internal', 'unavailable']
export const mayPass = (failure: unknown): boolean =>
  !(failure instanceof TandemError) || passing.includes(failure.code) || failure.retryAfterSeconds !== undefined

/** The service was not reached, or its answer was lost: the same request is sent again. Every other failure ends a change that waited. */
export const isUnanswered = (failure: unknown): boolean => failure instanceof TandemError && failure.code === 'unavailable'

/** The part of a query's result that `isLost` needs. */
export type ReadState = { isError: boolean; data: unknown; error: unknown; isFetchedAfterMount: boolean }

/**
 * Whether there is nothing to show: the first read failed, or this person can no longer read it. Data that was read before an outage stays.
 * While a lost query is read again it stays lost, so that the message and a button under the pointer do not flicker; its error is null
 * meanwhile.
 */
export const isLost = (query: ReadState): boolean =>
  query.data === undefined ? query.isError || query.isFetchedAfterMount : query.isError && !mayPass(query.error)

export const isMissing = (failure: unknown): boolean => failure instanceof TandemError && failure.code === 'not_found'

export const isSignedOut = (failure: unknown): boolean => failure instanceof TandemError && failure.status === 401
