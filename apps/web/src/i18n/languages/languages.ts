import { en } from './en.ts'
import type { Language } from './language.ts'

/** The languages that are shipped, each named in itself. English comes with the app, every other one is fetched when it is chosen. */
export const languages = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./de.ts')).de },
  es: { name: 'Español', load: async () => (await import('./es.ts')).es },
} satisfies Record<string, { name: string; load: () => Promise<Language> }>

export type Locale = keyof typeof languages

export const isLocale = (tag: string): tag is Locale => Object.hasOwn(languages, tag)
export const locales: readonly Locale[] = Object.keys(languages).filter(isLocale)
