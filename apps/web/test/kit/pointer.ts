import type { BrowserContext, Locator, Page } from 'playwright-core'

type Point = { x: number; y: number }

export const centre = (locator: Locator): Promise<Point> => within(locator, 1 / 2)

/** Far above its middle, so that an item dropped there goes before it. */
const upperPart = (locator: Locator): Promise<Point> => within(locator, 1 / 5)

async function within(locator: Locator, part: number): Promise<Point> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height * part, 40) }
}

/** Releases only after the drag has begun: on a page just opened, the drag code loads with the first movement. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await centre(from), await upperPart(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(start.x + ((end.x - start.x) * step) / 12, start.y + ((end.y - start.y) * step) / 12)
  await page.waitForSelector('html[data-dragging]')
  await page.waitForTimeout(150)
  await page.mouse.up()
}

/** A finger, which presses long enough to lift the item under it. */
export async function touchOf(context: BrowserContext, page: Page) {
  const touch = await context.newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  let now: Point = { x: 0, y: 0 }
  return {
    async press(at: Point) {
      now = at
      await page.waitForSelector('html:not([data-dragging])')
      await send('touchStart', at)
      await page.waitForSelector('html[data-dragging]')
    },
    async moveTo(to: Point) {
      const from = now
      for (let step = 1; step <= 8; step++)
        await send('touchMove', { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 })
      now = to
    },
    lift: () => send('touchEnd'),
  }
}
