import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { dayOf } from '../../src/ui/days.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { drag } from '../kit/pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from '../kit/stage.ts'

inTheBrowser('a board, filtered, as a view, in other layouts', (stage) => {
  const { visitAs } = stage
  const filterButton = (page: Page) => page.getByRole('button', { name: /^Filter(,|$)/ })
  const option = (page: Page, name: string) => page.getByRole('dialog').getByRole('option', { name, exact: true })
  const condition = (page: Page, name: string) => option(page, name).click()
  const chip = (page: Page, said: string) => page.getByRole('button', { name: `Change the filter ${said}` })
  const words = (page: Page) => page.getByRole('combobox', { name: 'Words in titles, descriptions and comments' })
  const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
  const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`)
  const saveView = (board: Board, more: object = {}) =>
    allowed(stage.world.ada, 'view.create', {
      boardId: board.id,
      name: 'Hot',
      query: { priority: ['urgent'] },
      layout: 'board',
      shared: true,
      ...more,
    })

  test('a filter is set by keyboard, stands in the address, follows what others do, and is taken back', async () => {
    const board = await makeBoard(stage.world)
    const { id: bug } = await allowed(stage.world.ada, 'label.create', { boardId: board.id, name: 'Bug', color: 'red' })
    await board.card('Boiler', { priority: 'urgent', labelIds: [bug] })
    await board.card('Valve', { description: 'It leaks at the boiler' })
    const pump = await board.card('Pump')
    const page = await open(await visitAs('ada'), board)
    await filterButton(page).waitFor()
    await page.keyboard.press('f')
    await expect.poll(() => words(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('bug')
    await option(page, 'Labels Bug').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await status(page, '1 of 3 cards').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('label')).toBe(bug)
    await allowed(stage.world.mia, 'card.label', { cardId: pump.id, labelId: bug })
    await status(page, '2 of 3 cards').waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Boiler', 'Pump'])
    await page.getByRole('button', { name: 'Remove the filter Labels: Bug' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesIn(page, 'To do')).toHaveLength(3)
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => filterButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('a chip changes its condition where it stands, its cross takes it back, and on a phone both are in a sheet', {
    meta: { proves: ['web.filter.chips'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    for (const [title, priority] of [
      ['Hot', 'urgent'],
      ['Warm', 'high'],
      ['Cold', 'low'],
    ] as const)
      await board.card(title, { priority })
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}?priority=urgent&assignee=none`)
    await chip(page, 'Priority: Urgent').click()
    const box = async (where: Locator) => (await where.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [dialog, anchor] = [await box(page.getByRole('dialog')), await box(chip(page, 'Priority: Urgent'))]
    expect(dialog.y - anchor.y - anchor.height).toBeLessThan(12)
    expect([dialog.width < 320, dialog.height < 420]).toEqual([true, true])
    await page.keyboard.type('hi')
    await page.keyboard.press('Enter')
    await status(page, '2 of 3 cards').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).searchParams.get('priority')).toBe('urgent,high')
    // The last choice goes with its chip, and what stood open there too.
    await chip(page, 'Assignees: Unassigned').click()
    await condition(page, 'Unassigned')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')

    const phone = (await visitAs('ada', { phone: true })).page
    await phone.goto(`/boards/${board.id}?priority=urgent`)
    await filterButton(phone).tap()
    const sheet = await box(phone.getByRole('dialog'))
    expect([sheet.x, sheet.width, sheet.y + sheet.height]).toEqual([0, 360, 740])
    await phone.getByRole('dialog').getByRole('button', { name: 'Remove the filter Priority: Urgent' }).tap()
    await expect.poll(() => titlesIn(phone, 'To do')).toHaveLength(3)
  })

  test('words are found in texts and comments too, as they are written', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Boiler')
    await board.card('Valve', { description: 'It leaks at the boiler' })
    const pump = await board.card('Pump')
    const page = await open(await visitAs('ada'), board)
    await filterButton(page).click()
    await words(page).fill('boil')
    await status(page, '2 of 3 cards').waitFor()
    await allowed(stage.world.mia, 'comment.create', { cardId: pump.id, body: 'Beside the boiler' })
    await status(page, '3 of 3 cards').waitFor()
    // The chip of the words leads back to their field, which stays while they are changed.
    await page.keyboard.press('Escape')
    await chip(page, 'Text: boil').click()
    await words(page).fill('')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await words(page).fill('zebra')
    await page.getByRole('heading', { name: 'No matching cards' }).waitFor()
    // The name of a condition finds it, and the words give way to it.
    await words(page).fill('prio')
    expect(await page.getByRole('listbox', { name: 'Conditions' }).getByRole('option').first().textContent()).toBe('Priority')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Priority' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.keyboard.press('Backspace')
    // Words that were there when the menu opened stay, even where the name of a condition contains them.
    await words(page).fill('prio')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('prio')
    await page.keyboard.press('Escape')
    await filterButton(page).click()
    await page.getByRole('listbox', { name: 'Conditions' }).getByRole('option', { name: 'Priority' }).click()
    await page.getByRole('combobox', { name: 'Priority' }).waitFor()
    await page.keyboard.press('Backspace')
    await expect.poll(() => words(page).inputValue()).toBe('prio')
    expect(new URL(page.url()).searchParams.get('q')).toBe('prio')
    await words(page).fill('zebra')
    await page.getByRole('heading', { name: 'No matching cards' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect.poll(() => titlesIn(page, 'To do')).toHaveLength(3)
  })

  test('a card that is made under a filter stays in sight, and opening one keeps the filter', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Urgent one', { priority: 'urgent' })
    await board.card('Other')
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}?priority=urgent`)
    await status(page, '1 of 2 cards').waitFor()
    await list(page, 'To do').getByRole('button', { name: 'Add card', exact: true }).click()
    await page.getByLabel('Card title').fill('Made here')
    await page.keyboard.press('Enter')
    await tile(page, 'Made here').waitFor()
    await page.getByRole('link', { name: 'Urgent one' }).click()
    await page.getByRole('dialog').waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.waitForURL(`**/boards/${board.id}?priority=urgent`)
  })

  test('a view is saved, shared, changed and deleted; members see it at once', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Hot', { priority: 'urgent' })
    await board.card('Warm', { priority: 'high' })
    const [{ page }, mia] = [await visitAs('ada'), await open(await visitAs('mia'), board)]
    await page.goto(`/boards/${board.id}?priority=urgent&layout=list`)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('On fire')
    await page.getByLabel('Share with the board').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: 'On fire' }).waitFor()
    // The button that opened the dialog is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('On fire')
    await expect
      .poll(() => allowed(stage.world.mia, 'view.list', { boardId: board.id }))
      .toMatchObject([{ name: 'On fire', shared: true, layout: 'list', query: { priority: ['urgent'] } }])

    await mia.getByRole('button', { name: 'All cards' }).click()
    await mia.getByRole('menuitemradio', { name: 'On fire' }).click()
    await mia.getByRole('table', { name: 'Cards' }).getByRole('link', { name: 'Hot' }).waitFor()
    await expect.poll(() => mia.getByRole('link', { name: 'Warm' }).count()).toBe(0)
    await filterButton(page).click()
    await condition(page, 'Priority 1')
    await condition(page, 'High')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await mia.getByRole('link', { name: 'Warm' }).waitFor()

    await page.getByRole('button', { name: 'On fire' }).click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await page.getByLabel('View name').fill('Burning')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await mia.getByRole('button', { name: 'Burning' }).waitFor()
    await page.getByRole('button', { name: 'Burning' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await mia.getByText('This view no longer exists').waitFor()
    await expect.poll(() => allowed(stage.world.ada, 'view.list', { boardId: board.id })).toEqual([])
  })

  test('who changes a view that somebody else has changed sees the newer one, and their own one step back', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Hot', { priority: 'urgent' })
    const view = await saveView(board)
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}?view=${view.id}`)
    await filterButton(page).click()
    await condition(page, 'Assignees')
    await condition(page, 'Me')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save changes' }).waitFor()
    await allowed(stage.world.mia, 'view.update', { viewId: view.id, query: { priority: ['urgent', 'high'] } })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Someone else changed the view “').first().waitFor()
    await page.getByRole('button', { name: 'Remove the filter Priority: Urgent or High' }).waitFor()
    expect((await allowed(stage.world.ada, 'view.get', { viewId: view.id })).version).toBe(2)
    await page.goBack()
    await page.getByRole('button', { name: 'Remove the filter Assignees: Me' }).waitFor()
  })

  test('the typed name of a view stays when somebody else has renamed it, until its author chooses', async () => {
    const board = await makeBoard(stage.world)
    const view = await saveView(board)
    const { mia } = stage.world
    const now = () => allowed(stage.world.ada, 'view.get', { viewId: view.id })
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}?view=${view.id}`)
    const name = page.getByLabel('View name')
    const press = (button: string) => page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
    const begin = async (typed: string) => {
      await page.getByRole('button', { name: (await now()).name, exact: true }).click()
      await page.getByRole('menuitem', { name: 'Rename or share' }).click()
      await name.fill(typed)
    }
    await begin('Mine')
    await allowed(mia, 'view.update', { viewId: view.id, name: 'Theirs' })
    await press('Save')
    await page.getByText('Someone changed this to “Theirs” while you were writing.').waitFor()
    expect([await name.inputValue(), (await now()).name]).toEqual(['Mine', 'Theirs'])
    await press('Keep mine')
    await expect.poll(async () => (await now()).name).toBe('Mine')

    await begin('Mine again')
    await allowed(mia, 'view.update', { viewId: view.id, name: 'Theirs again' })
    await press('Save')
    await press('Use theirs')
    expect([await name.inputValue(), (await now()).name]).toEqual(['Theirs again', 'Theirs again'])
    await press('Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // Its filter is not part of the dialog.
    await begin('Named')
    await allowed(mia, 'view.update', { viewId: view.id, query: { priority: ['high'] } })
    await press('Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await now()).toMatchObject({ name: 'Named', query: { priority: ['high'] } })
  })

  test('the name of a view that is typed while the one before it is being saved stays, and is saved next', async () => {
    const board = await makeBoard(stage.world)
    const names = async () => (await allowed(stage.world.ada, 'view.list', { boardId: board.id })).map(({ name }) => name)
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}?layout=list`)
    const name = page.getByLabel('View name')
    const save = page.getByRole('dialog').getByRole('button', { name: /^Save( view)?$/ })
    /** Types on while the first save has no answer yet. */
    const typeOn = async (first: string, rest: string) => {
      const held = Promise.withResolvers<void>()
      await page.route(/\/views/, async (route) => {
        if (route.request().method() === 'GET') return route.continue()
        await held.promise
        await route.continue()
      })
      await name.fill(first)
      const [sent] = await Promise.all([page.waitForRequest((request) => request.method() !== 'GET'), name.press('Enter')])
      await name.press('End')
      await page.keyboard.type(rest)
      held.resolve()
      await sent.response()
      await page.unroute(/\/views/)
      await expect.poll(names).toEqual([first])
      await expect.poll(() => save.isEnabled()).toBe(true)
      expect(await name.inputValue()).toBe(first + rest)
      await save.click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(names).toEqual([first + rest])
    }
    await page.getByRole('button', { name: 'All cards' }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await typeOn('Hot', ' cards')
    await page.getByRole('button', { name: 'Hot cards' }).click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await typeOn('Cold', ' ones')
    await page.getByRole('button', { name: 'Cold ones' }).waitFor()
  })

  test('who may only read keeps views to themselves', async () => {
    const board = await makeBoard(stage.world)
    await saveView(board)
    const { page } = await visitAs('vic')
    await page.goto(`/boards/${board.id}?assignee=none`)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('Free')
    expect(await page.getByLabel('Share with the board').count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Free' }).click()
    await page.getByRole('menuitemradio', { name: 'Hot' }).click()
    await page.getByRole('button', { name: 'Hot' }).click()
    await page.getByRole('menuitemradio', { name: 'Hot' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Delete view' }).count()).toBe(0)
  })

  test('the list is sorted by its columns and walked over by keyboard', async () => {
    const board = await makeBoard(stage.world)
    for (const [title, priority] of [
      ['Low', 'low'],
      ['Urgent', 'urgent'],
      ['High', 'high'],
    ] as const)
      await board.card(title, { priority })
    const label = async (name: string) => (await allowed(stage.world.ada, 'label.create', { boardId: board.id, name, color: 'red' })).id
    const labelIds = await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map((name) => label(`${name} of many labels`)))
    const { id } = await board.card('A title that is read', { labelIds }, 1)
    const page = await open(await visitAs('ada'), board)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    // However many labels a card wears, its title keeps its room.
    const title = page.locator(`tr[data-card="${id}"] a`)
    await expect.poll(() => title.evaluate((link) => link.scrollWidth <= link.clientWidth)).toBe(true)
    await allowed(stage.world.ada, 'card.update', { cardId: id, archived: true })
    const titles = () => page.locator('tr[data-card] a').allTextContents()
    await expect.poll(titles).toEqual(['Low', 'Urgent', 'High'])
    await page.getByRole('button', { name: 'Priority' }).click()
    await expect.poll(titles).toEqual(['Urgent', 'High', 'Low'])
    await page.getByRole('button', { name: 'Priority' }).click()
    await expect.poll(titles).toEqual(['Low', 'High', 'Urgent'])
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-priority')
    await page.getByRole('link', { name: 'Low' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Urgent')
  })

  test('columns are chosen and made wider, by pointer and by keys, and stay so; titles stay whole beside them', {
    meta: { proves: ['web.table.columns'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    const field = await allowed(stage.world.ada, 'field.create', { boardId: board.id, name: 'Supplier', type: 'text' })
    const long = await board.card('A title of many words that would be cut off if every column beside it kept the room that it has')
    await allowed(stage.world.ada, 'card.field.set', { cardId: long.id, fieldId: field.id, value: 'Acme' })
    const { page } = await visitAs('ada', { width: 1024 })
    await page.goto(`/boards/${board.id}?layout=list`)
    const row = page.locator(`tr[data-card="${long.id}"]`)
    const heading = (name: string) => page.getByRole('columnheader', { name })
    const edge = (name: string) => page.getByRole('separator', { name: `Width of the column ${name}` })
    const width = async (name: string) => Number(await edge(name).getAttribute('aria-valuenow'))
    const isWhole = () =>
      row.locator('a').evaluate((link) => link.scrollWidth <= link.clientWidth && link.getBoundingClientRect().width >= 270)
    await expect.poll(isWhole).toBe(true)
    // Columns without room are left out, the least important first, and the menu says so.
    await expect.poll(() => heading('Labels').count()).toBe(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Labels no space' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Assignees' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Supplier' }).click()
    await page.keyboard.press('Escape')
    await row.getByText('Acme').waitFor()
    expect(await heading('Assignees').count()).toBe(0)
    await allowed(stage.world.mia, 'card.field.set', { cardId: long.id, fieldId: field.id, value: 'Bolts & Co' })
    await row.getByText('Bolts & Co').waitFor()

    await page.setViewportSize({ width: 1400, height: 800 })
    await expect.poll(() => width('Priority')).toBe(104)
    await edge('Priority').focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => width('Priority')).toBe(120)
    const { x = 0, y = 0 } = (await edge('Priority').boundingBox()) ?? {}
    await page.mouse.move(x + 6, y + 8)
    await page.mouse.down()
    await page.mouse.move(x - 24, y + 8, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => width('Priority')).toBe(150)
    await page.reload()
    await row.getByText('Bolts & Co').waitFor()
    await expect.poll(() => width('Priority')).toBe(150)
    await edge('Priority').press('Enter')
    await expect.poll(() => width('Priority')).toBe(104)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitem', { name: 'Reset columns' }).click()
    await heading('Assignees').waitFor()
    expect(await heading('Supplier').count()).toBe(0)
  })

  test('a date with its year stands in one line, in the table and on the card, and with its time too', async () => {
    const board = await makeBoard(stage.world)
    const year = new Date().getUTCFullYear() - 1
    const card = await board.card('One', { startAt: `${year}-12-30T12:00:00.000Z`, dueAt: `${year}-12-24T10:00:00.000Z` })
    const { page } = await visitAs('ada', { width: 1024, timezoneId: 'UTC' })
    await page.goto(`/boards/${board.id}?layout=list`)
    const row = page.locator(`tr[data-card="${card.id}"]`)
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Agent session', 'Start']) await page.getByRole('menuitemcheckbox', { name }).click()
    await page.keyboard.press('Escape')
    const heightOf = (at: Element) => at.getBoundingClientRect().height
    const start = row.getByText(`Dec 30, ${year}`, { exact: true })
    await start.waitFor()
    expect(await start.evaluate(heightOf)).toBeLessThan(24)
    const isWhole = (at: Element) => at.getBoundingClientRect().right <= (at.closest('td')?.getBoundingClientRect().right ?? 0)
    expect(await start.evaluate(isWhole)).toBe(true)

    await page.setViewportSize({ width: 1280, height: 800 })
    const inTable = row.getByText(`Dec 24, ${year}`, { exact: true })
    await expect.poll(() => inTable.evaluate(heightOf)).toBeLessThan(24)
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const due = page.getByRole('button', { name: `Due: Dec 24, ${year}, 10:00 AM` })
    await due.waitFor()
    expect(await due.locator('span').first().evaluate(heightOf)).toBeLessThan(24)
  })

  test('the list is sorted by each kind of field, by pointer and by keys, and cards without a value come last', {
    meta: { proves: ['web.table.field-order'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    const { ada } = stage.world
    const cards = [await board.card('One'), await board.card('Two'), await board.card('Three'), await board.card('Without')]
    const fields = [
      { name: 'Cost', type: 'number', values: [9, 120, 30], order: ['Two', 'Three', 'One'] },
      { name: 'Delivery', type: 'date', values: ['2026-05-02', '2026-05-01', '2026-06-01'], order: ['Two', 'One', 'Three'] },
      { name: 'Supplier', type: 'text', values: ['Öhm', 'acme', 'Zeta'], order: ['Two', 'One', 'Three'] },
      {
        name: 'Site',
        type: 'url',
        values: ['https://c.example', 'https://a.example', 'https://b.example'],
        order: ['Two', 'Three', 'One'],
      },
      { name: 'Size', type: 'select', options: ['Small', 'Big'], values: ['Big', 'Small', 'Big'], order: ['Two', 'One', 'Three'] },
      { name: 'Ordered', type: 'checkbox', values: [false, true, false], order: ['Two', 'One', 'Three'] },
    ] as const
    const made = []
    for (const { name, type, values, ...more } of fields) {
      const options = 'options' in more ? [...more.options] : undefined
      const field = await allowed(ada, 'field.create', { boardId: board.id, name, type, options })
      made.push(field)
      for (const [at, value] of values.entries())
        await allowed(ada, 'card.field.set', { cardId: cards[at]?.id ?? '', fieldId: field.id, value })
    }
    const { page } = await visitAs('ada', { width: 1400 })
    await page.goto(`/boards/${board.id}?layout=list`)
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const { name } of fields) await page.getByRole('menuitemcheckbox', { name }).click()
    for (const name of ['Agent session', 'Assignees', 'Labels']) await page.getByRole('menuitemcheckbox', { name }).click()
    await page.keyboard.press('Escape')
    const titles = () => page.locator('tr[data-card] a').allTextContents()
    for (const { name, order } of fields) {
      const heading = page.getByRole('columnheader', { name })
      await heading.getByRole('button', { name }).click()
      await expect.poll(titles).toEqual([...order, 'Without'])
      expect(await heading.getAttribute('aria-sort')).toBe('ascending')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await titles()).at(-1)).toBe('Without')
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
      await page.keyboard.press('Enter')
      await expect.poll(titles).toEqual(['One', 'Two', 'Three', 'Without'])
    }
    // Changes by others move the card, and a field without a column of its own still orders the cards.
    await page.goto(`/boards/${board.id}?layout=list&sort=field:${made[0]?.id}`)
    await expect.poll(titles).toEqual(['Two', 'Three', 'One', 'Without'])
    await allowed(stage.world.mia, 'card.field.set', { cardId: cards[3]?.id ?? '', fieldId: made[0]?.id ?? '', value: 1000 })
    await expect.poll(titles).toEqual(['Without', 'Two', 'Three', 'One'])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Cost' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('columnheader', { name: 'Cost' }).count()).toBe(0)
    expect(await titles()).toEqual(['Without', 'Two', 'Three', 'One'])
    // On a phone the order is chosen in the menu.
    const phone = (await visitAs('ada', { phone: true })).page
    await phone.goto(`/boards/${board.id}?layout=list`)
    await phone.getByRole('button', { name: 'All cards' }).tap()
    await phone.getByRole('menuitemradio', { name: 'Delivery', exact: true }).tap()
    await expect.poll(() => phone.locator('tr[data-card] a').allTextContents()).toEqual(['Two', 'One', 'Three', 'Without'])
  })

  test('a view keeps the columns of its table, their widths and their order, says what was changed, and is brought up to date', {
    meta: { proves: ['web.table.view'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    const field = await allowed(stage.world.ada, 'field.create', { boardId: board.id, name: 'Cost', type: 'number' })
    for (const [title, value] of [
      ['Cheap', 1],
      ['Dear', 900],
    ] as const) {
      const { id: cardId } = await board.card(title)
      await allowed(stage.world.ada, 'card.field.set', { cardId, fieldId: field.id, value })
    }
    const { page } = await visitAs('ada', { width: 1400 })
    const heading = (name: string) => page.getByRole('columnheader', { name })
    const edge = (name: string) => page.getByRole('separator', { name: `Width of the column ${name}` })
    const width = async (name: string) => Number(await edge(name).getAttribute('aria-valuenow'))
    const titles = () => page.locator('tr[data-card] a').allTextContents()
    const toggle = async (...names: string[]) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      for (const name of names) await page.getByRole('menuitemcheckbox', { name }).click()
      await page.keyboard.press('Escape')
    }
    const kept = async () => (await allowed(stage.world.ada, 'view.list', { boardId: board.id }))[0]
    const cost = `field:${field.id}`
    await page.goto(`/boards/${board.id}?layout=list`)
    await toggle('Assignees', 'Labels', 'Agent session', 'Cost')
    await heading('Cost').getByRole('button').click()
    await edge('Due').press('ArrowLeft')
    await expect.poll(() => width('Due')).toBe(120)
    await page.getByRole('button', { name: 'All cards' }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await page.getByLabel('View name').fill('Costs')
    await page.getByLabel('Share with the board').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: 'Costs' }).waitFor()
    const columns = [
      { column: 'priority', widthPx: null },
      { column: 'due', widthPx: 120 },
      { column: cost, widthPx: null },
    ]
    await expect.poll(kept).toMatchObject({ layout: 'list', columns, sort: cost })

    // Another user opens the view as saved; the page marks their changes, which do not become their own table.
    const mia = (await visitAs('mia', { width: 1400 })).page
    await mia.goto(`/boards/${board.id}?view=${(await kept())?.id}`)
    await expect.poll(() => mia.locator('tr[data-card] a').allTextContents()).toEqual(['Dear', 'Cheap'])
    expect(await mia.getByRole('columnheader', { name: 'Assignees' }).count()).toBe(0)
    const before = await mia.getByRole('columnheader', { name: 'Cost' }).boundingBox()
    await mia.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click()
    await mia.getByText('Changed', { exact: true }).waitFor()
    await expect.poll(() => mia.locator('tr[data-card] a').allTextContents()).toEqual(['Cheap', 'Dear'])
    expect(await mia.getByRole('columnheader', { name: 'Cost' }).boundingBox()).toEqual(before)
    await mia.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => mia.locator('tr[data-card] a').allTextContents()).toEqual(['Dear', 'Cheap'])
    await mia.goto(`/boards/${board.id}?layout=list`)
    await mia.getByRole('columnheader', { name: 'Assignees' }).waitFor()

    // A width is discarded, another one saved; a column that comes back makes the view as it was.
    await edge('Due').press('ArrowLeft')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => width('Due')).toBe(120)
    await toggle('Assignees')
    await page.getByText('Changed', { exact: true }).waitFor()
    await toggle('Assignees')
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'detached' })
    await toggle('Assignees')
    const { x = 0, y = 0 } = (await edge('Due').boundingBox()) ?? {}
    await page.mouse.move(x + 6, y + 8)
    await page.mouse.down()
    await page.mouse.move(x - 24, y + 8, { steps: 3 })
    await page.mouse.up()
    await heading('Title').getByRole('button').click()
    await page.reload()
    await expect.poll(() => width('Due')).toBe(150)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'detached' })
    const now = [{ column: 'people', widthPx: null }, columns[0], { column: 'due', widthPx: 150 }, columns[2]]
    await expect.poll(kept).toMatchObject({ columns: now, sort: 'title', version: 2 })
    await page.reload()
    await heading('Assignees').waitFor()
    expect([await width('Due'), await titles()]).toEqual([150, ['Cheap', 'Dear']])
    // Without the view the table is the person's own, as it was.
    await page.goto(`/boards/${board.id}?layout=list`)
    await expect.poll(() => width('Due')).toBe(120)
    expect(await heading('Assignees').count()).toBe(0)
  })

  test('in the calendar a card is due where it is dropped, carried or set', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Boiler', { dueAt: '2026-03-26T08:15:00.000Z' })
    await board.card('Someday')
    const visitor = await visitAs('ada')
    const { page } = visitor
    const dueAt = async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.dueAt
    await page.goto(`/boards/${board.id}?layout=calendar&month=2026-03`)
    await day(page, '2026-03-26').getByRole('link', { name: 'Boiler' }).waitFor()
    const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(await page.locator('[data-day]').first().getAttribute('data-day')).toBe('2026-02-23')

    await drag(page, day(page, '2026-03-26').getByRole('link', { name: 'Boiler' }), day(page, '2026-03-18'))
    await expect.poll(dueAt).toBe('2026-03-18T08:15:00.000Z')
    await page.getByRole('link', { name: 'Boiler' }).focus()
    for (const key of ['Space', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect.poll(async () => dayOf((await dueAt()) ?? '', zone)).toBe('2026-03-26')
    await page.getByRole('button', { name: `More actions for ${card.key}` }).click()
    await page.getByRole('menuitem', { name: 'One week later' }).click()
    await expect.poll(async () => dayOf((await dueAt()) ?? '', zone)).toBe('2026-04-02')
    await allowed(stage.world.mia, 'card.update', { cardId: card.id, dueAt: '2026-03-10T12:00:00Z' })
    await day(page, '2026-03-10').getByRole('link', { name: 'Boiler' }).waitFor()
    await drag(page, page.getByRole('region', { name: 'No date' }).getByRole('link', { name: 'Someday' }), day(page, '2026-03-12'))
    await day(page, '2026-03-12').getByRole('link', { name: 'Someday' }).waitFor()
    await drag(page, day(page, '2026-03-10').getByRole('link', { name: 'Boiler' }), page.getByRole('region', { name: 'No date' }))
    await expect.poll(dueAt).toBeNull()
  })

  test('in the calendar of a tablet and of a phone a title is read on two lines', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Customers are charged', { dueAt: '2026-03-26T12:00:00Z' })
    for (const look of [{ width: 768 }, { width: 1024 }, { phone: true }]) {
      const { page } = await visitAs('ada', look)
      await page.goto(`/boards/${board.id}?layout=calendar&month=2026-03`)
      const title = day(page, '2026-03-26').getByRole('link', { name: 'Customers are charged' })
      await title.waitFor()
      const cut = await title.evaluate((link) => {
        const lines = link.closest<HTMLElement>('.line-clamp-2')
        return (
          lines && [
            lines.scrollHeight - lines.clientHeight,
            lines.clientHeight <= 2 * Number.parseFloat(getComputedStyle(lines).lineHeight) + 1,
          ]
        )
      })
      expect(cut).toEqual([0, true])
    }
  })

  test('the conditions of a filter are all in sight where the window has the room, and scroll within it where it has not', async () => {
    const board = await makeBoard(stage.world)
    for (const name of ['Width', 'Height', 'Depth', 'Weight']) {
      await allowed(stage.world.ada, 'field.create', { boardId: board.id, name, type: 'number' })
    }
    const { page } = await visitAs('ada', { width: 1024 })
    await page.goto(`/boards/${board.id}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const conditions = page.getByRole('listbox', { name: 'Conditions' })
    await conditions.getByRole('option', { name: 'Weight' }).waitFor()
    expect(await conditions.evaluate((at) => at.scrollHeight - at.clientHeight)).toBe(0)
    await page.setViewportSize({ width: 1024, height: 400 })
    expect(await conditions.evaluate((at) => at.scrollHeight > at.clientHeight)).toBe(true)
    const popup = await page.getByRole('dialog', { name: 'Filter' }).boundingBox()
    expect((popup?.y ?? 0) + (popup?.height ?? 0)).toBeLessThanOrEqual(400)
  })

  test('in the calendar cards are selected by clicks and move together, have the menu of a tile, and their titles are edited', async () => {
    const board = await makeBoard(stage.world)
    const one = await board.card('One', { dueAt: '2026-03-10T12:00:00Z' })
    await board.card('Two', { dueAt: '2026-03-12T13:00:00Z' })
    await board.card('Three')
    const { page } = await visitAs('ada')
    const link = (on: Page, title: string) => on.getByRole('link', { name: title, exact: true })
    const selected = (on: Page) => on.locator('[data-card][data-selected] a').allTextContents()
    const dueAts = async () =>
      (await board.tree()).lists.flatMap(({ cards }) => cards.map(({ title, dueAt }) => `${title} ${dueAt?.slice(0, 16)}`)).toSorted()
    const address = `/boards/${board.id}?layout=calendar&month=2026-03`
    await page.goto(address)
    await link(page, 'One').click({ modifiers: ['Control'] })
    await link(page, 'Two').click({ modifiers: ['Shift'] })
    await expect.poll(() => selected(page)).toEqual(['One', 'Two'])
    expect(new URL(page.url()).pathname).toBe(`/boards/${board.id}`)
    await drag(page, link(page, 'One'), day(page, '2026-03-18'))
    await page.getByText('Due date of 2 cards changed').first().waitFor()
    await expect.poll(dueAts).toEqual(['One 2026-03-18T12:00', 'Three undefined', 'Two 2026-03-18T13:00'])
    await page.keyboard.press('z')
    await expect.poll(dueAts).toEqual(['One 2026-03-10T12:00', 'Three undefined', 'Two 2026-03-12T13:00'])
    await page.keyboard.press('Escape')
    await expect.poll(() => selected(page)).toEqual([])
    await page.getByRole('button', { name: `More actions for ${one.key}` }).click()
    await page.getByRole('menuitem', { name: 'Rename the card' }).click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Uno')
    await title.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Uno')
    await page.keyboard.press('r')
    await title.fill('Never')
    await title.press('Escape')
    await expect.poll(async () => (await allowed(stage.world.ada, 'card.get', { cardId: one.id })).card.title).toBe('Uno')
    const { page: phone } = await visitAs('ada', { phone: true })
    await phone.goto(address)
    await phone.getByRole('button', { name: `More actions for ${one.key}` }).tap()
    await phone.getByRole('menuitem', { name: 'Select' }).tap()
    await expect.poll(() => selected(phone)).toEqual(['Uno'])
    await link(phone, 'Two').tap()
    await expect.poll(() => selected(phone)).toEqual(['Uno', 'Two'])
  })

  test('in the calendar a date that is dropped, carried or chosen waits for the network, and is taken back unsent', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { dueAt: '2026-03-10T12:00:00Z' })
    const visitor = await visitAs('ada')
    const { page } = visitor
    await page.goto(`/boards/${board.id}?layout=calendar&month=2026-03`)
    const on = (date: string) => day(page, date).getByRole('link', { name: 'One' })
    await on('2026-03-10').hover()
    await page.waitForLoadState('networkidle')
    await visitor.context.setOffline(true)
    await drag(page, on('2026-03-10'), day(page, '2026-03-18'))
    await on('2026-03-18').waitFor()
    await page.getByText('1 change will be sent').waitFor()
    await on('2026-03-18').press('z')
    await page.getByText('1 change will be sent').waitFor({ state: 'detached' })
    await on('2026-03-10').focus()
    for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await on('2026-03-11').waitFor()
    await page.getByRole('button', { name: `More actions for ${card.key}` }).click()
    await page.getByRole('menuitem', { name: 'One day later' }).click()
    await on('2026-03-12').waitFor()
    await page.getByText('2 changes will be sent').waitFor()
    await visitor.context.setOffline(false)
    await expect
      .poll(async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.dueAt)
      .toBe('2026-03-12T12:00:00.000Z')
    const log = await allowed(stage.world.ada, 'card.activity', { cardId: card.id })
    expect(log.filter(({ verb }) => verb !== 'card.created')).toHaveLength(2)
  })

  test('filters, views, the list and the calendar are accessible, in the light, in the dark and on a phone', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Boiler', { priority: 'urgent', dueAt: new Date().toISOString() })
    const done = await board.card('Done', { dueAt: new Date().toISOString() })
    await allowed(stage.world.ada, 'card.update', { cardId: done.id, completedAt: new Date().toISOString() })
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: done.id, agentActorId: stage.world.robo.actorId })
    await allowed(stage.world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working', statusText: 'Reading' })
    const visitor = await visitAs('ada')
    for (const search of ['layout=list&completed=true', 'layout=calendar', 'q=zebra'])
      await expectAccessibleInEachLook(visitor, `/boards/${board.id}?${search}`)
  })

  test('unchanged cards fade once a person switches it on, say since when, and come back with a change', {
    meta: { proves: ['web.ageing'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    const old = await board.card('Old')
    const done = await board.card('Done')
    await allowed(stage.world.ada, 'card.update', { cardId: done.id, completedAt: new Date().toISOString() })
    const visitor = await visitAs('ada')
    const { page } = visitor
    const ageOf = (title: string) => tile(page, title).getAttribute('data-age')
    const dayMs = 86_400_000
    await page.clock.setFixedTime(stage.world.tandem.clock.now() + 6 * dayMs)
    await open(visitor, board)
    await page.getByRole('button', { name: 'All cards' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Fade unchanged cards' }).click()
    await page.keyboard.press('Escape')
    expect(await ageOf('Old')).toBeNull()
    const begun = stage.world.tandem.clock.now()
    for (const [days, age] of [
      [40, '3'],
      [15, '2'],
      [8, '1'],
    ] as const) {
      await page.clock.setFixedTime(begun + days * dayMs)
      await page.reload()
      await expect.poll(() => ageOf('Old')).toBe(age)
      if (age === '3') await expectAccessibleInEachLook(visitor, `/boards/${board.id}`)
    }
    expect(await ageOf('Done')).toBeNull()
    expect(await tile(page, 'Old').getAttribute('title')).toMatch(/^Not changed since \S/)
    stage.world.tandem.clock.advance(6 * dayMs)
    await allowed(stage.world.mia, 'comment.create', { cardId: old.id, body: 'Still wanted' })
    await expect.poll(() => ageOf('Old')).toBeNull()
  })
})
