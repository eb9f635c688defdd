import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { inTheBrowser } from './stage.ts'

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
})
