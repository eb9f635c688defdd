import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import type { Board } from '../../../../conformance/src/world.ts'
import { expectAccessibleNow } from '../kit/accessible.ts'
import { holdWhole, makeLargeBoard, nameOf } from '../kit/large-board.ts'
import { inTheBrowser, open, titlesIn } from '../kit/stage.ts'

const rest = (page: Page) => page.locator('[data-rest]')
const dialog = (page: Page, at: number) => page.getByRole('dialog', { name: nameOf(at) })

inTheBrowser('a card opened while only the first cards of its board have loaded', (stage) => {
  let board: Board
  const cardAt = async (at: number) => {
    const card = (await board.tree()).lists.flatMap(({ cards }) => cards).find(({ title }) => title === nameOf(at))
    return (await allowed(stage.world.ada, 'card.get', { cardId: card?.id ?? '' })).card
  }
  /** The queries of the page's requests for the board, with `n` for the number of cards. */
  const requestsOf = (page: Page): string[] => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === `/api/boards/${board.id}`) asked.push(search.replace(/\d+/, 'n'))
    })
    return asked
  }

  test('can be changed, is up to date, and shows its history', { timeout: 300_000 }, async () => {
    const { ada, mia } = stage.world
    board = await makeLargeBoard(stage.world)
    await allowed(ada, 'field.create', { boardId: board.id, name: 'Note', type: 'text' })
    const { id } = await cardAt(2)
    await allowed(mia, 'card.update', { cardId: id, listId: board.lists[1] ?? '' })
    await allowed(mia, 'card.update', { cardId: id, listId: board.lists[0] ?? '', beforeId: null, afterId: (await cardAt(1)).id })
    const visitor = await stage.visitAs('ada')
    const release = await holdWhole(visitor.page, board)
    const page = await open(visitor, board)
    await rest(page).waitFor()
    await page.getByRole('link', { name: nameOf(2), exact: true }).click()
    const card = dialog(page, 2)
    await card.getByRole('button', { name: 'List: To do', exact: true }).waitFor()
    await card.getByLabel('Note', { exact: true }).fill('Careful')
    await page.keyboard.press('Enter')
    await card.getByLabel('Comment', { exact: true }).fill('Done soon')
    await card.getByRole('button', { name: 'Comment', exact: true }).click()
    await card.getByRole('button', { name: 'Complete', exact: true }).click()
    await card.getByRole('button', { name: 'Reopen', exact: true }).waitFor()
    await expect
      .poll(async () => {
        const { fieldValues, comments, completedAt } = await cardAt(2)
        return [fieldValues.map(({ value }) => value), comments.map(({ body }) => body), completedAt !== null]
      })
      .toEqual([['Careful'], ['Done soon'], true])
    // Changes by others reach the open card.
    await allowed(mia, 'comment.create', { cardId: id, body: 'By Mia meanwhile' })
    await card.getByText('By Mia meanwhile').waitFor()
    await card.getByRole('tab', { name: 'History' }).click()
    await card.getByText('Mia moved it from “In progress” to “To do”').waitFor()
    await card.getByText('Ada set “Note” to Careful').waitFor()
    expect(await card.getByText(/no longer exists/).count()).toBe(0)
    expect(await rest(page).count()).toBe(1)
    // The held response is older than the changes.
    release()
    await rest(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.locator(`[data-card="${id}"] a.line-through`).waitFor()
    await page.keyboard.press('z')
    await expect.poll(async () => (await cardAt(2)).completedAt).toBeNull()
  })

  test('shows labels, fields and lists as they change, also if the others cannot be loaded', { timeout: 300_000 }, async () => {
    const { ada, mia } = stage.world
    board = await makeLargeBoard(stage.world)
    const visitor = await stage.visitAs('ada')
    const { page } = visitor
    await page.route(`**/api/boards/${board.id}`, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
    await open(visitor, board)
    await page.getByRole('alert').getByText('The other cards could not be loaded.').waitFor()
    await page.getByRole('link', { name: nameOf(2), exact: true }).click()
    const card = dialog(page, 2)
    const labels = card.locator('[data-property=labels] button')
    await labels.click()
    const find = page.getByLabel('Find or create a label')
    await find.fill('Wood')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('checkbox', { name: 'Wood' }).isChecked()).toBe(true)
    await labels.getByText('Wood', { exact: true }).waitFor()
    // Enter again takes it off, and makes no second one.
    await find.fill('Wood')
    await page.keyboard.press('Enter')
    await labels.getByText('Wood', { exact: true }).waitFor({ state: 'detached' })
    const [label] = (await board.tree()).labels.filter(({ name }) => name === 'Wood')
    await allowed(mia, 'label.update', { labelId: label?.id ?? '', name: 'Timber' })
    await allowed(ada, 'field.create', { boardId: board.id, name: 'Note', type: 'text' })
    await allowed(mia, 'list.update', { listId: board.lists[0] ?? '', name: 'To cut' })
    await page.getByRole('checkbox', { name: 'Timber' }).waitFor()
    await card.getByLabel('Note', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'List: To cut', exact: true }).waitFor()
    // A change that is refused is taken back.
    const held = Promise.withResolvers<void>()
    await page.route('**/api/labels/*', async (route) => {
      await held.promise
      await route.abort()
    })
    await page.getByRole('button', { name: 'Edit label “Timber”' }).click()
    await page.getByLabel('New label', { exact: true }).fill('Plank')
    await page.keyboard.press('Enter')
    await page.getByRole('form', { name: 'Edit label “Plank”' }).waitFor()
    held.resolve()
    await page.getByRole('form', { name: 'Edit label “Timber”' }).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Timber' }).waitFor()
    expect((await board.tree()).labels.map(({ name }) => name)).toContain('Timber')
  })

  test('is moved once all cards have loaded, and undo puts it back in its place', { timeout: 300_000 }, async () => {
    board = await makeLargeBoard(stage.world)
    const before = (await board.tree()).lists[0]?.cards.map(({ title }) => title) ?? []
    const visitor = await stage.visitAs('ada')
    const { page } = visitor
    const release = await holdWhole(page, board)
    await page.goto(`/boards/${board.id}/cards/${(await cardAt(400)).key}`)
    await rest(page).waitFor({ state: 'attached' })
    await dialog(page, 400).waitFor()
    await page.keyboard.press('m')
    const moving = page.getByRole('dialog', { name: /^Move / })
    await moving.getByText('Available once all cards are loaded.').waitFor()
    expect(await moving.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page, 400).getByRole('button', { name: 'List: To do', exact: true }).click()
    await page.getByText('Available once all cards are loaded.').waitFor()
    const done = page.getByRole('menuitemradio', { name: 'Done', exact: true })
    expect(await done.getAttribute('aria-disabled')).toBe('true')
    await expectAccessibleNow(visitor)
    release()
    await expect.poll(() => done.getAttribute('aria-disabled')).toBeNull()
    await done.click()
    await dialog(page, 400).getByRole('button', { name: 'List: Done', exact: true }).waitFor()
    await expect.poll(() => board.titles(2)).toBe(nameOf(400))
    await page.keyboard.press('Escape')
    await expect.poll(() => titlesIn(page, 'Done')).toEqual([nameOf(400)])
    await page.keyboard.press('z')
    await expect.poll(async () => (await board.tree()).lists[0]?.cards.map(({ title }) => title)).toEqual(before)
  })

  test('a page that does not draw the cards requests the board once, or not at all', { timeout: 300_000 }, async () => {
    board = await makeLargeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    const asked = requestsOf(page)
    await page.goto(`/cards/${(await cardAt(2)).key}`)
    await page.getByRole('button', { name: 'List: To do', exact: true }).waitFor()
    expect(asked).toEqual([''])
    await page.goto(`/boards/${board.id}/settings`)
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(asked).toEqual([''])
    const other = await allowed(stage.world.ada, 'board.create', { name: 'Elsewhere', template: 'kanban' })
    const list = await allowed(stage.world.ada, 'board.tree', { boardId: other.id })
    const { id } = await allowed(stage.world.ada, 'card.create', { listId: list.lists[0]?.id ?? '', title: 'From elsewhere' })
    await page.goto(`/boards/${other.id}`)
    await page.locator(`[data-card="${id}"] a`).focus()
    await page.keyboard.press('m')
    await page.getByRole('dialog').getByLabel('Board', { exact: true }).selectOption(board.id)
    await expect.poll(() => page.getByLabel('Position', { exact: true }).locator('option').count()).toBeGreaterThan(500)
    expect(asked).toEqual(['', ''])
  })
})
