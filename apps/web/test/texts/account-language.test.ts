import { afterAll, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
const browser = { languages: ['de-AT'] as readonly string[] }
vi.stubGlobal('navigator', browser)
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
})
const { api } = await import('../../src/api/client.ts')
const { meQuery } = await import('../../src/api/queries.ts')
const { queryClient } = await import('../../src/api/query-client.ts')
const { adoptLanguage, saveLanguage } = await import('../../src/shell/account-language.ts')

type Account = { id: string; locale: string | null }
/** The account at the service; this page may still have an older state of it. */
let account: Account
const updates = vi.fn()

beforeEach(() => {
  updates.mockClear()
  kept.clear()
  browser.languages = ['de-AT']
  account = { id: 'ada', locale: null }
  vi.spyOn(api, 'call').mockImplementation((async (name: string, input: Partial<Account>) => {
    if (name === 'me.update') updates((account = { ...account, ...input }).locale)
    return account
  }) as unknown as typeof api.call)
  known({ ...account })
})
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const known = (me: Account) => queryClient.setQueryData(meQuery.queryKey, me as never)
const write = (async (name: 'me.update', input: { locale: string }) => ({ answer: await api.call(name, input) })) as never

test('an account without a language takes that of the browser, unless it was given one meanwhile', async () => {
  await adoptLanguage()
  expect(updates.mock.calls).toEqual([['de-AT']])
  known({ id: 'ada', locale: null })
  account.locale = 'es'
  await adoptLanguage()
  expect(updates).toHaveBeenCalledTimes(1)
})

test.each([
  [['fr-FR', 'es-MX'], 'es-MX'],
  [['es-419'], 'es-419'],
  [['fr-FR'], 'en'],
  [['de-AT-u-ca-gregory-co-phonebk-hc-h23-nu-latn'], 'de-AT'],
  [['de_AT', 'de'], 'de'],
  [['de-AT-x'], 'de'],
  [['de'], 'de'],
])('with the languages %j it is %s', async (languages, locale) => {
  browser.languages = languages
  await adoptLanguage()
  expect(updates.mock.calls).toEqual([[locale]])
})

test('a choice is compared with the account as it is now', async () => {
  known({ id: 'ada', locale: 'de' })
  account.locale = 'es'
  await saveLanguage('de', 'ada', write)
  expect(updates.mock.calls).toEqual([['de-AT']])
  known({ id: 'ada', locale: 'es' })
  account.locale = 'de-CH'
  await saveLanguage('de', 'ada', write)
  expect(updates).toHaveBeenCalledTimes(1)
})

test('a choice is not that of the person who has signed in since', async () => {
  account = { id: 'mia', locale: null }
  await saveLanguage('de', 'ada', write)
  expect(updates).not.toHaveBeenCalled()
})

test('a choice that could not be saved is adopted later, but only by the account that has chosen', async () => {
  kept.set('tandem.locale', 'es')
  const refused = (() => Promise.resolve(null)) as never
  await saveLanguage('es', 'ada', refused)
  account = { id: 'mia', locale: null }
  known({ ...account })
  await adoptLanguage()
  expect(updates.mock.calls).toEqual([['de-AT']])
  account = { id: 'ada', locale: null }
  known({ ...account })
  await adoptLanguage()
  expect(updates.mock.calls).toEqual([['de-AT'], ['es']])
})
