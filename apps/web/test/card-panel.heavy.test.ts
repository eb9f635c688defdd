import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { inTheBrowser, tile } from './stage.ts'

inTheBrowser('the panel of a card', (stage) => {
  test('the header of a tall card sticks to the edge of the window, with nothing scrolling above it', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: 'A line.\n\n'.repeat(80) })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A line.').first().waitFor()
    const tops = () =>
      dialog.evaluate((popup) => {
        const header = popup.querySelector('[data-dialog-header]')
        if (!header) throw new Error('no header')
        return { popup: popup.getBoundingClientRect().top, header: header.getBoundingClientRect().top }
      })
    const before = await tops()
    expect(before.popup).toBeGreaterThan(0)
    expect(before.header).toBe(before.popup)
    await dialog.hover()
    await page.mouse.wheel(0, 600)
    await expect.poll(async () => (await tops()).popup).toBeLessThan(-300)
    expect((await tops()).header).toBe(0)
    // Scrolled to its end, the card keeps its distance to the lower edge.
    await page.mouse.wheel(0, 100_000)
    await expect.poll(() => dialog.evaluate((popup) => innerHeight - popup.getBoundingClientRect().bottom)).toBeGreaterThan(30)
  })

  test('a date of another year says its year wherever it stands, and what is overdue is red in the card as on its tile', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const [late, far, soon] = [await board.card('Late one'), await board.card('Far one'), await board.card('Soon one')]
    const thisYear = new Date().getFullYear()
    for (const [card, dueAt] of [
      [late, '2020-03-04T12:00:00Z'],
      [far, '2091-05-06T12:00:00Z'],
      [soon, `${thisYear}-06-15T12:00:00Z`],
    ] as const) {
      await allowed(ada, 'card.update', { cardId: card.id, dueAt })
      await allowed(ada, 'card.assign', { cardId: card.id, actorId: ada.actorId })
    }
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}`)
    await tile(page, 'Far one').getByText('Due on May 6, 2091').waitFor()
    await tile(page, 'Soon one').getByText('Jun 15', { exact: true }).waitFor()
    const red = await tile(page, 'Late one')
      .getByText('Overdue since Mar 4, 2020')
      .evaluate((one) => getComputedStyle(one).color)
    await page.goto('/my-work')
    await page.getByText('May 6, 2091', { exact: true }).waitFor()
    await page.goto('/search?q=one')
    await page.getByText('May 6, 2091', { exact: true }).waitFor()
    await page.goto(`/boards/${board.id}?layout=calendar&month=2091-05`)
    await page.getByRole('listitem', { name: 'Sunday, May 6, 2091' }).waitFor()
    const colour = async (key: string) => {
      await page.goto(`/cards/${key}`)
      return page.getByLabel('Due', { exact: true }).evaluate((one) => getComputedStyle(one).color)
    }
    expect(await colour(late.key)).toBe(red)
    expect(await colour(far.key)).not.toBe(red)
  })
})
