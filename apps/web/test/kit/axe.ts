import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Every rule that axe enables by default, of every level. Our pages have no frames, so axe need not open a page to collect their results. */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** The size of targets, which WCAG 2.2 requires, is checked too. */
export const strictAxeOn = (page: Page): AxeBuilder =>
  axeOn(page).options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })

/** The violations that axe finds, a line for each rule. */
export async function complaintsOf(page: Page, axe = axeOn(page)): Promise<string[]> {
  await page.evaluate(settled)
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
  )
}

/**
 * Runs in the page. Elements must not be measured in the middle of a transition, so finite animations are awaited; endless ones are not.
 */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
