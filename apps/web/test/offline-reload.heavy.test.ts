import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import type { Visitor } from './kit/browser.ts'
import { fetchedAhead, inTheBrowser, list, open, titlesIn } from './kit/stage.ts'

inTheBrowser('what waits for the network and a reload', (stage) => {
  const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
  const waiting = (page: Page, count: number) => page.getByText(`${count} change${count === 1 ? '' : 's'} will be sent`)

  async function visitAda(): Promise<Visitor> {
    const visitor = await stage.visitAs('ada')
    visitor.page.on('dialog', (dialog) => void dialog.accept())
    return visitor
  }
  async function goOffline({ context, page }: Visitor): Promise<void> {
    await context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
  }
  /**
   * The page is gone for good once the browser shows that there is no network. When it is left, it takes that for the return of the network,
   * and nothing between it and the service would stop its requests: so it sends none.
   */
  async function reloadInVain({ page }: Visitor): Promise<void> {
    await page.evaluate(() => {
      window.fetch = () => new Promise(() => {})
    })
    await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await expect.poll(() => page.evaluate(() => location.protocol).catch(() => '')).toBe('chrome-error:')
    // The page of the error would load the board by itself once the network is back.
    await page.goto('about:blank')
  }
  const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('tandem.changes'))
  const draft = (page: Page, of: string) =>
    page.evaluate((name) => Object.entries(localStorage).find(([place]) => place.endsWith(name))?.[1], of)

  /** Selects all cards of the first list and carries them to the one beside it. */
  async function carryAll(page: Page, first: string, count: number, ...keys: string[]): Promise<void> {
    await link(page, first).focus()
    await page.keyboard.press('Shift+x')
    await page.getByRole('toolbar', { name: 'Selected cards' }).getByText(`${count} selected`).waitFor()
    await link(page, first).focus()
    for (const key of ['Space', 'ArrowRight', ...keys, 'Space']) await page.keyboard.press(key)
    await waiting(page, count).waitFor()
  }

  test('the cards below a refused one are moved, in their order', { meta: { proves: ['web.offline-changes'] } }, async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const one = await board.card('One')
    for (const title of ['Two', 'Three']) await board.card(title)
    await board.card('Other', {}, 1)
    const visitor = await visitAda()
    const page = await open(visitor, board)
    await fetchedAhead(page, 'bulk-bar', 'asked')
    await goOffline(visitor)
    await carryAll(page, 'One', 3)
    const shown = await titlesIn(page, 'In progress')
    expect(shown.filter((title) => title !== 'Other')).toEqual(['One', 'Two', 'Three'])
    await reloadInVain(visitor)
    await allowed(ada, 'card.update', { cardId: one.id, archived: true })
    await allowed(ada, 'card.delete', { cardId: one.id })
    await visitor.context.setOffline(false)
    await open(visitor, board)
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(shown.filter((title) => title !== 'One'))
    await page.getByText('The card was not moved').first().waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    expect((await board.tree()).lists[1]?.cards.map(({ title }) => title)).toEqual(shown.filter((title) => title !== 'One'))
    expect(await kept(page)).toBeNull()
  })

  test('a card is moved to the end of the list if the card above its place has gone', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    for (const title of ['One', 'Two']) await board.card(title)
    const above = await board.card('Above', {}, 1)
    await board.card('Below', {}, 1)
    const visitor = await visitAda()
    const page = await open(visitor, board)
    await fetchedAhead(page, 'bulk-bar', 'asked')
    await goOffline(visitor)
    await carryAll(page, 'One', 2, 'ArrowDown')
    expect(await titlesIn(page, 'In progress')).toEqual(['Above', 'One', 'Two', 'Below'])
    await reloadInVain(visitor)
    await allowed(stage.world.mia, 'card.update', { cardId: above.id, archived: true })
    await visitor.context.setOffline(false)
    await open(visitor, board)
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['Below', 'One', 'Two'])
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('several lines that are refused are back in their fields, in their order', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const visitor = await visitAda()
    const { page } = visitor
    const archive = (archived: boolean) => allowed(ada, 'board.update', { boardId: board.id, archived })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const dialog = page.getByRole('dialog', { name: 'One' })
    const item = dialog.getByRole('textbox', { name: 'Add an item' })
    await dialog.getByRole('button', { name: 'Checklist', exact: true }).click()
    await fetchedAhead(page, 'add-many')
    await goOffline(visitor)
    await page.evaluate(() => navigator.clipboard.writeText('Saw\nPlane\nOil'))
    await item.focus()
    await page.keyboard.press('Control+v')
    await waiting(page, 3).waitFor()
    await archive(true)
    await visitor.context.setOffline(false)
    await expect.poll(() => draft(page, `checklist.${card.id}`)).toBe('Saw Plane Oil')
    await archive(false)
    await page.reload()
    await expect.poll(() => item.inputValue()).toBe('Saw Plane Oil')

    await page.goto(`/boards/${board.id}`)
    await list(page, 'To do').getByRole('button', { name: 'Add card' }).click()
    await fetchedAhead(page, 'add-many')
    await goOffline(visitor)
    await page.getByRole('textbox', { name: 'Card title' }).focus()
    await page.keyboard.press('Control+v')
    await waiting(page, 1).waitFor()
    await reloadInVain(visitor)
    await archive(true)
    await visitor.context.setOffline(false)
    await open(visitor, board)
    await expect.poll(() => kept(page)).toBeNull()
    await archive(false)
    await expect.poll(() => draft(page, `card.${board.lists[0]}`)).toBe('Saw\n\nPlane\n\nOil')
  })

  test('a move of an open card to another board is shown, and outlives a reload', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const { ada } = stage.world
    const [board, other] = [await makeBoard(stage.world), await makeBoard(stage.world)]
    await allowed(ada, 'board.update', { boardId: other.id, name: 'Elsewhere' })
    const card = await board.card('One')
    await other.card('There')
    const visitor = await visitAda()
    const { page } = visitor
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const dialog = page.getByRole('dialog', { name: 'One' })
    await dialog.getByRole('button', { name: `More actions for ${card.key}` }).click()
    await page.getByRole('menuitem', { name: 'Move to …' }).click()
    const moving = page.getByRole('dialog', { name: `Move ${card.key}` })
    await moving.getByLabel('Board').selectOption({ label: 'Elsewhere' })
    await moving.getByLabel('List').selectOption({ label: 'To do' })
    await moving.getByLabel('Position').selectOption({ label: 'Below “There”' })
    await goOffline(visitor)
    await moving.getByRole('button', { name: 'Move', exact: true }).click()
    await moving.waitFor({ state: 'detached' })
    await waiting(page, 1).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => titlesIn(page, 'To do')).toEqual([])
    await reloadInVain(visitor)
    await visitor.context.setOffline(false)
    await open(visitor, board)
    await expect.poll(async () => (await other.tree()).lists[0]?.cards.map(({ title }) => title)).toEqual(['There', 'One'])
    await expect.poll(() => titlesIn(page, 'To do')).toEqual([])
    expect(await kept(page)).toBeNull()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('the account is asked for again and again with one listener', { meta: { proves: ['web.offline-changes'] } }, async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await visitAda()
    const page = await open(visitor, board)
    const browser = await page.context().newCDPSession(page)
    const listeners = async () => {
      const { result } = await browser.send('Runtime.evaluate', { expression: 'window' })
      const all = await browser.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
      return all.listeners.filter(({ type }) => type === 'offline').length
    }
    await goOffline(visitor)
    await link(page, 'One').press('e')
    await waiting(page, 1).waitFor()
    const before = await listeners()
    let asked = 0
    await page.route(/\/api\/me$/, (route) => {
      asked += 1
      return route.fulfill({ status: 503 })
    })
    await page.route(/\/api\/cards\/[^/]+$/, (route) => route.fulfill({ status: 503 }))
    await visitor.context.setOffline(false)
    // The client asks three times for one answer.
    await expect.poll(() => asked).toBeGreaterThanOrEqual(10)
    expect(await listeners()).toBeLessThanOrEqual(before + 1)
    await page.unroute(/\/api\/me$/)
    await page.unroute(/\/api\/cards\/[^/]+$/)
    await page.getByText('will be sent').waitFor({ state: 'detached' })
    await expect.poll(() => board.titles(0)).toBe('')
  })
})
