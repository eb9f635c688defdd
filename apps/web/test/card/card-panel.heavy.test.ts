import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleNow } from '../kit/accessible.ts'
import { axeOn, complaintsOf } from '../kit/axe.ts'
import { inTheBrowser, list, tile } from '../kit/stage.ts'

/** One pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

inTheBrowser('the panel of a card', (stage) => {
  const cardNow = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card

  test('the comments show their focus when reached from the tabs', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('tab', { name: 'Comments' }).focus()
    await page.keyboard.press('Tab')
    const panel = page.getByRole('tabpanel')
    await expect.poll(() => panel.evaluate((at) => at === document.activeElement)).toBe(true)
    expect(await panel.evaluate((at) => getComputedStyle(at).outlineStyle)).toBe('solid')
  })

  const tallCard = async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: 'A line.\n\n'.repeat(80) })
    return { board, card, inDialog: `/boards/${board.id}/cards/${card.key}`, onPage: `/cards/${card.key}` }
  }
  const scrolledOf = (page: Page) => page.locator('[data-dialog-body], [data-page-body]').last()
  const topOf = (body: Locator) => body.evaluate((at) => at.scrollTop)

  test('the header of a tall card stands still within the window, with nothing scrolling above it', async () => {
    const { inDialog, onPage } = await tallCard()
    const { page } = await stage.visitAs('ada')
    // The second is a large window at 200 %.
    for (const size of [
      { width: 1280, height: 800 },
      { width: 800, height: 400 },
    ]) {
      await page.setViewportSize(size)
      for (const path of [inDialog, onPage]) {
        await page.goto(path)
        await page.getByText('A line.').first().waitFor()
        const body = scrolledOf(page)
        const places = () =>
          body.evaluate((at) => {
            const header = at.parentElement?.querySelector('[data-dialog-header], [data-bottom-bar]')
            if (!header) throw new Error('no header')
            const [above, below] = [header.getBoundingClientRect(), at.getBoundingClientRect()]
            return { top: above.top, between: below.top - above.bottom, bottom: innerHeight - below.bottom }
          })
        const edge = path === inDialog ? size.height / 20 : 0
        expect(await places(), path).toEqual({ top: edge, between: 0, bottom: edge })
        await body.hover()
        await page.mouse.wheel(0, 100_000)
        await expect.poll(() => body.evaluate((at) => at.scrollHeight - at.clientHeight - at.scrollTop)).toBeLessThan(1)
        expect(await topOf(body)).toBeGreaterThan(500)
        expect(await places(), path).toEqual({ top: edge, between: 0, bottom: edge })
      }
    }
  })

  test('the wheel scrolls an open card from its header and from beside it, but not from a dialog in front of it', async () => {
    const { inDialog } = await tallCard()
    const { page } = await stage.visitAs('ada')
    await page.goto(inDialog)
    await page.getByText('A line.').first().waitFor()
    const body = scrolledOf(page)
    for (const [x, y] of [
      [20, 400],
      [640, 60],
      [640, 400],
    ] as const) {
      const before = await topOf(body)
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, 200)
      await expect.poll(() => topOf(body), { message: `at ${x}, ${y}` }).toBe(before + 200)
    }
    await page.keyboard.down('Control')
    await page.mouse.move(20, 400)
    await page.mouse.wheel(0, 200)
    await page.keyboard.up('Control')
    await page.keyboard.press('m')
    const inFront = page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true })
    await inFront.waitFor()
    await page.mouse.wheel(0, 200)
    await page.keyboard.press('Escape')
    await inFront.waitFor({ state: 'detached' })
    expect(await topOf(body)).toBe(600)
  })

  test('no header or bar of a card covers a part of a control at any scroll position', async () => {
    const { card, inDialog, onPage } = await tallCard()
    for (const text of ['Saw', 'Sand', 'Paint']) await allowed(stage.world.ada, 'checklist.add', { cardId: card.id, text })
    for (const look of [{}, { width: 820 }, { phone: true }]) {
      const { page } = await stage.visitAs('ada', look)
      for (const path of [inDialog, onPage]) {
        await page.goto(path)
        const item = page.getByRole('checkbox', { name: 'Sand' })
        await item.scrollIntoViewIfNeeded()
        // Scroll so that the middle of the item is at the edge of the header.
        await item.evaluate((box) => {
          const bar = document.querySelector('[data-dialog-header], [data-bottom-bar]')?.getBoundingClientRect()
          if (!bar) throw new Error('no header')
          const edge = bar.top < innerHeight / 2 ? bar.bottom : bar.top
          const { y, height } = box.getBoundingClientRect()
          for (let within = box.parentElement; within; within = within.parentElement) within.scrollTop += y + height / 2 - edge
        })
        expect(await complaintsOf(page, axeOn(page).withRules(['target-size'])), path).toEqual([])
      }
    }
  })

  test('the keyboard scrolls a card, the list of keys and the preview of a text, which have the focus', async () => {
    const { board, inDialog, onPage } = await tallCard()
    for (const width of [390, 700, 1280]) {
      const { page } = await stage.visitAs('ada', { width })
      // The list of keys has two columns in a wide window.
      await page.setViewportSize({ width, height: 480 })
      const scrolls = async () => {
        const body = scrolledOf(page)
        for (const key of ['ArrowDown', 'Space', 'PageDown']) {
          await expect.poll(() => body.and(page.locator(':focus')).count()).toBe(1)
          const before = await topOf(body)
          await page.keyboard.press(key)
          await expect.poll(() => topOf(body), { message: `${key} at ${width} px` }).toBeGreaterThan(before)
        }
      }
      await page.goto(inDialog)
      await page.getByRole('dialog').getByText('A line.').first().waitFor()
      await scrolls()
      await page.goto(`/boards/${board.id}`)
      await list(page, 'To do').getByRole('link', { name: 'One' }).waitFor()
      await page.keyboard.press('Shift+?')
      await page.getByRole('dialog').getByRole('term').first().waitFor()
      await scrolls()
      await page.goto(onPage)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: `notes-${width}.txt`, mimeType: 'text/plain', buffer: Buffer.from('line\n'.repeat(400)) })
      await page.getByRole('button', { name: `notes-${width}.txt`, exact: true }).click()
      await page.getByRole('dialog').locator('pre').getByText('line').waitFor()
      await scrolls()
    }
  })

  test('what the keyboard scrolls gets the focus that a card loses, and shows it only when reached with Tab', async () => {
    const { board, inDialog, onPage } = await tallCard()
    await board.card('Two')
    const { page } = await stage.visitAs('ada')
    await page.goto(inDialog)
    await page.getByText('A line.').first().waitFor()
    const body = scrolledOf(page)
    const scrolls = async () => {
      const before = await topOf(body)
      await page.keyboard.press('Space')
      await expect.poll(() => topOf(body)).toBeGreaterThan(before)
    }
    const ring = () => body.evaluate((at) => at === document.activeElement && getComputedStyle(at).outlineStyle)
    await expect.poll(ring).toBe('none')
    await page.getByRole('dialog').focus()
    expect(await ring()).toBe('none')
    await scrolls()
    await page.keyboard.press('Tab')
    expect(await ring()).toBe(false)
    await page.keyboard.press('Shift+Tab')
    expect(await ring()).toBe('solid')
    await scrolls()
    // The next card begins at its top.
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'Two' }).getByLabel('Comment', { exact: true }).waitFor()
    await expect.poll(ring).toBe('none')
    await page.keyboard.press('k')
    await page.getByText('A line.').first().waitFor()
    await expect.poll(ring).toBe('none')
    expect(await topOf(body)).toBe(0)
    await scrolls()

    await page.goto(onPage)
    await page.getByText('A line.').first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => body.and(page.locator(':focus')).count()).toBe(1)
    await scrolls()
  })

  test('a card is printed whole, in front of its board and on a page of its own', async () => {
    const { inDialog, onPage } = await tallCard()
    const { page } = await stage.visitAs('ada')
    for (const path of [inDialog, onPage]) {
      await page.emulateMedia({ media: null })
      await page.goto(path)
      await page.getByLabel('Comment', { exact: true }).waitFor()
      await page.emulateMedia({ media: 'print' })
      const printed = await scrolledOf(page).evaluate((body) => ({
        end: body.getBoundingClientRect().bottom,
        height: document.documentElement.scrollHeight,
      }))
      expect(printed.end, path).toBeGreaterThan(2_000)
      expect(printed.end, path).toBeCloseTo(printed.height, -1)
      expect(await page.locator('nav:visible').count(), path).toBe(0)
    }
  })

  test('a picture stands in the middle of its preview', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const file = new File([png], 'dot.png', { type: 'image/png' })
    await allowed(stage.world.ada, 'attachment.add', { cardId: card.id, file })
    for (const look of [{}, { phone: true }]) {
      const { page } = await stage.visitAs('ada', look)
      await page.goto(`/cards/${card.key}`)
      await page.getByRole('button', { name: 'dot.png', exact: true }).click()
      const picture = page.getByRole('dialog').getByRole('img', { name: 'dot.png' })
      await picture.waitFor()
      const fromMiddle = () =>
        picture.evaluate((at) => {
          const [image, body] = [at.getBoundingClientRect(), at.closest('[data-dialog-body]')?.getBoundingClientRect()]
          return body && Math.abs(image.top + image.bottom - body.top - body.bottom) / 2
        })
      await expect.poll(fromMiddle).toBeLessThan(2)
    }
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

    await open()
    // Its beginning is a time.
    await page.getByLabel('Time').fill('')
    await page.getByLabel('Time').pressSequentially('8:3o')
    await page.getByText('This is not a time.').waitFor()
    await page.getByRole('button', { name: 'Wednesday, March 31, 2027' }).click()
    await expect.poll(() => page.getByLabel('Time').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await dueAt()).toBe('2027-03-29T06:30:00.000Z')
    await page.getByLabel('Time').fill('8:30')
    await page.getByRole('button', { name: 'Wednesday, March 31, 2027' }).click()
    await expect.poll(dueAt).toBe('2027-03-31T06:30:00.000Z')
  })

  test('the list is the first property, and another one moves the card there; a card that the list refuses stays', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(stage.world.ada, 'list.update', { listId: board.lists[2] ?? '', wipLimit: 1, wipPolicy: 'all' })
    await board.card('Full', { listId: board.lists[2] ?? '' })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const choose = async (from: string, to: string) => {
      await page.getByRole('button', { name: `List: ${from}`, exact: true }).click()
      await page.getByRole('menuitemradio', { name: to, exact: true }).click()
    }
    await page.getByRole('button', { name: 'List: To do', exact: true }).waitFor()
    expect(await page.getByRole('dialog').locator('dt').first().textContent()).toBe('List')
    await choose('To do', 'In progress')
    await expect.poll(() => board.titles(1)).toBe('One')
    await choose('In progress', 'Done')
    await page.getByRole('button', { name: 'List: In progress', exact: true }).waitFor()
    expect(await board.titles(2)).toBe('Full')
    const reader = await stage.visitAs('vic')
    await reader.page.goto(`/cards/${card.key}`)
    expect(await reader.page.getByRole('button', { name: 'List: In progress', exact: true }).isDisabled()).toBe(true)
  })

  test('the next and the previous card are those that the board shows, on a page all of the board, and one step back closes them', async () => {
    const board = await makeBoard(stage.world)
    const first = await board.card('First', { priority: 'high' })
    await board.card('Hidden')
    const last = await board.card('Last', { priority: 'high', listId: board.lists[1] ?? '' })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}?priority=high`)
    await page.getByRole('link', { name: 'First', exact: true }).click()
    const shows = async (title: string) => {
      await page.getByRole('dialog', { name: title }).getByLabel('Comment', { exact: true }).waitFor()
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await shows('First')
    expect(await button('Previous card (K)').isDisabled()).toBe(true)
    await button('Next card (J)').click()
    await shows('Last')
    expect(await button('Next card (J)').isDisabled()).toBe(true)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await shows('First')
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`/cards/${first.key}`)
    const heading = (title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor({ state: 'attached' })
    await heading('First')
    await page.keyboard.press('j')
    await heading('Hidden')
    await page.keyboard.press('j')
    await heading('Last')
    await page.waitForURL(`**/cards/${last.key}`)
    expect(await button('Next card (J)').isDisabled()).toBe(true)
    await button('Previous card (K)').click()
    await heading('Hidden')
    await page.goBack()
    await page.waitForURL(`**/boards/${board.id}?*`)
    const phone = (await stage.visitAs('ada', { phone: true })).page
    await phone.goto(`/boards/${board.id}/cards/${first.key}?priority=high`)
    // The board behind it has such buttons too, which may be there first.
    await phone
      .getByRole('dialog')
      .getByRole('button', { name: /^More actions/ })
      .tap()
    expect(await phone.getByRole('menuitem', { name: 'Previous card' }).count()).toBe(0)
    await phone.getByRole('menuitem', { name: 'Next card' }).tap()
    await phone.getByRole('dialog', { name: 'Last' }).waitFor()
  })

  test('Tab takes the parts of a card in the order in which they are seen, with its properties before its texts', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { description: 'Some words.' })
    for (const look of [{}, { phone: true }]) {
      const { page } = await stage.visitAs('ada', look)
      await page.goto(`/cards/${card.key}`)
      const parts = [
        page.getByRole('button', { name: 'List: To do' }),
        page.getByRole('button', { name: 'Edit', exact: true }),
        page.getByRole('tab', { name: 'Comments' }),
      ]
      await parts[1]?.waitFor()
      const orders = await Promise.all(parts.map((part) => part.evaluate((at) => [...document.querySelectorAll('*')].indexOf(at))))
      expect(orders.toSorted((a, b) => a - b)).toEqual(orders)
      const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
      expect(tops.toSorted((a, b) => a - b)).toEqual(tops)
    }
  })
})
