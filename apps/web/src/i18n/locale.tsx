import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { en } from './en.ts'
import type { Messages } from './messages.ts'

/** The languages that are shipped. English comes with the app, every other one is fetched when it is chosen. */
export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]
/** Each in its own language. */
export const localeNames: Record<Locale, string> = { en: 'English', de: 'Deutsch' }

const key = 'tandem.locale'
const others: Partial<Record<Locale, () => Promise<Messages>>> = { de: async () => (await import('./de.ts')).de }

const Choice = createContext<{ locale: Locale; choose: (locale: Locale) => void }>({ locale: 'en', choose: () => {} })
export const useLocaleChoice = () => use(Choice)

export function LocaleProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState(chosenLocale)
  const [spoken, setSpoken] = useState<{ locale: Locale; messages: Messages } | null>(locale === 'en' ? { locale, messages: en } : null)
  useEffect(() => {
    let wanted = true
    const load = others[locale] ?? (async () => en)
    // Without the network English is better than nothing.
    void load()
      .catch(() => en)
      .then((messages) => wanted && setSpoken({ locale, messages }))
    document.documentElement.lang = locale
    return () => {
      wanted = false
    }
  }, [locale])
  const choose = (next: Locale) => {
    localStorage.setItem(key, next)
    setLocale(next)
  }
  if (!spoken) return null
  return (
    <Choice value={{ locale, choose }}>
      <IntlProvider locale={spoken.locale} messages={spoken.messages} timeZone={new Intl.DateTimeFormat().resolvedOptions().timeZone}>
        {children}
      </IntlProvider>
    </Choice>
  )
}

function chosenLocale(): Locale {
  const wanted = [localStorage.getItem(key) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase())
  return locales.find((locale) => locale === wanted.find((tag) => (locales as readonly string[]).includes(tag))) ?? 'en'
}
