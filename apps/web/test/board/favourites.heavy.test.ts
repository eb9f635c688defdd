import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleNow } from '../kit/accessible.ts'
import { inTheBrowser, open } from '../kit/stage.ts'

inTheBrowser('favourites and the sidebar', (stage) => {
  const { visitAs } = stage
  const starredIn = (page: Page) => page.getByRole('group', { name: 'Favorites' }).getByRole('link')
  const names = async (page: Page) => (await starredIn(page).locator('[data-said]').allTextContents()).join()

  test('a star puts a board or a view on top of the sidebar, in every browser of the person, in their order', {
    meta: { proves: ['web.favourites'] },
  }, async () => {
    const { ada } = stage.world
    const [engine, garden] = [await makeBoard(stage.world, { name: 'Engine' }), await makeBoard(stage.world, { name: 'Garden' })]
    await allowed(ada, 'view.create', {
      boardId: garden.id,
      name: 'Pressing',
      query: { priority: ['high'] },
      layout: 'list',
      shared: false,
    })
    const visitor = await visitAs('ada')
    const page = await open(visitor, engine)
    const other = await open(await visitAs('ada', { colorScheme: 'dark' }), garden)
    const star = (on: Page) => on.getByRole('main').getByRole('button', { name: 'Add to favorites' }).first()
    await star(page).click()
    for (const on of [page, other]) await expect.poll(() => names(on)).toBe('Engine')
    await star(other).click()
    await expect.poll(() => names(page)).toBe('Engine,Garden')
    await other.getByRole('button', { name: 'All cards' }).click()
    await other.getByRole('menuitemradio', { name: 'Pressing' }).click()
    await other.getByRole('button', { name: 'Pressing' }).click()
    await other.getByRole('menuitem', { name: 'Add to favorites' }).click()
    await expect.poll(() => names(page)).toBe('Engine,Garden,Pressing')

    await starredIn(page).last().focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    for (const on of [page, other]) await expect.poll(() => names(on)).toBe('Pressing,Engine,Garden')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Pressing')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/boards/${garden.id}?view=*`)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('remove this board')
    await page.keyboard.press('Enter')
    for (const on of [page, other]) await expect.poll(() => names(on)).toBe('Pressing,Engine')
    await page.goto('/')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Engine' })
    await row.getByRole('button', { name: 'Remove from favorites' }).click()
    for (const on of [page, other]) await expect.poll(() => names(on)).toBe('Pressing')
    await expectAccessibleNow(visitor)
  })

  test('the key of a card has room around it in the narrow sidebar', async () => {
    const board = await makeBoard(stage.world, { keyPrefix: 'SUPP' })
    const { key } = await board.card('Ask')
    const { page } = await visitAs('ada', { width: 820 })
    await page.goto(`/cards/${key}`)
    const line = page.getByRole('navigation').getByRole('link', { name: 'Ask' })
    await line.waitFor()
    const room = () =>
      line.evaluate((at) => {
        const text = document.createRange()
        text.selectNodeContents(at.firstElementChild as Element)
        const [around, within] = [at.getBoundingClientRect(), text.getBoundingClientRect()]
        return Math.min(within.left - around.left, around.right - within.right, within.top - around.top, around.bottom - within.bottom)
      })
    expect(await room()).toBeGreaterThanOrEqual(3)
  })

  test('a change made before the response to another is sent after that response', async () => {
    const { vic } = stage.world
    for (const name of ['First', 'Second', 'Third'])
      await allowed(vic, 'favourite.set', { itemId: (await makeBoard(stage.world, { name })).id })
    const { page } = await visitAs('vic')
    await page.goto('/')
    await starredIn(page).last().focus()
    let [requests, answers] = [0, 0]
    page.on('response', (response) => void (response.request().method() === 'PUT' && answers++))
    await page.route('**/api/me/favourites/*', async (route) => {
      if (++requests === 1) await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => answers).toBe(2)
    await expect.poll(async () => (await allowed(vic, 'favourite.list', {})).map(({ name }) => name)).toEqual(['Third', 'First', 'Second'])
    await expect.poll(() => names(page)).toBe('Third,First,Second')
  })

  test('a board that one leaves is no favourite any more', async () => {
    const { ada, mia } = stage.world
    const board = await makeBoard(stage.world, { name: 'Shared' })
    const page = await open(await visitAs('mia'), board)
    await page.getByRole('main').getByRole('button', { name: 'Add to favorites' }).click()
    await expect.poll(() => names(page)).toBe('Shared')
    await allowed(ada, 'member.remove', { boardId: board.id, actorId: mia.actorId })
    await page.goto('/')
    await page.getByRole('heading', { name: 'Boards', level: 1 }).first().waitFor()
    await expect.poll(() => starredIn(page).count()).toBe(0)
  })

  test('an archived board is marked; a deleted card is no longer recent', async () => {
    const { mia } = stage.world
    const board = await makeBoard(stage.world, { name: 'Old' })
    const card = await board.card('Felled')
    await allowed(mia, 'favourite.set', { itemId: board.id })
    const page = await open(await visitAs('mia'), board)
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('dialog', { name: 'Felled' }).waitFor()
    await page.keyboard.press('Escape')
    const recent = page.getByRole('navigation').getByRole('link', { name: /Felled/ })
    await recent.waitFor()
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, archived: true })
    await allowed(stage.world.ada, 'card.delete', { cardId: card.id })
    await recent.waitFor({ state: 'detached' })
    await allowed(stage.world.ada, 'board.update', { boardId: board.id, archived: true })
    await page.getByRole('navigation').getByRole('link', { name: 'Old (archived)' }).waitFor()
  })

  test('what was opened last stands below the favourites; a sidebar that is collapsed stays so', {
    meta: { proves: ['web.sidebar.recent', 'web.sidebar.collapsed'] },
  }, async () => {
    const board = await makeBoard(stage.world, { name: 'Orchard' })
    const { key } = await board.card('Prune the trees')
    const visitor = await visitAs('ada')
    const page = await open(visitor, board)
    // The tile names the dialog before the card is read: a card that is closed meanwhile counts as visited.
    await page.route(/\/api\/cards\/[^/]+(\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue().catch(() => {})
    })
    await page.goto(`/boards/${board.id}/cards/${key}`)
    await page.getByRole('dialog', { name: 'Prune the trees' }).waitFor()
    // The board keeps its place while one of its cards is open.
    const hidden = { includeHidden: true }
    const recent = page.getByRole('group', { name: 'Recent', ...hidden }).getByRole('link', hidden)
    const names = async () => (await recent.locator('[data-said]').allTextContents()).join()
    await expect.poll(names).toBe('Orchard,Prune the trees')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(names).toBe('Orchard,Prune the trees')
    const main = page.getByRole('main')
    const before = (await main.boundingBox())?.width ?? 0
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
    await expect.poll(async () => (await main.boundingBox())?.width ?? 0).toBeGreaterThan(before + 100)
    await page.reload()
    await page.getByRole('button', { name: 'Expand the sidebar' }).waitFor()
    // Icons alone still have their names.
    await page.getByRole('navigation').getByRole('link', { name: 'My work' }).waitFor()
    await expectAccessibleNow(visitor)
    await page.getByRole('button', { name: 'Expand the sidebar' }).click()
    await expect.poll(async () => (await main.boundingBox())?.width ?? 0).toBe(before)
  })
})
