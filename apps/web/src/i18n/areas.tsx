import { type ReactNode, use } from 'react'
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl'
import { type Locale, useLocaleChoice } from './locale.tsx'

/** The texts of screens that few open at first: each area's come with its screens. Within one area all keys stand under its name. */
const areas = {
  archive: { en: async () => (await import('./archive/en.ts')).en, de: async () => (await import('./archive/de.ts')).de },
  bulk: { en: async () => (await import('./bulk/en.ts')).en, de: async () => (await import('./bulk/de.ts')).de },
  agents: { en: async () => (await import('./agents/en.ts')).en, de: async () => (await import('./agents/de.ts')).de },
  insights: { en: async () => (await import('./insights/en.ts')).en, de: async () => (await import('./insights/de.ts')).de },
  dates: { en: async () => (await import('./dates/en.ts')).en, de: async () => (await import('./dates/de.ts')).de },
  details: { en: async () => (await import('./details/en.ts')).en, de: async () => (await import('./details/de.ts')).de },
  editor: { en: async () => (await import('./editor/en.ts')).en, de: async () => (await import('./editor/de.ts')).de },
  views: { en: async () => (await import('./views/en.ts')).en, de: async () => (await import('./views/de.ts')).de },
  settings: { en: async () => (await import('./settings/en.ts')).en, de: async () => (await import('./settings/de.ts')).de },
  keys: { en: async () => (await import('./keys/en.ts')).en, de: async () => (await import('./keys/de.ts')).de },
  find: { en: async () => (await import('./find/en.ts')).en, de: async () => (await import('./find/de.ts')).de },
  inbox: { en: async () => (await import('./inbox/en.ts')).en, de: async () => (await import('./inbox/de.ts')).de },
  mine: { en: async () => (await import('./mine/en.ts')).en, de: async () => (await import('./mine/de.ts')).de },
  refusals: { en: async () => (await import('./refusals/en.ts')).en, de: async () => (await import('./refusals/de.ts')).de },
  start: { en: async () => (await import('./start/en.ts')).en, de: async () => (await import('./start/de.ts')).de },
  consent: { en: async () => (await import('./consent/en.ts')).en, de: async () => (await import('./consent/de.ts')).de },
  automation: { en: async () => (await import('./automation/en.ts')).en, de: async () => (await import('./automation/de.ts')).de },
} satisfies Record<string, Record<Locale, () => Promise<Record<string, unknown>>>>

export type Area = keyof typeof areas

type Words = Record<string, unknown>
const fetched = new Map<string, Promise<Words>>()

/** Fetched once; what failed is fetched again when it is wanted again. */
function wordsOf(area: Area, locale: Locale): Promise<Words> {
  const key = `${area} ${locale}`
  const words = fetched.get(key) ?? fetchWords(areas[area], locale)
  fetched.set(key, words)
  words.catch(() => fetched.delete(key))
  return words
}

const fetchWords = (languages: Record<Locale, () => Promise<Words>>, locale: Locale): Promise<Words> =>
  languages[locale]().catch(() => languages.en())

/** Before they are wanted: without a network they could not be fetched. */
export const loadTexts = async (area: Area, locale: Locale): Promise<Words> => wordsOf(area, locale)

/** Adds the texts of an area to those that its children can use; suspends until they have come. */
export function WithArea({ area, children }: { area: Area; children: ReactNode }) {
  const { locale } = useLocaleChoice()
  return (
    <WithTexts area={area} words={use(wordsOf(area, locale))}>
      {children}
    </WithTexts>
  )
}

/** The same with texts that have come already. */
export function WithTexts({ area, words, children }: { area: Area; words: Words; children: ReactNode }) {
  const [spoken, messages, timeZone] = [useLocale(), useMessages(), useTimeZone()]
  return (
    <IntlProvider locale={spoken} messages={{ ...messages, [area]: words }} {...(timeZone !== undefined && { timeZone })}>
      {children}
    </IntlProvider>
  )
}
