import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleNow } from '../kit/accessible.ts'
import { centre, touchOf } from '../kit/pointer.ts'
import { inTheBrowser, list, open, titlesIn } from '../kit/stage.ts'

const inFirst = 230
const nameOf = (at: number) => `Card ${at}${at % 7 === 0 ? ' with a title that needs more than one line of its tile' : ''}`
const link = (page: Page, at: number) => page.getByRole('link', { name: nameOf(at), exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const tiles = (page: Page) => page.locator('[data-card]')
const scroller = (page: Page): Locator => list(page, 'To do').locator('[data-cards]')
const scrollTo = (page: Page, top: number) => scroller(page).evaluate((element, to) => element.scrollTo(0, to), top)
const titles = async (board: Board, at = 0) => (await board.tree()).lists[at]?.cards.map(({ title }) => title) ?? []
const topOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.y ?? Number.NaN)

inTheBrowser('a board of more cards than are drawn', (stage) => {
  let board: Board
  const opened = async (look = {}) => {
    board = await makeBoard(stage.world)
    for (let at = 1; at <= inFirst; at++) await board.card(nameOf(at))
    for (const title of ['Other 1', 'Other 2']) await board.card(title, {}, 1)
    return await open(await stage.visitAs('ada', look), board)
  }

  test('has the tiles that are seen on the page, and says how many there are', async () => {
    const page = await opened()
    await link(page, 1).waitFor()
    await expect.poll(() => tiles(page).count()).toBeLessThan(60)
    const places = () =>
      tiles(page).evaluateAll((all) => all.map((one) => [one.getAttribute('aria-posinset'), one.getAttribute('aria-setsize')]))
    expect((await places()).slice(0, 2)).toEqual([
      ['1', String(inFirst)],
      ['2', String(inFirst)],
    ])
    for (const top of [3_000, 9_000, 1e6, 6_000]) {
      await scrollTo(page, top)
      // The visible part is covered with tiles from top to bottom.
      const gaps = () =>
        scroller(page).evaluate((element) => {
          const { left, top: from, bottom } = element.getBoundingClientRect()
          const until = Math.min(bottom, innerHeight)
          return Array.from({ length: 12 }, (_, at) => from + 4 + ((until - from - 12) * at) / 11).filter(
            (y) =>
              !document.elementsFromPoint(left + 60, y).some((one) => one.matches('[data-card], ul')) ||
              document.elementsFromPoint(left + 60, y)[0]?.matches('li:not([data-card])'),
          ).length
        })
      await expect.poll(gaps).toBe(0)
      expect(await tiles(page).count()).toBeLessThan(60)
    }
    await expectAccessibleNow({ page, context: page.context(), complaints: [] })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await tiles(page).count()).toBe(inFirst + 2)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(() => tiles(page).count()).toBeLessThan(60)
  })

  test('keys go to cards that are not on the page, and the focus outlives scrolling', async () => {
    const page = await opened()
    await link(page, 1).focus()
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toBe(nameOf(inFirst))
    await page.keyboard.press('k')
    await expect.poll(() => focused(page)).toBe(nameOf(inFirst - 1))
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page)).toBe('Other 2')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused(page)).toBe(nameOf(2))
    await scrollTo(page, 8_000)
    await expect.poll(() => tiles(page).nth(1).getAttribute('aria-posinset')).toMatch(/^\d{2,}$/)
    expect(await focused(page)).toBe(nameOf(2))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe(nameOf(3))
    await page.keyboard.press('Space')
    for (let at = 0; at < 20; at++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(async () => (await titles(board)).indexOf(nameOf(3))).toBe(22)
    await expect.poll(() => focused(page)).toBe(nameOf(3))
    await page.keyboard.press('z')
    await expect.poll(async () => (await titles(board)).indexOf(nameOf(3))).toBe(2)
  })

  test('a range is selected over cards that are not on the page', async () => {
    const page = await opened()
    await link(page, 2).click({ modifiers: ['Control'] })
    await scrollTo(page, 1e6)
    await link(page, inFirst).click({ modifiers: ['Shift'] })
    await page
      .getByRole('toolbar')
      .getByText(`${inFirst - 1} selected`)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+x')
    await page.getByRole('toolbar').getByText(`${inFirst} selected`).waitFor()
  })

  test('a card is dragged beyond what is on the page: its list scrolls on at the edge', async () => {
    const page = await opened()
    const [from, edge] = [await centre(link(page, 2)), await scroller(page).boundingBox()]
    const bottom = (edge?.y ?? 0) + (edge?.height ?? 0)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    for (let at = 1; at <= 10; at++) await page.mouse.move(from.x, from.y + ((bottom - 12 - from.y) * at) / 10)
    await expect.poll(() => scroller(page).evaluate((element) => element.scrollTop), { timeout: 60_000 }).toBeGreaterThan(4_000)
    await page.mouse.move(from.x, (edge?.y ?? 0) + (edge?.height ?? 0) / 2)
    await page.waitForTimeout(150)
    const [shownAbove] = await page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('[data-card]')]
      const held = all.findIndex((one) => one.classList.contains('border-dashed'))
      return [all[held - 1]?.querySelector('a')?.textContent ?? '']
    })
    await page.mouse.up()
    await expect.poll(async () => (await titles(board)).indexOf(nameOf(2))).toBeGreaterThan(30)
    const now = await titles(board)
    expect(now[now.indexOf(nameOf(2)) - 1]).toBe(shownAbove)
  })

  test('with a finger as well', async () => {
    const visitor = await stage.visitAs('ada', { phone: true })
    board = await makeBoard(stage.world)
    for (let at = 1; at <= inFirst; at++) await board.card(nameOf(at))
    const page = await open(visitor, board)
    await link(page, 1).waitFor()
    const touch = await touchOf(visitor.context, page)
    await touch.press(await centre(link(page, 1)))
    const edge = await scroller(page).boundingBox()
    await touch.moveTo({ x: 120, y: (edge?.y ?? 0) + (edge?.height ?? 0) - 10 })
    await expect.poll(() => scroller(page).evaluate((element) => element.scrollTop), { timeout: 60_000 }).toBeGreaterThan(2_000)
    await touch.moveTo({ x: 120, y: (edge?.y ?? 0) + (edge?.height ?? 0) / 2 })
    await touch.lift()
    await expect.poll(async () => (await titles(board)).indexOf(nameOf(1))).toBeGreaterThan(20)
  })

  test('what comes above leaves the cards that are looked at where they are, and what changes is seen', async () => {
    const page = await opened()
    await scrollTo(page, 6_000)
    const numbers = async () => (await titlesIn(page, 'To do')).map((title) => Number(/\d+/.exec(title)?.[0]))
    await expect.poll(async () => Math.min(...(await numbers()))).toBeGreaterThan(50)
    const at = (await numbers())[10] ?? 0
    const before = await topOf(link(page, at))
    const [first, looked] = [(await board.tree()).lists[0]?.cards[0]?.id ?? '', (await board.tree()).lists[0]?.cards[at]?.id ?? '']
    for (const title of ['Urgent 1', 'Urgent 2']) {
      const made = await allowed(stage.world.mia, 'card.create', { listId: board.lists[0] ?? '', title })
      await allowed(stage.world.mia, 'card.update', { cardId: made.id, beforeId: null, afterId: first })
    }
    await allowed(stage.world.mia, 'card.update', { cardId: looked, title: 'Changed meanwhile' })
    await page.getByRole('link', { name: 'Changed meanwhile' }).waitFor()
    await expect.poll(() => titles(board).then((all) => all.slice(0, 2).toSorted())).toEqual(['Urgent 1', 'Urgent 2'])
    await expect.poll(() => tiles(page).first().getAttribute('aria-setsize')).toBe(String(inFirst + 2))
    expect(Math.abs((await topOf(link(page, at))) - before)).toBeLessThan(4)
  })

  test('a card of the address is where the keyboard goes on, and Ctrl+F finds one', { meta: { proves: ['web.key.find'] } }, async () => {
    const page = await opened()
    const card = (await board.tree()).lists[0]?.cards[180]
    await page.goto(`/boards/${board.id}/cards/${card?.key}`)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(card?.title)
    await page.keyboard.press('Control+f')
    await page.getByRole('dialog').getByRole('combobox').fill('Card 150')
    await expect.poll(() => titlesIn(page, 'To do')).toEqual([nameOf(150)])
  })

  test('as a list, has the lines that are seen on the page, and keys reach the others', async () => {
    const page = await opened()
    await page.goto(`/boards/${board.id}?layout=list`)
    await link(page, 1).waitFor()
    await expect.poll(() => tiles(page).count()).toBeLessThan(90)
    await link(page, 1).focus()
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toBe('Other 2')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused(page)).toBe(nameOf(inFirst))
    await page.keyboard.press('Home')
    await expect.poll(() => focused(page)).toBe(nameOf(1))
    await page.keyboard.press('Shift+x')
    await page.getByRole('toolbar').getByText(`${inFirst} selected`).waitFor()
  })
})
