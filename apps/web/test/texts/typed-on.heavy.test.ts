import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { signInAs } from '../kit/browser.ts'
import { inTheBrowser } from '../kit/stage.ts'
import { textIn } from '../kit/written.ts'

inTheBrowser('text that is typed while something else happens', (stage) => {
  const field = (page: Page) => page.getByRole('textbox', { name: 'Description' })
  const begin = (page: Page) => page.getByRole('button', { name: /^(Add description|Edit)$/ }).click()
  const cardNow = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card
  async function openCard(description = '') {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it', { description })
    const visitor = await stage.visitAs('mia')
    await visitor.page.goto(`/boards/${board.id}/cards/${card.key}`)
    return { ...visitor, card, board }
  }
  /** Holds changes of the card back until `go`. */
  async function held(page: Page, cardId: string) {
    let go = () => {}
    const may = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(`**/api/cards/${cardId}`, async (route) => {
      if (route.request().method() === 'PATCH') await may
      await route.continue()
    })
    return () => go()
  }

  test('what is typed while a description is being saved stays in the editor, and is saved next', async () => {
    const { page, card } = await openCard('One')
    const go = await held(page, card.id)
    await begin(page)
    await field(page).fill('One two')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':disabled')).waitFor()
    await field(page).press('End')
    await page.keyboard.type(' three')
    expect(await page.getByText('This text changed after you started.').count()).toBe(0)
    go()
    await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':enabled')).waitFor()
    expect((await cardNow(card.id)).description).toBe('One two')
    expect(await textIn(field(page))).toBe('One two three')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await cardNow(card.id)).description).toBe('One two three')
    await field(page).waitFor({ state: 'detached' })
  })

  test('a title that is typed on while it is being saved does not meet its own change', async () => {
    const { page, card } = await openCard()
    const go = await held(page, card.id)
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('First ')
    await title.press('Enter')
    await title.press('End')
    await page.keyboard.type('second')
    await title.press('Enter')
    go()
    await expect.poll(async () => (await cardNow(card.id)).title).toBe('First second')
    await expect.poll(() => title.getAttribute('data-begun')).toBe(null)
    expect(await page.getByText('Someone changed this').count()).toBe(0)
  })

  test('a card that is archived while its description is being written stays open, with its editor', async () => {
    const { page, card } = await openCard()
    await begin(page)
    await field(page).pressSequentially('Some words')
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, archived: true })
    await page.getByRole('dialog').getByText('Archived').waitFor()
    await page.keyboard.type(' and more')
    expect(await textIn(field(page))).toBe('Some words and more')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await cardNow(card.id)).description).toBe('Some words and more')
  })

  test('a draft is of its account and of its editor: another user of the browser does not see it, another tab does not remove it', async () => {
    const { page, context, complaints } = await openCard('One')
    const other = await context.newPage()
    await other.goto(page.url())
    await begin(page)
    await field(page).fill('By the first tab')
    await begin(other)
    await field(other).fill('By the other tab')
    await page.bringToFront()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await field(page).waitFor({ state: 'detached' })
    await other.reload()
    await other.getByText('Your unsaved draft, last changed').waitFor()
    await signInAs({ page, context, complaints }, stage.world.tandem.url, stage.world.ada.headers.cookie ?? '')
    await other.reload()
    await other.getByText('By the first tab').waitFor()
    expect(await other.getByText('Your unsaved draft').count()).toBe(0)
  })

  test('a conflict takes the focus, shows all that both agree on, and Escape leads back to the text', async () => {
    const agreed = '- one\n- two\n- three\n- four\n- five\n\n'
    const { page, card } = await openCard(`${agreed}Old`)
    await begin(page)
    await field(page).fill(`${agreed}Mine`)
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: `${agreed}Theirs` })
    await page.keyboard.press('Control+Enter')
    const merge = page.getByRole('group', { name: 'Conflicting changes' })
    await merge.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
    await merge.getByRole('button', { name: 'Show whole text' }).click()
    await merge.getByRole('button', { name: 'Show less' }).waitFor()
    await page.keyboard.press('Escape')
    await merge.waitFor({ state: 'detached' })
    expect(await textIn(field(page))).toBe(`${agreed}Mine`)
    expect((await cardNow(card.id)).archivedAt).toBe(null)
  })
})
