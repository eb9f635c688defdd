import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeOn, complaintsOf } from './axe.ts'
import type { Visitor } from './browser.ts'

/** axe finds no violation on that page once everything has loaded and `ready` has run. */
export async function expectAccessible(visitor: Visitor, path: string, ready?: () => Promise<unknown>): Promise<void> {
  const { page } = visitor
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  // Every page has a heading of the first level, which a slow answer may bring long after the names in the sidebar.
  await page
    .locator('h1:visible')
    .first()
    .waitFor()
    .catch(async (cause) => {
      throw new Error(`${path} shows no name, but: ${await page.locator('body').innerText()}\n${visitor.complaints.join('\n')}`, {
        cause,
      })
    })
  await ready?.()
  await expectAccessibleNow(visitor)
}

/** The same, then in the dark theme, and on a phone, where nothing may be cut off. */
export async function expectAccessibleInEachLook(visitor: Visitor, path: string, ready?: () => Promise<unknown>): Promise<void> {
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(visitor, path, ready)
  await expectAccessibleInTheDark(visitor)
  await page.setViewportSize({ width: 360, height: 740 })
  // Elements that measure themselves are drawn again after the frame with the new width.
  await expect.poll(() => widthNeeded(page), { message: path }).toBe(360)
  // Colours are the same on every width, and take most of the time.
  await expectAccessibleNow(visitor, axeOn(page).disableRules(['color-contrast']))
}

/** The same for the page as it is, in the light theme and then in the dark one, without navigating. */
export async function expectAccessibleInBothThemes(visitor: Visitor): Promise<void> {
  await expectAccessibleNow(visitor)
  await expectAccessibleInTheDark(visitor)
}

/** Only colours differ. */
async function expectAccessibleInTheDark(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessibleNow(visitor, axeOn(page).withRules(['color-contrast']))
}

/** The same for the current page, in other themes and widths. */
export async function expectAccessibleNow({ page, complaints }: Visitor, axe = axeOn(page)): Promise<void> {
  const before = complaints.length
  const found = await complaintsOf(page, axe)
  // Messages that axe itself causes on the page do not count.
  complaints.splice(before)
  expect(found).toEqual([])
}

/** The width in px at which nothing on the page would be cut off or scroll, including the content of the shell. */
export const widthNeeded = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth ?? 0))
