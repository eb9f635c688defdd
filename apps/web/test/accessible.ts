import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

/** Our pages have no frames: axe need not open a page of its own to gather what each says. */
const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** axe finds nothing to complain of on that page, as it stands once everything has arrived and `ready` has been done there. */
export async function expectAccessible(visitor: Visitor, path: string, ready?: () => Promise<unknown>): Promise<void> {
  const { page } = visitor
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading').first().waitFor()
  await ready?.()
  await expectAccessibleNow(visitor)
}

/** The same, and then of the page as it stands in the dark, and on a phone, where nothing may be cut off. */
export async function expectAccessibleInEachLook(visitor: Visitor, path: string, ready?: () => Promise<unknown>): Promise<void> {
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(visitor, path, ready)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessibleNow(visitor, axeOn(page).withRules(['color-contrast']))
  await page.setViewportSize({ width: 360, height: 740 })
  // What measures itself is drawn anew after the frame that has the new width.
  await expect.poll(() => widthNeeded(page), { message: path }).toBe(360)
  // Colours are the same on every width, and take most of the time.
  await expectAccessibleNow(visitor, axeOn(page).disableRules(['color-contrast']))
}

/** The same of the page as it is, for other looks of it. */
export async function expectAccessibleNow({ page, complaints }: Visitor, axe = axeOn(page)): Promise<void> {
  await page.evaluate(settled)
  const before = complaints.length
  const { violations } = await axe.analyze()
  // What axe itself does to the page is not ours.
  complaints.splice(before)
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${page.url()} ${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
    ),
  ).toEqual([])
}

/** Runs in the page: what fades in is not to be measured half way. What goes round for ever is not waited for. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** How wide the page would have to be for nothing to be cut off or scrolled to, also within what stands in the shell. */
export const widthNeeded = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth ?? 0))
