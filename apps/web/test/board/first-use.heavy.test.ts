import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { centre } from '../kit/pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from '../kit/stage.ts'

/** Keeps a file back; answers when it is asked for, and how to let it come. */
async function holdBack(page: Page, file: string) {
  const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/assets/${file}-*`, async (route) => {
    asked.resolve()
    await allowed.promise
    await route.continue()
  })
  return { asked: asked.promise, come: () => allowed.resolve() }
}

inTheBrowser('the first use of a board, whose code is fetched at its first sign', (stage) => {
  test('what is typed while the palette is fetched stands in its field', async () => {
    const board = await makeBoard(stage.world)
    const visitor = await stage.visitAs('ada')
    const code = await holdBack(visitor.page, 'palette')
    const page = await open(visitor, board)
    await page.keyboard.press('Control+k')
    await code.asked
    // As commands of the board they would begin a card and leave for the inbox.
    await page.keyboard.type('go to my inx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('box')
    expect(await page.getByRole('dialog').count()).toBe(0)
    code.come()
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('go to my inbox')
    expect(new URL(page.url()).pathname).toBe(`/boards/${board.id}`)
    expect(await page.getByLabel('Card title').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog').waitFor()
  })

  test('a card that is grasped before the code of dragging has come is dragged', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await stage.visitAs('ada')
    const code = await holdBack(visitor.page, 'library')
    const page = await open(visitor, board)
    const [from, to] = [await centre(tile(page, 'One')), await centre(list(page, 'In progress'))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await code.asked
    code.come()
    // The first move that the library hears of begins the drag, the next ones carry the card.
    await expect
      .poll(async () => {
        for (const point of [from, to]) await page.mouse.move(point.x, point.y, { steps: 3 })
        return titlesIn(page, 'In progress')
      })
      .toEqual(['One'])
    await page.mouse.up()
    await expect.poll(() => board.titles(1)).toBe('One')
  })

  test('nothing is fetched behind a board that is only looked at, and all of it when the pointer moves', async () => {
    const board = await makeBoard(stage.world)
    const visitor = await stage.visitAs('ada')
    const files: string[] = []
    visitor.page.on('request', (request) => files.push(/assets\/([a-z-]+)-/.exec(request.url())?.[1] ?? ''))
    const page = await open(visitor, board)
    await page.waitForLoadState('networkidle')
    const behind = ['card-dialog', 'keyboard-help', 'library', 'menu', 'palette', 'toasts']
    expect(files.filter((file) => behind.includes(file))).toEqual([])
    await page.mouse.move(300, 300)
    await expect.poll(() => behind.filter((file) => !files.includes(file))).toEqual([])
  })

  test('a board is requested beside the code that reads it, once', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    const code = await holdBack(page, 'signed-in')
    const path = `/api/boards/${board.id}`
    let requests = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) requests++
    })
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path)
    // The page is loaded once its code has come.
    const loaded = page.goto(`/boards/${board.id}`)
    await answered
    await code.asked
    code.come()
    await loaded
    await list(page, 'To do').waitFor()
    expect(requests).toBe(1)
  })

  test('a board whose early request fails is requested anew', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    let requests = 0
    await page.route(`**/api/boards/${board.id}`, (route) => (++requests === 1 ? route.abort() : route.continue()))
    await page.goto(`/boards/${board.id}`)
    await list(page, 'To do').waitFor()
    expect(requests).toBe(2)
  })
})
