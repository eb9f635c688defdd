import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person, TestService } from '../../../../packages/server/test/kit/service.ts'
import { signInAs, visit } from '../kit/browser.ts'
import type { Surface } from './race.ts'

/** Pages of the card, in browsers of their own. */
export async function byPages(browser: Browser, { url }: TestService, people: readonly Person[]): Promise<Surface> {
  const pages: Page[] = []
  for (const person of people) {
    const visitor = await visit(browser, url)
    visitor.page.setDefaultTimeout(60_000)
    await signInAs(visitor, url, person.cookie ?? '')
    pages.push(visitor.page)
  }
  const button = (page: Page, option: string) => page.getByRole('button', { name: option, exact: true })
  return {
    name: 'the web',
    leadMs: 1_000,
    people,
    async ready({ cardKey, options }) {
      await Promise.all(
        pages.map(async (page) => {
          await page.goto(`/cards/${cardKey}`)
          await button(page, options[0] ?? '').waitFor()
        }),
      )
    },
    async answer({ sessionId }, person, option) {
      const page = pages[person] as Page
      // The question may be gone before the click.
      const [answered] = await Promise.all([
        page
          .waitForResponse((response) => response.url().endsWith(`/api/sessions/${sessionId}/answer`), { timeout: 20_000 })
          .catch(() => null),
        button(page, option)
          .click({ timeout: 10_000 })
          .catch(() => undefined),
      ])
      return answered?.status() === 200
    },
    async told(_question, { name, answer }) {
      for (const page of pages) {
        await page.getByRole('button', { name: 'Show all activity' }).click()
        await page
          .getByRole('listitem')
          .filter({ hasText: `${name} answered` })
          .filter({ hasText: answer })
          .first()
          .waitFor()
        expect(await button(page, answer).count()).toBe(0)
      }
    },
  }
}
