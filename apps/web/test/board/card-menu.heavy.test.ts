import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { centre, touchOf } from '../kit/pointer.ts'
import { inTheBrowser, open, tile } from '../kit/stage.ts'

const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const menu = (page: Page) => page.getByRole('menu')
const selected = (page: Page) => page.locator('[data-card][data-selected] a').allTextContents()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const act = (page: Page, name: string) => page.getByRole('menuitem', { name })

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await menu(page).waitFor({ state: 'detached' })
}

/** Whether the browser's own menu comes with a right-click. */
async function isOfBrowser(page: Page, at: Locator, modifiers: 'Shift'[] = []): Promise<boolean> {
  const told = page.evaluate(
    () =>
      new Promise<boolean>((resolve) =>
        window.addEventListener('contextmenu', (event) => setTimeout(() => resolve(!event.defaultPrevented)), { once: true }),
      ),
  )
  const [isOpen] = await Promise.all([told, at.click({ button: 'right', modifiers })])
  return isOpen
}

inTheBrowser('the menu of a card', (stage) => {
  const { visitAs } = stage
  const boardWith = async (...titles: string[]) => {
    const board = await makeBoard(stage.world)
    for (const title of titles) await board.card(title)
    return board
  }

  test('opens with a right-click, at the pointer, and Escape leads back to the card', async () => {
    const board = await boardWith('One', 'Two')
    const page = await open(await visitAs('ada'), board)
    const { x, y } = await centre(tile(page, 'Two'))
    expect(await isOfBrowser(page, tile(page, 'Two'))).toBe(false)
    await act(page, 'Complete').waitFor()
    const box = await menu(page).boundingBox()
    expect(Math.abs((box?.x ?? 0) - x)).toBeLessThan(3)
    expect(Math.abs((box?.y ?? 0) - y)).toBeLessThan(3)
    // The card stays marked while its menu has the focus.
    const mark = () => tile(page, 'Two').evaluate((one) => getComputedStyle(one).outlineStyle)
    expect(await mark()).toBe('solid')
    await leave(page)
    await expect.poll(() => focused(page)).toBe('Two')
    await expect.poll(mark).toBe('none')
    // Another card while the menu is open.
    await tile(page, 'Two').click({ button: 'right' })
    await act(page, 'Archive').waitFor()
    const one = await centre(tile(page, 'One'))
    await page.mouse.click(one.x, one.y, { button: 'right' })
    await expect.poll(async () => Math.abs(((await menu(page).boundingBox())?.y ?? 0) - one.y)).toBeLessThan(3)
    await act(page, 'Archive').click()
    await expect.poll(() => board.titles(0)).toBe('Two')
    expect(new URL(page.url()).pathname).toBe(`/boards/${board.id}`)
  })

  test('opens with the keys for it, beside the card', async () => {
    const board = await boardWith('One', 'Two')
    const page = await open(await visitAs('ada'), board)
    for (const key of ['ContextMenu', 'Shift+F10']) {
      await link(page, 'Two').focus()
      await page.keyboard.press(key)
      await act(page, 'Complete').waitFor()
      const [box, card] = [await menu(page).boundingBox(), await tile(page, 'Two').boundingBox()]
      expect(box?.x).toBe(card?.x)
      await leave(page)
      await expect.poll(() => focused(page)).toBe('Two')
    }
  })

  test('is that of all selected cards on one of them, and of the card alone on another', async () => {
    const board = await boardWith('One', 'Two', 'Three')
    const page = await open(await visitAs('ada'), board)
    for (const title of ['One', 'Two']) await link(page, title).click({ modifiers: ['Control'] })
    await tile(page, 'Three').click({ button: 'right' })
    await act(page, 'Rename the card').waitFor()
    await act(page, 'Archive').click()
    await expect.poll(() => board.titles(0)).toBe('OneTwo')
    await expect.poll(() => selected(page)).toEqual(['One', 'Two'])
    await tile(page, 'Two').click({ button: 'right' })
    await act(page, 'Archive').waitFor()
    for (const name of ['Rename the card', 'Copy link']) expect(await act(page, name).count()).toBe(0)
    await act(page, 'Archive').click()
    await expect.poll(() => board.titles(0)).toBe('')
  })

  test('is that of all selected cards for the keys, also on another card', async () => {
    const board = await boardWith('One', 'Two', 'Three')
    const page = await open(await visitAs('ada'), board)
    for (const title of ['One', 'Two']) await link(page, title).click({ modifiers: ['Control'] })
    for (const key of ['.', 'Shift+F10']) {
      await link(page, 'Three').focus()
      await page.keyboard.press(key)
      await act(page, 'Archive').waitFor()
      expect(await act(page, 'Rename the card').count()).toBe(0)
      await leave(page)
    }
    await link(page, 'Three').focus()
    await page.keyboard.press('Shift+F10')
    await act(page, 'Archive').click()
    await expect.poll(() => board.titles(0)).toBe('Three')
  })

  test('opens a card in a new tab and copies its link', async () => {
    const board = await makeBoard(stage.world)
    const { key } = await board.card('One')
    const page = await open(await visitAs('ada'), board)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const address = new URL(`/cards/${key}`, page.url()).href
    await tile(page, 'One').click({ button: 'right' })
    await act(page, 'Copy link').click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await tile(page, 'One').click({ button: 'right' })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), act(page, 'Open in new tab').click()])
    await tab.getByRole('heading', { name: 'One' }).waitFor()
    expect(tab.url()).toBe(address)
    await tab.close()
  })

  test('keeps its items when somebody else moves the card', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const page = await open(await visitAs('ada'), board)
    await tile(page, 'One').click({ button: 'right' })
    await act(page, 'Rename the card').waitFor()
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, listId: board.lists[1] ?? '' })
    await expect.poll(() => page.locator('[data-list]').nth(1).locator('[data-card]').count()).toBe(1)
    expect(await act(page, 'Rename the card').count()).toBe(1)
  })

  test('leaves that of the browser in a field, with Shift, on selected text, beside cards and to those who only read', async () => {
    const { ada, vic } = stage.world
    const board = await boardWith('One', 'Two')
    const page = await open(await visitAs('ada'), board)
    expect(await isOfBrowser(page, tile(page, 'One'), ['Shift'])).toBe(true)
    expect(await isOfBrowser(page, page.getByRole('heading', { level: 1 }))).toBe(true)
    await link(page, 'One').focus()
    await page.keyboard.press('Control+a')
    expect(await isOfBrowser(page, tile(page, 'One'))).toBe(true)
    await page.evaluate(() => getSelection()?.removeAllRanges())
    await page.keyboard.press('r')
    expect(await isOfBrowser(page, page.getByRole('textbox', { name: 'Title' }))).toBe(true)
    expect(await menu(page).count()).toBe(0)
    await allowed(ada, 'member.update', { boardId: board.id, actorId: vic.actorId, role: 'viewer' })
    const reader = await open(await visitAs('vic'), board)
    expect(await isOfBrowser(reader, tile(reader, 'One'))).toBe(true)
    expect(await menu(reader).count()).toBe(0)
  })

  test('opens on a row of the table and on a card of the calendar', async () => {
    const board = await boardWith('One')
    const { page } = await visitAs('ada')
    for (const layout of ['list', 'calendar']) {
      await page.goto(`/boards/${board.id}?layout=${layout}`)
      await link(page, 'One').click({ button: 'right' })
      await act(page, 'Complete').waitFor()
      expect(await act(page, 'Rename the card').count()).toBe(1)
      await leave(page)
      await expect.poll(() => focused(page)).toBe('One')
    }
  })

  test('does not open where a finger lifts the card', async () => {
    const board = await boardWith('One', 'Two')
    const visitor = await visitAs('ada', { phone: true })
    const page = await open(visitor, board)
    const touch = await touchOf(visitor.context, page)
    // As a browser asks for its menu after a long press.
    const asksForMenu = (pointerType: 'mouse' | 'touch') =>
      link(page, 'One').evaluate(
        (at, by) => at.dispatchEvent(new PointerEvent('contextmenu', { bubbles: true, cancelable: true, pointerType: by, button: 2 })),
        pointerType,
      )
    // From now on the code of the menu is there: it would open at once.
    expect(await asksForMenu('mouse')).toBe(false)
    await act(page, 'Complete').waitFor()
    await leave(page)
    expect(await asksForMenu('touch')).toBe(true)
    await touch.press(await centre(tile(page, 'One')))
    await asksForMenu('touch')
    await page.waitForTimeout(300)
    expect(await menu(page).count()).toBe(0)
    await touch.lift()
    await page.waitForSelector('html:not([data-dragging])')
    expect(await menu(page).count()).toBe(0)
  })
})
