import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

/** Our pages have no frames: axe need not open a page of its own to gather what each says. */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** axe finds nothing to complain of on that page, as it stands once everything has arrived and `ready` has been done there. */
export async function expectAccessible(visitor: Visitor, path: string, ready?: () => Promise<unknown>): Promise<void> {
  const { page } = visitor
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading').first().waitFor()
  await ready?.()
  await expectAccessibleNow(visitor)
}

/** The same of the page as it is, for other looks of it. */
export async function expectAccessibleNow({ page, complaints }: Visitor): Promise<void> {
  // What fades in is not to be measured half way.
  await page.waitForTimeout(300)
  const before = complaints.length
  const { violations } = await axeOn(page).analyze()
  // What axe itself does to the page is not ours.
  complaints.splice(before)
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${page.url()} ${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
    ),
  ).toEqual([])
}

/** How wide the page would have to be for nothing to be cut off or scrolled to, also within what stands in the shell. */
export const widthNeeded = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth ?? 0))
