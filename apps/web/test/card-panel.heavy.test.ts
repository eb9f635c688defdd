import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { expectAccessibleNow } from './accessible.ts'
import { inTheBrowser, tile } from './stage.ts'

inTheBrowser('the panel of a card', (stage) => {
  const cardNow = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card

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
      return page
        .getByRole('button', { name: /^Due: / })
        .locator('span')
        .evaluate((one) => getComputedStyle(one).color)
    }
    expect(await colour(late.key)).toBe(red)
    expect(await colour(far.key)).not.toBe(red)
  })

  test('a date is typed in words, walked to by keys, taken from what is asked for most, and taken away; with a time where it has one', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const visitor = await stage.visitAs('ada', { timezoneId: 'Europe/Berlin' })
    const { page } = visitor
    await page.clock.setFixedTime(new Date('2027-03-24T10:00:00Z'))
    await page.goto(`/cards/${card.key}`)
    const dueAt = async () => (await cardNow(card.id)).dueAt
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    const open = async () => {
      await page.getByRole('button', { name: /^Due: / }).click()
      await expect.poll(focused).toBe('Date')
    }
    const type = async (text: string) => {
      await open()
      await page.keyboard.type(text)
    }
    await type('fri 15:00')
    await page.getByText('Friday, March 26, 3:00 PM').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(dueAt).toBe('2027-03-26T14:00:00.000Z')
    await page.getByRole('button', { name: 'Due: Mar 26, 3:00 PM' }).waitFor()
    await type('übermorgen')
    await page.keyboard.press('Enter')
    // The time that was chosen stays.
    await expect.poll(dueAt).toBe('2027-03-26T14:00:00.000Z')
    await type('soonish')
    await page.getByText('This is not a date.').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    expect(await dueAt()).toBe('2027-03-26T14:00:00.000Z')

    await open()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Friday, March 26, 2027')
    for (const [key, day] of [
      ['ArrowRight', 'Saturday, March 27, 2027'],
      ['ArrowDown', 'Saturday, April 3, 2027'],
      ['Home', 'Monday, March 29, 2027'],
      ['End', 'Sunday, April 4, 2027'],
      ['PageDown', 'Tuesday, May 4, 2027'],
      ['Shift+PageUp', 'Monday, May 4, 2026'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(focused).toBe(day)
    }
    await page.keyboard.press('Shift+PageDown')
    await page.keyboard.press('Enter')
    // Summer time has begun.
    await expect.poll(dueAt).toBe('2027-05-04T13:00:00.000Z')

    await open()
    await expectAccessibleNow(visitor)
    await page.getByRole('button', { name: 'No date' }).click()
    await expect.poll(dueAt).toBe(null)
    await open()
    await page.getByRole('button', { name: 'Next week' }).click()
    await expect.poll(dueAt).toBe('2027-03-29T21:59:00.000Z')
    await open()
    await page.getByLabel('Time').fill('08:30')
    await page.getByRole('button', { name: 'Set time' }).click()
    await expect.poll(dueAt).toBe('2027-03-29T06:30:00.000Z')
  })
})
