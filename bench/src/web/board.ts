import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from '../../../apps/web/test/kit/browser.ts'
import { usable } from './trace.ts'

type Page = Visitor['page']

const patienceMs = 60_000

/** Scripts that run in the page. They are texts, because this process has no types for documents. */
const markWhenDrawn = `{
  const look = () => {
    if (!document.querySelector('[data-card]')) return requestAnimationFrame(look)
    // In the task after the frame that shows them: from then on a click is answered.
    requestAnimationFrame(() => setTimeout(() => performance.mark('${usable}')))
  }
  requestAnimationFrame(look)
}`
/** Without what says that cards of a large board are still to come. */
const isWhole = "document.querySelector('[data-card]') !== null && document.querySelector('[data-rest]') === null"
const drawnAt = `performance.getEntriesByName('${usable}')[0]?.startTime ?? null`
const countNodes = "document.querySelectorAll('*').length"
const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))'
const markStep = "console.timeStamp('step')"

/** The time from the navigation until the first cards are drawn and the page responds: wall-clock time, and CPU time of its main thread. */
export type Opened = { clockMs: number; workMs: number }

export async function openBoard(page: Page, boardId: string): Promise<Opened> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript({ content: markWhenDrawn })
  await page.goto(`/boards/${boardId}`)
  const untilMs = performance.now() + patienceMs
  while (performance.now() < untilMs) {
    const drawn = await page.evaluate<number | null>(drawnAt)
    if (drawn !== null) {
      const { metrics } = await session.send('Performance.getMetrics')
      // The tasks that bring in the other cards count as loading, and steps begin behind them.
      while (!(await page.evaluate<boolean>(isWhole))) {
        if (performance.now() > untilMs) throw new Error('the other cards of the board did not come')
        await sleep(50)
      }
      await page.evaluate(twoFrames)
      return { clockMs: drawn, workMs: 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) }
    }
    await sleep(50)
  }
  throw new Error('the board was not drawn')
}

/** The memory of the page after garbage collection: elements, and MiB of script objects. */
export async function heldBy(page: Page): Promise<{ nodes: number; heapMiB: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return { nodes: await page.evaluate<number>(countNodes), heapMiB: usedSize / 2 ** 20 }
}

/** The share of one core that the main thread of the page takes during an act, in percent. */
export async function loadOf(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const [before, sinceMs] = [await workMs(), performance.now()]
  await act()
  const share = (100 * ((await workMs()) - before)) / (performance.now() - sinceMs)
  await session.detach()
  return share
}

/** Drags the first card over the lists and their cards, and drops it. */
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

/** Scrolls down a list, then across the lists. */
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

/** Marks the beginning of a step in the trace. */
const marked = (page: Page) => page.evaluate(markStep)

/** Waits until the consequences of a step have been drawn. */
const settled = (page: Page) => page.evaluate(twoFrames)
