import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

/** axe finds nothing to complain of on that page, as it stands once everything has arrived and `ready` has been done there. */
export async function expectAccessible({ page, complaints }: Visitor, path: string, ready?: () => Promise<unknown>): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading').first().waitFor()
  await ready?.()
  // What fades in is not to be measured half way.
  await page.waitForTimeout(300)
  const before = complaints.length
  const { violations } = await new AxeBuilder({ page }).analyze()
  // What axe itself does to the page is not ours.
  complaints.splice(before)
  expect(
    violations.map(
      ({ id, nodes }) => `${path} ${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
    ),
  ).toEqual([])
}
