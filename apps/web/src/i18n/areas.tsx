import { type ReactNode, use } from 'react'
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl'
import { en } from './languages/en.ts'
import type { Area } from './languages/language.ts'
import { type Locale, languages } from './languages/languages.ts'
import { useLocaleChoice } from './locale.tsx'

type Words = Record<string, unknown>
const fetched = new Map<string, Promise<Words>>()

/** Fetched once; a failed fetch is repeated with the next use. */
function wordsOf(area: Area, locale: Locale): Promise<Words> {
  const key = `${area} ${locale}`
  const words = fetched.get(key) ?? fetchWords(area, locale)
  fetched.set(key, words)
  words.catch(() => fetched.delete(key))
  return words
}

async function fetchWords(area: Area, locale: Locale): Promise<Words> {
  try {
    const language = await languages[locale].load()
    return await language.areas[area]()
  } catch {
    // Without a network English is the fallback, if it is loaded.
    return en.areas[area]()
  }
}

/** Loaded ahead of use, because they cannot be fetched without a network. */
export const loadTexts = async (area: Area, locale: Locale): Promise<Words> => wordsOf(area, locale)

/** Adds the texts of an area to those of its children; suspends until they are loaded. */
export function WithArea({ area, children }: { area: Area; children: ReactNode }) {
  const { locale } = useLocaleChoice()
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
