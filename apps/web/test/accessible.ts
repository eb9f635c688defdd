import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

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
  const { violations } = await new AxeBuilder({ page }).analyze()
  // What axe itself does to the page is not ours.
  complaints.splice(before)
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${page.url()} ${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
    ),
  ).toEqual([])
}
