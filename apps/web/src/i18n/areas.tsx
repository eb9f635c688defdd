import { type ReactNode, use, useEffect } from 'react'
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl'
import { en } from './languages/en.ts'
import type { Area } from './languages/language.ts'
import { type Locale, languages } from './languages/languages.ts'
import { useLocaleChoice } from './locale.tsx'

type Words = Record<string, unknown>
const fetched = new Map<string, Promise<Words>>()
/** The keys of areas that speak English, because their own texts could not be fetched. */
const fallen = new Set<string>()
const keyOf = (area: Area, locale: Locale) => `${area} ${locale}`

/** Fetched once; a failed fetch is repeated with the next use. */
function wordsOf(area: Area, locale: Locale): Promise<Words> {
  const key = keyOf(area, locale)
  const words = fetched.get(key) ?? fetchWords(area, locale)
  fetched.set(key, words)
  words.catch(() => fetched.delete(key))
  return words
}

/** Not while the texts are rendered: each attempt would be a new promise, for which the rendering would begin anew. */
function forgetFallen(area: Area, locale: Locale): void {
  const key = keyOf(area, locale)
  if (fallen.delete(key)) fetched.delete(key)
}

async function fetchWords(area: Area, locale: Locale): Promise<Words> {
  try {
    const language = await languages[locale].load()
    return await language.areas[area]()
  } catch {
    // Without a network English is the fallback, if it is loaded.
    fallen.add(keyOf(area, locale))
    return en.areas[area]()
  }
}

/** Loaded ahead of use, because they cannot be fetched without a network. */
export async function loadTexts(area: Area, locale: Locale): Promise<Words> {
  const words = await wordsOf(area, locale)
  forgetFallen(area, locale)
  return words
}

/** Adds the texts of an area to those of its children; suspends until they are loaded. */
export function WithArea({ area, children }: { area: Area; children: ReactNode }) {
  const { locale } = useLocaleChoice()
  useEffect(() => () => forgetFallen(area, locale), [area, locale])
  return (
    <WithTexts area={area} words={use(wordsOf(area, locale))}>
      {children}
    </WithTexts>
  )
}

/** Adds texts that are loaded already. */
export function WithTexts({ area, words, children }: { area: Area; words: Words; children: ReactNode }) {
  const [spoken, messages, timeZone] = [useLocale(), useMessages(), useTimeZone()]
  return (
    <IntlProvider locale={spoken} messages={{ ...messages, [area]: words }} {...(timeZone !== undefined && { timeZone })}>
      {children}
    </IntlProvider>
  )
}
