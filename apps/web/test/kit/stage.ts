import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Board, startWorld, type World } from '../../../../conformance/src/world.ts'
import { hasBrowser, type Look, launch, signInAs, type Visitor, visit } from './browser.ts'
import { buildWeb } from './build.ts'

const whyNoBrowser = 'there is no Chromium in /usr/bin'

/** A running service with its people, and browsers for them. */
export type Stage = {
  readonly world: World
  /** Opens a browser in which this person is signed in; null = signed out. */
  visitAs: (who: 'ada' | 'mia' | 'vic' | null, look?: Look) => Promise<Visitor>
}

/**
 * Tests in a real browser against a real service; at the end no page may have broken its policy, and no script may have failed.
 * `surroundings` starts the processes that the service needs, and returns its environment.
 */
export function inTheBrowser(
  title: string,
  define: (stage: Stage) => void,
  surroundings: () => Promise<Record<string, string>> = async () => ({}),
): void {
  describe(title, () => {
    let world: World
    let browser: Browser
    const visitors: Visitor[] = []

    beforeEach(({ skip }) => skip(!hasBrowser, whyNoBrowser))
    beforeAll(async () => {
      if (hasBrowser) buildWeb()
      // The set-up in `define` needs the service in any case. Pages that cards link to are on this machine, too.
      world = await startWorld({ LINK_PREVIEWS: 'private', ...(await surroundings()) })
      if (hasBrowser) browser = await launch()
    })
    afterAll(async () => {
      await browser?.close()
      await world?.tandem.stop()
    })

    define({
      get world() {
        return world
      },
      async visitAs(who, look = {}) {
        const visitor = await visit(browser, world.tandem.url, look)
        visitor.page.setDefaultTimeout(60_000)
        visitors.push(visitor)
        if (who) await signInAs(visitor, world.tandem.url, world[who].headers.cookie ?? '')
        return visitor
      },
    })

    test('no page broke its policy, and no script failed', () => {
      expect(visitors.flatMap((visitor) => visitor.complaints)).toEqual([])
    })
  })
}

export const tile = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
export const list = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
export const titlesIn = (page: Page, name: string) => list(page, name).locator('[data-card] a:not([tabindex])').allTextContents()

export async function open(visitor: Visitor, board: Board): Promise<Page> {
  await visitor.page.goto(`/boards/${board.id}`)
  await list(visitor.page, 'To do').waitFor()
  return visitor.page
}

/** A sign of use, after which the page fetches the code that it may need later. */
export async function fetchedAhead(page: Page, ...names: string[]): Promise<void> {
  for (const x of [300, 320, 340]) await page.mouse.move(x, 300)
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)))
  for (const name of names) await expect.poll(async () => (await fetched()).some((file) => file?.startsWith(`${name}-`))).toBe(true)
}
