import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleNow } from '../kit/accessible.ts'
import { holdWhole, makeLargeBoard, nameOf } from '../kit/large-board.ts'
import { inTheBrowser, list, open, titlesIn } from '../kit/stage.ts'

const link = (page: Page, at: number) => page.getByRole('link', { name: nameOf(at), exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const coming = (page: Page) => page.getByText('Loading the other cards …')
const tiles = (page: Page) => page.locator('[data-card]')

/** All cards of the page in their order, as they are printed. */
async function expectAsServed(page: Page, board: Board): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const served = async () => (await board.tree()).lists.map(({ cards }) => cards.map(({ title }) => title))
  await expect.poll(() => Promise.all(['To do', 'In progress', 'Done'].map((name) => titlesIn(page, name)))).toEqual(await served())
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
}

inTheBrowser('a board of more than 500 cards', (stage) => {
  let board: Board
  const made = async () => {
    board = await makeLargeBoard(stage.world)
    return await stage.visitAs('ada')
  }

  test('shows its first cards while the others come, and changes nothing until they are there', { timeout: 300_000 }, async () => {
    const visitor = await made()
    const release = await holdWhole(visitor.page, board)
    const page = await open(visitor, board)
    await coming(page).waitFor()
    await list(page, 'To do')
      .getByText(/^More than \d+$/)
      .waitFor()
    await list(page, 'To do').getByText('There are more cards.').waitFor()
    expect(await tiles(page).count()).toBeLessThan(30)
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['Other 1', 'Other 2'])
    expect(await page.getByRole('button', { name: 'Add card' }).count()).toBe(0)
    await expectAccessibleNow(visitor)
    // A card can be read, and is opened at the place where it is left.
    await link(page, 2).click()
    await page.getByRole('dialog', { name: nameOf(2) }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(nameOf(2))
    // An answer of before: each of these acts is later.
    const cards = (await board.tree()).lists[0]?.cards ?? []
    const [first = '', second = '', far = ''] = [cards[0]?.id, cards[1]?.id, cards[400]?.id]
    const { mia } = stage.world
    await allowed(mia, 'card.update', { cardId: first, title: 'Changed' })
    await allowed(mia, 'card.update', { cardId: far, beforeId: null, afterId: first })
    await allowed(mia, 'card.update', { cardId: cards[2]?.id ?? '', archived: true })
    await allowed(mia, 'card.update', { cardId: cards[450]?.id ?? '', archived: true })
    await allowed(mia, 'card.update', { cardId: cards[4]?.id ?? '', listId: board.lists[2] ?? '' })
    await allowed(mia, 'card.create', { listId: board.lists[0] ?? '', title: 'New' })
    release()
    await coming(page).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Changed', exact: true }).waitFor()
    expect(await focused(page)).toBe(nameOf(2))
    await expectAsServed(page, board)
    // Commands are there now, and what they do is undone.
    await page.locator(`[data-card="${second}"] a`).focus()
    await page.keyboard.press('e')
    await expect.poll(async () => (await board.tree()).lists[0]?.cards.some(({ id }) => id === second)).toBe(false)
    await page.keyboard.press('z')
    await expect.poll(async () => (await board.tree()).lists[0]?.cards.some(({ id }) => id === second)).toBe(true)
    await expectAsServed(page, board)
  })

  test('a filter that is chosen meanwhile waits for all cards', { timeout: 300_000 }, async () => {
    const visitor = await made()
    const release = await holdWhole(visitor.page, board)
    const page = await open(visitor, board)
    await coming(page).waitFor()
    await page.locator('[data-filter]').waitFor()
    await page.keyboard.press('Control+f')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.fill(nameOf(450))
    await page.getByText('Loading …', { exact: true }).waitFor()
    await expect.poll(() => tiles(page).count()).toBe(0)
    release()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual([nameOf(450)])
    expect(await field.inputValue()).toBe(nameOf(450))
  })

  test.each(['layout=list', 'layout=calendar', 'lanes=priority', 'priority=high'])(
    'with %s waits for all cards',
    { timeout: 300_000 },
    async (search) => {
      const visitor = await made()
      const release = await holdWhole(visitor.page, board)
      await visitor.page.goto(`/boards/${board.id}?${search}`)
      await coming(visitor.page).waitFor()
      await visitor.page.getByText('Loading …', { exact: true }).waitFor()
      expect(await tiles(visitor.page).count()).toBe(0)
      release()
      await coming(visitor.page).waitFor({ state: 'hidden' })
      await visitor.page.getByText('Loading …', { exact: true }).waitFor({ state: 'hidden' })
    },
  )

  test('a card of the address that has not come yet is opened, and is where the keyboard goes on', { timeout: 300_000 }, async () => {
    const { page } = await made()
    const release = await holdWhole(page, board)
    const card = (await board.tree()).lists[0]?.cards[449]
    await page.goto(`/boards/${board.id}/cards/${card?.key}`)
    await page.getByRole('dialog', { name: nameOf(450) }).waitFor()
    await page.locator('[data-rest]').waitFor({ state: 'attached' })
    release()
    await page.locator('[data-rest]').waitFor({ state: 'detached' })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Next card/ })
      .click()
    await page.getByRole('dialog', { name: nameOf(451) }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(nameOf(451))
  })

  test('says that the others could not be loaded, and loads them when asked again', { timeout: 300_000 }, async () => {
    const visitor = await made()
    let isDown = true
    await visitor.page.route(`**/api/boards/${board.id}`, (route) => (isDown ? route.abort() : route.continue()))
    const page = await open(visitor, board)
    await page.getByRole('alert').getByText('The other cards could not be loaded.').waitFor()
    await link(page, 1).waitFor()
    expect(await coming(page).count()).toBe(0)
    // The page tries by itself at first.
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await expect.poll(() => again.isEnabled(), { timeout: 60_000 }).toBe(true)
    isDown = false
    await again.click()
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    await expectAsServed(page, board)
  })

  test('a smaller one is asked for once', async () => {
    board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await stage.visitAs('ada')
    const asked: string[] = []
    visitor.page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/api/boards/${board.id}`) asked.push(new URL(request.url()).search.replace(/\d+/, 'n'))
    })
    const page = await open(visitor, board)
    await page.getByRole('button', { name: 'Add card' }).first().waitFor()
    expect(asked).toEqual(['?firstCards=n'])
  })
})
