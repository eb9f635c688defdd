import { api } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import type { Locale } from '../i18n/languages/languages.ts'
import type { Write } from '../mutations/use-write.ts'

/** Emails and push notifications are in the language of the account, its `locale`. */
const languageOf = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? ''

/** The tag for a language: with its region, such as de-AT, if the browser has one, because dates in emails follow it. */
const tagFor = (locale: Locale): string => navigator.languages.find((tag) => languageOf(tag) === locale) ?? locale

/** One write after the other: the language that was chosen last is the one that stays. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(run)
  last = turn.catch(() => {})
  return turn
}

/** Saves the language that was just chosen. An account in that language keeps its region. */
export const saveLanguage = (locale: Locale, write: Write): Promise<void> =>
  inTurn(async () => {
    const me = await queryClient.ensureQueryData(meQuery)
    if (me.locale !== null && languageOf(me.locale) === locale) return
    if (await write('me.update', { locale: tagFor(locale) }, { failed: 'language' })) await refresh()
  })

/** Gives an account without a language that of this browser, once. The language of an account is not changed by opening another browser. */
export const adoptLanguage = (locale: Locale): Promise<void> =>
  inTurn(async () => {
    const me = await queryClient.ensureQueryData(meQuery)
    if (me.locale !== null) return
    await api.call('me.update', { locale: tagFor(locale) })
    await refresh()
  })

const refresh = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
