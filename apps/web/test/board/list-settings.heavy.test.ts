import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleNow } from '../kit/accessible.ts'
import { centre } from '../kit/pointer.ts'
import { inTheBrowser, list, open } from '../kit/stage.ts'

async function openSettings(page: Page, name: string) {
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  return page.getByRole('dialog', { name: `Settings of ${name}` })
}

inTheBrowser('the settings of a list', (stage) => {
  test('set its limit and its category, which others see at once', async () => {
    const board = await makeBoard(stage.world)
    const [ada, mia] = [await open(await stage.visitAs('ada'), board), await open(await stage.visitAs('mia'), board)]
    const dialog = await openSettings(ada, 'In progress')
    expect(await dialog.getByLabel('Category').inputValue()).toBe('started')
    await dialog.getByLabel('Category').selectOption('Review')
    await dialog.getByLabel('Limit').fill('3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await list(mia, 'In progress').getByText('0 of 3 cards').waitFor({ state: 'attached' })
    expect((await board.tree()).lists[1]).toMatchObject({ category: 'review', wipLimit: 3 })
    expect(await (await openSettings(mia, 'In progress')).getByLabel('Category').inputValue()).toBe('review')
  })

  test('leave alone what somebody else has changed meanwhile', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(await stage.visitAs('ada'), board)
    const dialog = await openSettings(page, 'To do')
    await allowed(stage.world.mia, 'list.update', { listId: board.lists[0] ?? '', category: 'backlog' })
    await dialog.getByLabel('Limit').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await board.tree()).lists[0]).toMatchObject({ category: 'backlog', wipLimit: 2 })
  })

  test('give it a colour, and take that away', async () => {
    const board = await makeBoard(stage.world)
    const [ada, mia] = [await open(await stage.visitAs('ada'), board), await open(await stage.visitAs('mia'), board)]
    const dot = list(mia, 'To do').locator('header [style*=background]')
    for (const [name, color, count] of [
      ['Red', 'red', 1],
      ['No color', null, 0],
    ] as const) {
      const dialog = await openSettings(ada, 'To do')
      await dialog.locator(`label[data-tip="${name}"]`).click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect.poll(async () => (await board.tree()).lists[0]?.color).toBe(color)
      await expect.poll(() => dot.count()).toBe(count)
    }
  })

  test('are in its menu, which covers the page on a phone; a second tap on its button closes it', async () => {
    const board = await makeBoard(stage.world)
    const visitor = await stage.visitAs('ada', { phone: true })
    const page = await open(visitor, board)
    const { x, y } = await centre(page.getByRole('button', { name: 'More actions for To do' }))
    await page.touchscreen.tap(x, y)
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
    await expectAccessibleNow(visitor)
    await page.touchscreen.tap(x, y)
    await page.getByRole('menu').waitFor({ state: 'detached' })
    // A third tap opens it again, so the second one had no further effect.
    await page.touchscreen.tap(x, y)
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  })
})
