import { operationNames } from '@tandem/contract'
import { expect, test } from 'vitest'
import { expectAccessibleNow } from './kit/accessible.ts'
import { inTheBrowser } from './kit/stage.ts'

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

inTheBrowser('the reference of the API', (stage) => {
  test('an operation is found by words and scopes with the keyboard alone, and its address can be shared', async () => {
    const { page } = await stage.visitAs(null)
    await page.goto('/docs/api')
    const entries = page.locator('details.entry:visible')
    const all = await entries.count()
    expect(all).toBeGreaterThan(operationNames.length)
    await page.keyboard.press('/')
    await page.keyboard.type('cards:write move')
    await expect.poll(() => entries.count()).toBeLessThan(20)
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^\d+ of \d+ entries$/)
    await page.getByRole('searchbox').fill('card.create')
    await page.keyboard.press('Enter')
    await page.locator('details[id="card.create"][open]').getByText('card.create · scope cards:write').waitFor()
    await page.getByRole('searchbox').fill('no such thing')
    await expect.poll(() => page.getByRole('status').textContent()).toContain('No matches')
    await page.keyboard.press('Escape')
    await expect.poll(() => entries.count()).toBe(all)
    // A link opens its target also when the search would hide it.
    await page.goto('/docs/api?q=webhook#schema.Card')
    await expect.poll(() => page.locator('details[id="schema.Card"]').getAttribute('open')).toBe('')
  })

  test('the page of tokens links to it', async () => {
    const { page } = await stage.visitAs('ada')
    await page.goto('/settings/tokens')
    await page.getByRole('link', { name: 'API reference' }).click()
    await page.getByRole('heading', { name: 'Tandem API' }).waitFor()
  })

  test('it is accessible in each look, fits a phone, and is copied from', async () => {
    const visitor = await stage.visitAs(null)
    const { page, context } = visitor
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/docs/api?q=attachment')
    for (const id of ['attachment.add', 'on.card.attachment_added', 'schema.Attachment'])
      await page.locator(`details[id="${id}"] > summary`).click()
    await page.locator('details[id="attachment.add"]').getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl -fsS "\$TANDEM_URL\/api\/cards\//)
    // axe walks over what is hidden too, and that is 200 entries.
    await page.evaluate(() => document.querySelectorAll('details[hidden]').forEach((entry) => entry.remove()))
    for (const { colorScheme, width } of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 760 })
      await expectAccessibleNow(visitor)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})
