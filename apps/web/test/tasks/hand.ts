import type { BrowserContext, Locator, Page } from 'playwright-core'
import { centre, drag, touchOf } from '../kit/pointer.ts'

/** The input methods. */
export const ways = ['mouse', 'keyboard', 'touch'] as const
export type Way = (typeof ways)[number]

/**
 * The acts of a person on a page, counted: a click, a tap, a drag, a key and a line that is typed are one step each. Looking and waiting
 * cost nothing. By keyboard the page has no focus at first, as after it is loaded.
 */
export type Hand = {
  page: Page
  steps(): number
  click(at: Locator, modifiers?: ('Control' | 'Shift')[]): Promise<void>
  key(...keys: string[]): Promise<void>
  /** Into the focused element. */
  write(text: string): Promise<void>
  /** By `Tab`, a step for each press. Throws after 60 of them. */
  tabTo(to: Locator): Promise<void>
  /** By mouse or finger. */
  drag(from: Locator, to: Locator): Promise<void>
}

export function handOn(page: Page, context: BrowserContext, way: Way): Hand {
  let steps = 0
  return {
    page,
    steps: () => steps,
    async click(at, modifiers = []) {
      steps += 1
      await (way === 'touch' ? at.tap() : at.click({ modifiers }))
    },
    async key(...keys) {
      steps += keys.length
      for (const key of keys) await page.keyboard.press(key)
    },
    async write(text) {
      steps += 1
      await page.keyboard.type(text)
    },
    async tabTo(to) {
      const isThere = () => to.evaluateAll((elements) => elements.some((element) => element === document.activeElement))
      for (let presses = 0; !(await isThere()); presses++) {
        if (presses === 60) throw new Error(`Tab does not reach ${to}`)
        steps += 1
        await page.keyboard.press('Tab')
      }
    },
    async drag(from, to) {
      steps += 1
      if (way !== 'touch') return drag(page, from, to)
      const finger = await touchOf(context, page)
      await finger.press(await centre(from))
      await finger.moveTo(await centre(to))
      await page.waitForTimeout(150)
      await finger.lift()
    },
  }
}
