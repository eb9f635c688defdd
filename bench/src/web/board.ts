import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from '../../../apps/web/test/browser.ts'

type Page = Visitor['page']

const patienceMs = 60_000

/** Run in the page, which is why they are texts: this side knows nothing of documents. */
const markWhenDrawn = (cards: number) => `{
  const look = () => {
    if (document.querySelectorAll('[data-card]').length < ${cards}) return requestAnimationFrame(look)
    // In the task after the frame that shows them: from then on a click is answered.
    requestAnimationFrame(() => setTimeout(() => performance.mark('board-can-be-used')))
  }
  requestAnimationFrame(look)
}`
const drawnAt = "performance.getEntriesByName('board-can-be-used')[0]?.startTime ?? null"
const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))'
const markStep = "console.timeStamp('step')"

/** Opens a board by its address; resolves with the time from there until all cards are drawn and the page answers, by its own clock. */
export async function openBoard(page: Page, boardId: string, cards: number): Promise<number> {
  await page.addInitScript({ content: markWhenDrawn(cards) })
  await page.goto(`/boards/${boardId}`)
  const untilMs = performance.now() + patienceMs
  while (performance.now() < untilMs) {
    const drawn = await page.evaluate<number | null>(drawnAt)
    if (drawn !== null) return drawn
    await sleep(50)
  }
  throw new Error('the board was not drawn')
}

/** Picks the first card up, carries it over the lists and their cards, and puts it down. */
export async function dragOver(page: Page): Promise<void> {
  const tile = await page.locator('[data-card]').first().boundingBox()
  if (!tile) throw new Error('there is no card on the board')
  const [x, y] = [tile.x + 80, tile.y + tile.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await step(page, x + 8, y + 8)
  for (let at = 1; at <= 80; at++) await step(page, x + at * 9, y + (at % 40) * 12)
  await page.mouse.up()
  await settled(page)
}

/** Down a list, then over the lists. */
export async function scrollOver(page: Page): Promise<void> {
  await page.mouse.move(400, 400)
  for (let at = 0; at < 30; at++) await wheel(page, 0, 300)
  for (let at = 0; at < 10; at++) await wheel(page, 120, 0)
}

async function step(page: Page, x: number, y: number): Promise<void> {
  await marked(page)
  await page.mouse.move(x, y)
  await settled(page)
}

async function wheel(page: Page, x: number, y: number): Promise<void> {
  await marked(page)
  await page.mouse.wheel(x, y)
  await settled(page)
}

/** Where a step begins, in the trace. */
const marked = (page: Page) => page.evaluate(markStep)

/** What follows from a step has been drawn. */
const settled = (page: Page) => page.evaluate(twoFrames)
