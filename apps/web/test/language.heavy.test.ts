import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { inTheBrowser } from './kit/stage.ts'
import { textIn } from './kit/written.ts'

inTheBrowser('the language of the web app', (stage) => {
  async function typedField(page: Page): Promise<void> {
    const board = await makeBoard(stage.world)
    await page.goto(`/boards/${board.id}/settings/fields`)
    await page.getByRole('button', { name: 'New field' }).first().click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Sprint')
  }
  const chooseGerman = async (page: Page) => {
    await page.getByRole('button', { name: 'Ada' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  }

  test('a language chosen in one tab applies to the others, whose dialogs stay open and keep their text', async () => {
    const { context, page } = await stage.visitAs('ada')
    await typedField(page)
    const other = await context.newPage()
    await other.goto('/')
    await chooseGerman(other)
    await other.getByRole('link', { name: 'Meine Arbeit' }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Neues Feld' })
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Sprint')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  })

  test('a page stays as it is until all texts of the new language have loaded', async () => {
    const { context, page } = await stage.visitAs('ada')
    await typedField(page)
    const other = await context.newPage()
    await other.goto('/')
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await chooseGerman(other)
    await asked.promise
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('heading', { name: 'New field' }).isVisible()).toBe(true)
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Sprint')
    held.resolve()
    await dialog.getByRole('heading', { name: 'Neues Feld' }).waitFor()
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Sprint')
  })

  test('an account without a language takes that of the browser once; one that is chosen is also that of its emails', async () => {
    const { vic } = stage.world
    const localeOf = async () => (await allowed(vic, 'me.get', {})).locale
    const open = async (locale: string) => {
      const { page } = await stage.visitAs('vic', { locale })
      const writes: (string | null)[] = []
      page.on('request', (request) => {
        if (request.method() === 'PATCH' && request.url().endsWith('/api/me')) writes.push(request.postData())
      })
      await page.goto('/')
      return { page, writes }
    }
    const choose = async (page: Page, language: string) => {
      await page.getByRole('button', { name: 'Vic' }).click()
      await page.getByRole('menuitemradio', { name: language }).click()
    }
    await allowed(vic, 'me.update', { locale: null })
    const austrian = await open('de-AT')
    await austrian.page.getByRole('button', { name: 'Vic' }).hover()
    await expect.poll(localeOf).toBe('de-AT')

    // Another browser only shows another language.
    const english = await open('en-GB')
    await choose(english.page, 'Español')
    await expect.poll(localeOf).toBe('es')
    await choose(english.page, 'English')
    await expect.poll(localeOf).toBe('en-GB')
    expect(english.writes).toHaveLength(2)

    // The region stays when the language is the same.
    await allowed(vic, 'me.update', { locale: 'de-CH' })
    await austrian.page.reload()
    await choose(austrian.page, 'Español')
    await expect.poll(localeOf).toBe('es')
    await allowed(vic, 'me.update', { locale: 'de-CH' })
    await austrian.page.reload()
    const before = austrian.writes.length
    await choose(austrian.page, 'Deutsch')
    await austrian.page.getByRole('link', { name: 'Meine Arbeit' }).waitFor()
    expect(await localeOf()).toBe('de-CH')
    expect(austrian.writes).toHaveLength(before)
  })

  test('an open editor changes its language', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { context, page } = await stage.visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const field = page.getByLabel('Comment', { exact: true })
    await field.click()
    await page.keyboard.type('Ask ')
    await page.getByRole('button', { name: 'Bold' }).waitFor()
    const other = await context.newPage()
    await other.goto('/')
    await chooseGerman(other)
    await page.getByRole('button', { name: 'Fett' }).waitFor()
    await page.bringToFront()
    await page.keyboard.type('Mia')
    await expect.poll(() => textIn(page.getByLabel('Kommentar', { exact: true }))).toBe('Ask Mia')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByText('Kommentar schreiben. Mit @').waitFor()
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Vorschläge' }).waitFor()
  })

  test('keys have the names of German keyboards in menus and tooltips, too', async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    const { page } = await stage.visitAs('ada', { locale: 'de-DE' })
    await page.goto(`/cards/${card.key}`)
    const send = page.getByRole('button', { name: 'Nachricht senden' })
    expect(await send.getAttribute('data-tip')).toBe('Nachricht senden (Strg Enter)')
    await page.getByRole('textbox', { name: 'Kommentar', exact: true }).click()
    await page.getByRole('toolbar').locator('[data-tip$="(Strg ⇧ 8)"]').waitFor()
    await page.locator('[data-card-menu]').click()
    await page.getByRole('menuitem').getByText('Strg K').waitFor()
  })
})
