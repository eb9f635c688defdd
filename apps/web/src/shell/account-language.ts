import { api } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { isLocale, type Locale } from '../i18n/languages/languages.ts'
import { chosenLocaleKey } from '../i18n/locale.tsx'
import type { Write } from '../mutations/use-write.ts'

/** Emails and push notifications are in the language of the account, its `locale`. */
const languageOf = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? ''

/** The tag for a language: with its region, such as de-AT, if the browser has one, because dates in emails follow it. */
function tagFor(locale: Locale): string {
  const own = navigator.languages.find((tag) => languageOf(tag) === locale)
  try {
    // Without calendars and other extensions: the service refuses tags that are long.
    const region = own && new Intl.Locale(own).region
    return region ? `${locale}-${region}` : locale
  } catch {
    return locale
  }
}

/** One write after the other: the language that was chosen last is the one that stays. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(run)
  last = turn.catch(() => {})
  return turn
}

/** As it is now: another tab or device may have changed the language, or another person may have signed in. */
const accountNow = () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 })

/** The account that has chosen the displayed language in this browser. */
const chosenBy = 'tandem.localeBy'

/** Saves the language that the person with that id has just chosen. An account in that language keeps its region. */
export const saveLanguage = (locale: Locale, meId: string, write: Write): Promise<void> =>
  inTurn(async () => {
    localStorage.setItem(chosenBy, meId)
    const me = await accountNow()
    if (me.id !== meId || (me.locale !== null && languageOf(me.locale) === locale)) return
    if (await write('me.update', { locale: tagFor(locale) }, { failed: 'language' })) await refresh()
  })

/**
 * Gives an account without a language the one that its person has chosen here, else that of this browser, once. The language of an account is
 * not changed by opening another browser. The displayed language alone does not count: on a shared browser, the person before may have chosen it.
 */
export const adoptLanguage = (): Promise<void> =>
  inTurn(async () => {
    if ((await queryClient.ensureQueryData(meQuery)).locale !== null) return
    const me = await accountNow()
    if (me.locale !== null) return
    const chosen = localStorage.getItem(chosenBy) === me.id ? [localStorage.getItem(chosenLocaleKey) ?? ''] : []
    await api.call('me.update', { locale: tagFor([...chosen, ...navigator.languages].map(languageOf).find(isLocale) ?? 'en') })
    await refresh()
  })

const refresh = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
