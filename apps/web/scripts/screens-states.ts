import type { Page } from 'playwright-core'
import type { Screens } from './screens.ts'
import { adaOf, type Seeded } from './seed.ts'

const emptySettings = ['labels', 'fields', 'guidance', 'rules', 'webhooks']
const refuse = (page: Page, address: string) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'It failed.' } } }))
/** Not that of the sidebar, which lists recent cards. */
const paintIt = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Paint it' })
const openBoard = async (page: Page, { ofDialogs }: Seeded) => {
  await page.goto(`/boards/${ofDialogs.boardId}`)
  await paintIt(page).focus()
}

/** Screens that never finish loading, so that their loading state can be shown. */
export const unfinished: ReadonlySet<string> = new Set(['large-board'])

/** Pages that are empty, loading, failed or offline, or were just changed. */
export const states: Screens = {
  ...Object.fromEntries(
    emptySettings.map((name) => [
      `empty-${name}`,
      (page: Page, { emptyBoardId }: Seeded) => page.goto(`/boards/${emptyBoardId}/settings/${name}`),
    ]),
  ),
  'empty-board': (page, { emptyBoardId }) => page.goto(`/boards/${emptyBoardId}`),
  'empty-list': (page, { emptyBoardId }) => page.goto(`/boards/${emptyBoardId}?layout=list`),
  'empty-archive': (page, { emptyBoardId }) => page.goto(`/boards/${emptyBoardId}/archive`),
  'empty-insights': (page, { emptyBoardId }) => page.goto(`/boards/${emptyBoardId}/insights`),
  'empty-waiting': (page, { emptyBoardId }) => page.goto(`/waiting?board=${emptyBoardId}`),
  'empty-search': (page) => page.goto('/search?q=zeppelin'),
  'empty-filter': (page, { boardId }) => page.goto(`/boards/${boardId}?q=zeppelin`),
  'search-start': (page) => page.goto('/search'),
  async 'large-board'(page, { largeBoardId }) {
    // The request for all cards is never answered.
    await page.route(`**/api/boards/${largeBoardId}`, () => {})
    await page.goto(`/boards/${largeBoardId}`)
    await page.getByText('Loading the other cards …').waitFor()
  },
  'large-board-whole': (page, { largeBoardId }) => page.goto(`/boards/${largeBoardId}`),
  async 'failed-boards'(page) {
    await refuse(page, '**/api/boards')
    await page.goto('/')
    await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 30_000 })
  },
  async 'failed-board'(page, { boardId }) {
    await refuse(page, `**/api/boards/${boardId}*`)
    await page.goto(`/boards/${boardId}`)
    await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 30_000 })
  },
  async 'failed-card'(page, { boardId, keys }) {
    await page.route('**/api/cards/**', (route) => route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'Gone.' } } }))
    await page.goto(`/boards/${boardId}/cards/${keys.plain}`)
    await page.getByRole('dialog').getByRole('heading', { name: 'Card not found' }).waitFor({ timeout: 30_000 })
  },
  async offline(page, { ofDialogs }) {
    await page.goto(`/cards/${ofDialogs.key}`)
    await page.getByRole('button', { name: /watching|Watch/ }).waitFor()
    await page.context().setOffline(true)
    await page.keyboard.press('w')
    await page.getByText(/^You are offline/).waitFor()
  },
  async 'toast-undo'(page, seeded, speak) {
    const ada = adaOf(seeded)
    const { card } = await ada.call('card.getByKey', { key: seeded.ofDialogs.key })
    await ada.call('card.update', { cardId: card.id, archived: false })
    await openBoard(page, seeded)
    await speak()
    await page.keyboard.press('e')
    await paintIt(page).waitFor({ state: 'detached' })
  },
}
