import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { en } from './languages/en.ts'
import type { Language } from './languages/language.ts'
import { isLocale, type Locale, languages } from './languages/languages.ts'

/** Where the browser keeps the language that was chosen in it. */
export const chosenLocaleKey = 'tandem.locale'

const Choice = createContext<{ locale: Locale; choose: (locale: Locale) => void }>({ locale: 'en', choose: () => {} })
export const useLocaleChoice = () => use(Choice)

export function LocaleProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState(chosenLocale)
  const [spoken, setSpoken] = useState<{ locale: Locale; language: Language } | null>(locale === 'en' ? { locale, language: en } : null)
  useEffect(() => {
    let wanted = true
    // Without a network English is the fallback. The transition keeps the page and its open dialogs until the texts of all areas on it have
    // loaded.
    void languages[locale]
      .load()
      .catch(() => en)
      .then((language) => wanted && startTransition(() => setSpoken({ locale, language })))
    return () => {
      wanted = false
    }
  }, [locale])
  const shown = spoken?.locale
  useEffect(() => {
    if (shown !== undefined) document.documentElement.lang = shown
  }, [shown])
  useEffect(() => {
    // Another tab has changed the language. A null key means that the whole storage was cleared.
    const follow = (event: StorageEvent) => {
      if (event.key === chosenLocaleKey || event.key === null) setLocale(chosenLocale())
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
  const choose = (next: Locale) => {
    localStorage.setItem(chosenLocaleKey, next)
    setLocale(next)
  }
  if (!spoken) return null
  return (
    <Choice value={{ locale: spoken.locale, choose }}>
      <IntlProvider locale={spoken.locale} messages={spoken.language.app} timeZone={new Intl.DateTimeFormat().resolvedOptions().timeZone}>
        {children}
      </IntlProvider>
    </Choice>
  )
}

function chosenLocale(): Locale {
  const wanted = [localStorage.getItem(chosenLocaleKey) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase())
  return wanted.find(isLocale) ?? 'en'
}
