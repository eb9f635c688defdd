import type { Page } from 'playwright-core'
import { dialogs } from '../test/kit/dialogs.ts'
import type { Screens } from './screens.ts'
import { adaOf, type Seeded } from './seed.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const toCard = (page: Page, { keys }: Seeded, key: keyof Seeded['keys']) => page.goto(`/cards/${keys[key]}`)
const onTile = async (page: Page, { boardId }: Seeded, key: string) => {
  await page.goto(`/boards/${boardId}`)
  await page.getByRole('link', { name: 'Refunds over 90 days' }).focus()
  await page.keyboard.press(key)
}

/** The dialogs that `dialogs.heavy.test.ts` opens, as `dialog-a-new-board` and so on. */
const fromTest: Screens = Object.fromEntries(
  dialogs.map(([name, at, openIt]) => [
    `dialog-${name.replaceAll(/\W+/g, '-')}`,
    async (page: Page, seeded: Seeded) => {
      const { ofDialogs } = seeded
      const ada = adaOf(seeded)
      // Other pictures archive the board or the card, so both are restored before each.
      await ada.call('board.update', { boardId: ofDialogs.boardId, archived: false })
      const { card } = await ada.call('card.getByKey', { key: ofDialogs.key })
      if (card.archivedAt !== null) await ada.call('card.update', { cardId: card.id, archived: false })
      // Its deliveries all fail, and after ten the service turns it off.
      await ada.call('webhook.update', { boardId: ofDialogs.boardId, webhookId: ofDialogs.webhookId, active: true })
      await page.goto(at(ofDialogs))
      await openIt(page, ofDialogs)
      await page.getByRole('dialog').last().waitFor()
    },
  ]),
)

/** Screens with something open over a page: dialogs, popovers, menus and completions. */
export const over: Screens = {
  ...fromTest,
  async 'card-menu'(page, seeded) {
    await toCard(page, seeded, 'asking')
    await button(page, /^More actions for [A-Z0-9]+-\d+$/).click()
  },
  async 'tile-menu'(page, seeded) {
    await onTile(page, seeded, '.')
    await page.getByRole('menu').waitFor()
  },
  async 'card-due'(page, seeded) {
    await toCard(page, seeded, 'asking')
    await button(page, /^Due: /).click()
    await page.getByRole('dialog').waitFor()
  },
  async 'card-priority'(page, seeded) {
    await toCard(page, seeded, 'asking')
    await button(page, 'High').click()
  },
  async 'card-people'(page, seeded) {
    await toCard(page, seeded, 'working')
    await button(page, 'Grace Hopper').click()
  },
  async 'card-reactions'(page, seeded) {
    await toCard(page, seeded, 'asking')
    await button(page, 'Add reaction').click()
  },
  async 'card-relation'(page, seeded) {
    await toCard(page, seeded, 'asking')
    await button(page, 'Link card').click()
    await page.getByRole('combobox', { name: 'Card', exact: true }).fill('payout')
    await page
      .getByRole('option', { name: /payout/i })
      .first()
      .waitFor()
  },
  async 'move-over-card'(page, { boardId, keys }) {
    await page.goto(`/boards/${boardId}/cards/${keys.asking}`)
    await page.locator('[data-card-menu]').click()
    await page.getByRole('menuitem', { name: /^Move to/ }).click()
    await page.getByRole('dialog', { name: /^Move/ }).waitFor()
  },
  async 'delegate-over-card'(page, { boardId, keys }) {
    await page.goto(`/boards/${boardId}/cards/${keys.plain}`)
    await button(page, /^Delegate/).click()
    await page.getByRole('menuitem', { name: /budget/ }).click()
    await page.getByRole('dialog').last().waitFor()
  },
  async undo(page, seeded) {
    await toCard(page, seeded, 'done')
    await button(page, /^Undo changes/).click()
    await page.getByRole('dialog').waitFor()
  },
  async 'bulk-labels'(page, seeded) {
    await onTile(page, seeded, 'x')
    await page.keyboard.press('l')
    await page.getByRole('dialog').waitFor()
  },
  async 'bulk-people'(page, seeded) {
    await onTile(page, seeded, 'a')
    await page.getByRole('dialog').waitFor()
  },
  async 'me-menu'(page) {
    await page.goto('/')
    await page
      .getByRole('button', { name: /Ada Lovelace|You/ })
      .last()
      .click()
  },
  async 'palette-found'(page) {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('payout')
    await page
      .getByRole('option', { name: /Retry failed payouts/ })
      .first()
      .waitFor()
  },
  // Each uses a different card, because the typed text stays there as a draft.
  async mention(page, { keys }) {
    await page.goto(`/cards/${keys.done}`)
    await page.getByLabel('Comment', { exact: true }).click()
    await page.keyboard.type('Ask @')
    await page.getByRole('option').first().waitFor()
  },
  async blocks(page, { keys }, speak) {
    await page.goto(`/cards/${keys.working}`)
    await page.getByLabel('Comment', { exact: true }).click()
    const bold = page.getByRole('toolbar').getByRole('button', { name: 'Bold', exact: true })
    await bold.waitFor()
    await speak()
    // The texts of the editor come after those of the page.
    if ((await page.locator('html').getAttribute('lang')) !== 'en') await bold.waitFor({ state: 'detached' })
    await page.keyboard.type('/')
    await page.getByRole('option').first().waitFor()
  },
  async merge(page, seeded) {
    const { keys, textsId } = seeded
    const ada = adaOf(seeded)
    const write = (price: string) =>
      ada.call('card.update', { cardId: textsId, description: `Payouts are free up to 100 a month.\n\n${price}\n\nTaxes come on top.` })
    await write('After that each one costs 10 cents.')
    await page.goto(`/cards/${keys.texts}`)
    const description = page.getByRole('region', { name: 'Description' })
    await description.getByRole('button', { name: 'Edit' }).click()
    const mine = 'Payouts are free up to 100 a month.\n\nAfter that each one costs 12 cents, and 8 from 10,000 on.\n\nTaxes come on top.'
    await page.getByRole('textbox', { name: 'Description' }).fill(mine)
    await write('After that each one costs 15 cents.')
    await description.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('group', { name: 'Conflicting changes' }).scrollIntoViewIfNeeded()
  },
}
