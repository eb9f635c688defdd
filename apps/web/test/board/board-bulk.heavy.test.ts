import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { centre, drag } from '../kit/pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from '../kit/stage.ts'

const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected cards' })
const selected = (page: Page) => page.locator('[data-card]:has([aria-label="Selected"]) a').allTextContents()

inTheBrowser('many cards at once', (stage) => {
  const { visitAs } = stage
  const boardWith = async (...titles: string[]): Promise<Board & { ids: Record<string, string> }> => {
    const board = await makeBoard(stage.world)
    const ids: Record<string, string> = {}
    for (const title of titles) ids[title] = (await board.card(title)).id
    return Object.assign(board, { ids })
  }
  const faceOf = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card

  test('cards are picked out by click, range and key, and Escape lets them go', async () => {
    const board = await boardWith('One', 'Two', 'Three', 'Four')
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').click({ modifiers: ['Control'] })
    await link(page, 'Three').click({ modifiers: ['Shift'] })
    await expect.poll(() => selected(page)).toEqual(['One', 'Two', 'Three'])
    await bar(page).getByText('3 selected').waitFor()
    await link(page, 'Two').focus()
    await page.keyboard.press('x')
    await expect.poll(() => selected(page)).toEqual(['One', 'Three'])
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'More actions for To do' }).click()
    await page.getByRole('menuitem', { name: 'Select all cards' }).click()
    await bar(page).getByText('4 selected').waitFor()
    // The bar disappears with the focus in it.
    await bar(page).getByRole('button', { name: 'Archive' }).focus()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'hidden' })
    await expect.poll(() => link(page, 'One').evaluate((card) => card === document.activeElement)).toBe(true)
  })

  test('a card that is archived after another act passes the focus on when it leaves', async () => {
    const board = await boardWith('One', 'Two')
    const page = await open(await visitAs('ada'), board)
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/cards/${board.ids.One}`, async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.continue()
    })
    await link(page, 'One').press('p')
    await page.getByRole('option', { name: 'High' }).click()
    await link(page, 'One').press('.')
    await page.getByRole('menuitem', { name: /^Archive/ }).click()
    // Longer than a focus that is about to be lost is watched.
    await page.waitForTimeout(1_500)
    held.resolve()
    await tile(page, 'One').waitFor({ state: 'detached' })
    await expect.poll(() => link(page, 'Two').evaluate((card) => card === document.activeElement)).toBe(true)
  })

  test('a card is picked out by a click on one of its counts, and has the focus then', async () => {
    const board = await boardWith('One')
    await allowed(stage.world.ada, 'checklist.add', { cardId: board.ids.One ?? '', text: 'Sand it' })
    const page = await open(await visitAs('ada'), board)
    await tile(page, 'One')
      .getByText('0/1')
      .click({ modifiers: ['Control'] })
    await bar(page).getByText('1 selected').waitFor()
    expect(await link(page, 'One').evaluate((card) => card === document.activeElement)).toBe(true)
    await page.keyboard.press('x')
    await bar(page).waitFor({ state: 'hidden' })
  })

  test.each([false, true])('the bar shows all its buttons, and no message covers it (on a phone: %s)', async (phone) => {
    const board = await boardWith('One', 'Two')
    const page = await open(await visitAs('ada', { phone }), board)
    await tile(page, 'One').hover()
    await tile(page, 'One')
      .getByRole('button', { name: /^More actions for / })
      .click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await bar(page).getByRole('button', { name: 'Complete' }).click()
    const message = await page.locator('[data-toast]').boundingBox()
    const place = await bar(page).boundingBox()
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0)
    const last = await bar(page).getByRole('button', { name: 'Archive' }).boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan((place?.x ?? 0) + (place?.width ?? 0))
    const sizes = await bar(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(phone ? 44 : 24)
  })

  test('selected cards are moved in their order, and undo puts each back to its place', async () => {
    const board = await boardWith('A', 'B', 'C', 'D', 'E', 'F', 'G')
    const page = await open(await visitAs('ada'), board)
    for (const title of ['A', 'C', 'D', 'E', 'G']) await link(page, title).click({ modifiers: ['Control'] })
    await bar(page).getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByRole('combobox', { name: 'List', exact: true }).selectOption('Done')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(async () => [await board.titles(0), await board.titles(2)]).toEqual(['BF', 'ACDEG'])
    await page.getByText('5 cards moved to Done').first().waitFor()
    await page.keyboard.press('z')
    await expect.poll(async () => [await board.titles(0), await board.titles(2)]).toEqual(['ABCDEFG', ''])
    await expect.poll(() => titlesIn(page, 'To do')).toEqual('ABCDEFG'.split(''))
  })

  test('after a move or an archiving the focus is on the moved card, or beside where it was', async () => {
    const board = await boardWith('One', 'Two', 'Three', 'Four')
    await makeBoard(stage.world, { name: 'Attic' })
    const page = await open(await visitAs('ada'), board)
    const dialog = page.getByRole('dialog')
    const choose = (field: string, label: string) => dialog.getByRole('combobox', { name: field, exact: true }).selectOption({ label })
    const move = () => dialog.getByRole('button', { name: 'Move', exact: true }).click()
    const focused = () => page.evaluate(() => document.activeElement?.closest('[data-card]')?.querySelector('a')?.textContent)

    await link(page, 'One').press('m')
    await choose('List', 'Done')
    await move()
    await expect.poll(() => titlesIn(page, 'Done')).toEqual(['One'])
    await expect.poll(focused).toBe('One')

    await link(page, 'Two').press('m')
    await choose('Board', 'Attic')
    await move()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Three', 'Four'])
    await expect.poll(focused).toBe('Three')

    await link(page, 'Three').press('.')
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Four'])
    await expect.poll(focused).toBe('Four')

    await page.keyboard.press('x')
    await bar(page).getByRole('button', { name: 'Clear' }).click()
    await bar(page).waitFor({ state: 'hidden' })
    await expect.poll(focused).toBe('Four')
  })

  test('a card dragged before the drag code has loaded moves to the pointer once it has', async () => {
    const board = await boardWith('One')
    const { page } = await visitAs('ada')
    let pass = () => {}
    const held = new Promise<void>((resolve) => {
      pass = resolve
    })
    let asked = 0
    await page.route('**/assets/library-*.js', async (route) => {
      asked += 1
      await held
      await route.continue()
    })
    await page.goto(`/boards/${board.id}`)
    const [from, to] = [await centre(tile(page, 'One')), await centre(list(page, 'In progress').locator('ul'))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await expect.poll(() => asked).toBe(1)
    pass()
    await page.waitForSelector('html[data-dragging]')
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['One'])
    await page.mouse.up()
    await expect.poll(() => board.titles(1)).toBe('One')
  })

  test('undo leaves a card alone that somebody else has moved or archived since, and says so; other changes do not prevent it', async () => {
    const board = await boardWith('One', 'Two')
    const page = await open(await visitAs('ada'), board)
    await drag(page, tile(page, 'One'), list(page, 'In progress').locator('ul'))
    await expect.poll(() => board.titles(1)).toBe('One')
    // A later change by the same person does not prevent the undo.
    await allowed(stage.world.ada, 'card.update', { cardId: board.ids.One ?? '', priority: 'high' })
    await allowed(stage.world.mia, 'card.update', { cardId: board.ids.One ?? '', priority: 'low' })
    await page.keyboard.press('z')
    await expect.poll(() => board.titles(0)).toBe('OneTwo')
    await link(page, 'Two').focus()
    await page.keyboard.press('e')
    await page.getByText('1 card archived').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('One')
    for (const archived of [false, true]) await allowed(stage.world.mia, 'card.update', { cardId: board.ids.Two ?? '', archived })
    await page.keyboard.press('z')
    await page.getByText('Someone else changed this in the meantime').first().waitFor()
    expect((await faceOf(board.ids.Two ?? '')).archivedAt).not.toBeNull()
    expect(await board.titles(0)).toBe('One')
  })

  test('completing is undone as it was done, and not on a card that somebody else has completed since', async () => {
    const board = await boardWith('One', 'Two', 'Three')
    const long = '2024-03-04T05:06:07.000Z'
    await allowed(stage.world.ada, 'card.update', { cardId: board.ids.Three ?? '', completedAt: long })
    const page = await open(await visitAs('ada'), board)
    const stands = () => Promise.all(['One', 'Two', 'Three'].map(async (title) => (await faceOf(board.ids[title] ?? '')).completedAt))
    await link(page, 'One').focus()
    await page.keyboard.press('Shift+x')
    await bar(page).getByRole('button', { name: 'Complete' }).click()
    await page.getByText('2 cards completed').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(stands).toEqual([null, null, long])
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'hidden' })
    await link(page, 'Three').focus()
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Reopen' }).click()
    await page.getByText('1 card reopened').first().waitFor()
    await page.keyboard.press('z')
    await expect.poll(stands).toEqual([null, null, long])
    await link(page, 'One').focus()
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Complete' }).click()
    await page.getByText('1 card completed').first().waitFor()
    await allowed(stage.world.mia, 'card.update', { cardId: board.ids.One ?? '', priority: 'high' })
    await page.keyboard.press('z')
    await expect.poll(stands).toEqual([null, null, long])
    await link(page, 'One').press('.')
    await page.getByRole('menuitem', { name: 'Complete' }).click()
    await page.getByText('1 card completed').last().waitFor()
    await expect.poll(async () => (await stands())[0]).not.toBeNull()
    for (const completedAt of [null, long]) await allowed(stage.world.mia, 'card.update', { cardId: board.ids.One ?? '', completedAt })
    await page.keyboard.press('z')
    await page.getByText('Someone else changed this in the meantime').first().waitFor()
    expect((await faceOf(board.ids.One ?? '')).completedAt).toBe(long)
  })

  test('selected cards move to another board, and undo brings them back with what that board does not have', async () => {
    const { ada, mia } = stage.world
    const board = await boardWith('A', 'B', 'C', 'D')
    const other = await makeBoard(stage.world, { name: 'Cellar' })
    await other.card('There', {}, 1)
    const { id: labelId } = await allowed(ada, 'label.create', { boardId: board.id, name: 'Only here', color: 'red' })
    const { id: fieldId } = await allowed(ada, 'field.create', { boardId: board.id, name: 'Width', type: 'number' })
    const b = board.ids.B ?? ''
    await allowed(ada, 'card.label', { cardId: b, labelId })
    await allowed(ada, 'card.field.set', { cardId: b, fieldId, value: 7 })
    const { id: deletedLabelId } = await allowed(ada, 'label.create', { boardId: board.id, name: 'Deleted soon', color: 'blue' })
    const { id: deletedFieldId } = await allowed(ada, 'field.create', { boardId: board.id, name: 'Height', type: 'number' })
    await allowed(ada, 'card.label', { cardId: b, labelId: deletedLabelId })
    await allowed(ada, 'card.field.set', { cardId: b, fieldId: deletedFieldId, value: 9 })
    const page = await open(await visitAs('ada'), board)
    const sides = async () => [await board.titles(0), await other.titles(1)]
    for (const title of ['B', 'C', 'D']) await link(page, title).click({ modifiers: ['Control'] })
    await page.keyboard.press('m')
    await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption({ label: 'Cellar' })
    await page.getByRole('combobox', { name: 'List', exact: true }).selectOption('In progress')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('3 cards moved to In progress on Cellar').first().waitFor()
    await page.getByText('Values that do not exist on that board were removed.').first().waitFor()
    await expect.poll(sides).toEqual(['A', 'BCDThere'])
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['A'])
    expect((await faceOf(b)).labelIds).toEqual([])
    await allowed(mia, 'card.update', { cardId: board.ids.C ?? '', listId: other.lists[2] ?? '' })
    await allowed(ada, 'label.delete', { labelId: deletedLabelId })
    await allowed(ada, 'field.delete', { fieldId: deletedFieldId })
    await page.keyboard.press('z')
    await page.getByText('1 of 3 cards not changed').first().waitFor()
    await expect.poll(sides).toEqual(['ABD', 'There'])
    expect(await other.titles(2)).toBe('C')
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['A', 'B', 'D'])
    await expect.poll(async () => (await faceOf(b)).labelIds).toEqual([labelId])
    await expect.poll(async () => (await faceOf(b)).fieldValues).toMatchObject([{ fieldId, value: 7 }])
  })

  test('selected cards are delegated to an agent together', async () => {
    const { robo } = stage.world
    const board = await boardWith('One', 'Two')
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').focus()
    await page.keyboard.press('Shift+x')
    await bar(page).getByRole('button', { name: 'Delegate' }).click()
    await page.getByRole('option', { name: /Robo/ }).click()
    await page.getByText('2 cards delegated to Robo').first().waitFor()
    for (const title of ['One', 'Two']) expect((await faceOf(board.ids[title] ?? '')).delegation?.agentActorId).toBe(robo.actorId)
    await bar(page).getByRole('button', { name: 'Delegate' }).click()
    await page.getByRole('option', { name: 'Remove delegation' }).click()
    await page.getByText('Delegation of 2 cards removed').first().waitFor()
    // An undo would begin the work anew.
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
    for (const title of ['One', 'Two']) expect((await faceOf(board.ids[title] ?? '')).delegation).toBeNull()
    await bar(page).getByRole('button', { name: 'Delegate' }).click()
    await page.getByRole('option', { name: /Robo/ }).waitFor()
    expect(await page.getByRole('option', { name: 'Remove delegation' }).count()).toBe(0)
  })

  test('the palette removes the delegation of those selected cards that have one, and tells which refused', async () => {
    const { ada, robo } = stage.world
    const board = await boardWith('One', 'Two', 'Three')
    for (const title of ['One', 'Two']) {
      await allowed(ada, 'delegation.set', { cardId: board.ids[title] ?? '', agentActorId: robo.actorId })
    }
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').focus()
    await page.keyboard.press('Shift+x')
    await page.route(`**/cards/${board.ids.Two}/delegation*`, (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'It is down.', details: {} } } }),
    )
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('remove delegation')
    await page.getByRole('option', { name: 'Remove delegation', exact: true }).click()
    await page.getByText('1 of 2 cards not changed').first().waitFor()
    const agents = () =>
      Promise.all(['One', 'Two', 'Three'].map(async (title) => (await faceOf(board.ids[title] ?? '')).delegation !== null))
    await expect.poll(agents).toEqual([false, true, false])
    await expect.poll(() => selected(page)).toEqual(['Two'])
  })

  const controls = [
    ['assign', 'a', /^Assign …/, 'assigneeActorIds'],
    ['labels', 'l', /^Labels …/, 'labelIds'],
    ['due', 'd', /^Due date …/, 'dueAt'],
    ['priority', 'p', /^Priority …/, 'priority'],
  ] as const
  test.each(controls)('%s is given to all selected cards by key, and by the palette', async (what, key, name, property) => {
    const { ada, mia } = stage.world
    const board = await boardWith('One', 'Two', 'Three')
    const { id: labelId } = await allowed(ada, 'label.create', { boardId: board.id, name: 'Wood', color: 'red' })
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').click({ modifiers: ['Control'] })
    await link(page, 'Two').click({ modifiers: ['Shift'] })
    const pick = (option: string) => page.getByRole('option', { name: option }).click()
    /** Several can be chosen, so the popover stays open. */
    const pickOne = async (option: string) => {
      await pick(option)
      await page.keyboard.press('Escape')
    }
    const date = async (day: string) => {
      await page.getByLabel('Date', { exact: true }).fill(day)
      await page.keyboard.press('Enter')
    }
    /** Sets it at first, and changes it then. */
    const giving = {
      assign: () => pickOne('Mia'),
      labels: () => pickOne('Wood'),
      due: (at: number) => date(at === 0 ? '2031-05-06' : '2032-05-06'),
      priority: (at: number) => pick(at === 0 ? 'High' : 'Low'),
    }
    const given: Record<typeof what, readonly [unknown, unknown]> = {
      assign: [[mia.actorId], []],
      labels: [[labelId], []],
      due: ['2031', '2032'],
      priority: ['high', 'low'],
    }
    const now = async (title: string) => {
      const value = (await faceOf(board.ids[title] ?? ''))[property]
      return property === 'dueAt' ? String(value).slice(0, 4) : value
    }
    const both = () => Promise.all(['One', 'Two'].map(now))
    const before = await now('Three')
    await page.keyboard.press(key)
    await giving[what](0)
    await expect.poll(both).toEqual([given[what][0], given[what][0]])
    await page.locator('[role=dialog]').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByText('Selected cards', { exact: true }).waitFor()
    await page.getByRole('option', { name }).click()
    await giving[what](1)
    await expect.poll(both).toEqual([given[what][1], given[what][1]])
    expect(await now('Three')).toEqual(before)
  })

  test('a new label with a chosen colour is given to all selected cards', async () => {
    const board = await boardWith('One', 'Two', 'Three')
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').click({ modifiers: ['Control'] })
    await link(page, 'Two').click({ modifiers: ['Shift'] })
    await page.keyboard.press('l')
    await page.getByRole('combobox', { name: 'Find or create a label' }).fill('Wood')
    await page.getByRole('button', { name: 'New label' }).click()
    expect(await page.getByRole('textbox', { name: 'New label' }).inputValue()).toBe('Wood')
    await page.locator('[data-tip=Violet]').click()
    await page.getByRole('button', { name: 'Add label' }).click()
    await page.getByRole('option', { name: 'Wood', selected: true }).waitFor()
    const [wood] = (await board.tree()).labels
    expect(wood).toMatchObject({ name: 'Wood', color: 'violet' })
    for (const title of ['One', 'Two']) await expect.poll(async () => (await faceOf(board.ids[title] ?? '')).labelIds).toEqual([wood?.id])
    expect((await faceOf(board.ids.Three ?? '')).labelIds).toEqual([])
  })

  test('people, labels, a priority and a date are given to all selected cards', async () => {
    const board = await boardWith('One', 'Two', 'Three')
    const { id: labelId } = await allowed(stage.world.ada, 'label.create', { boardId: board.id, name: 'Urgent care', color: 'red' })
    await allowed(stage.world.ada, 'card.label', { cardId: board.ids.Two ?? '', labelId })
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').click({ modifiers: ['Control'] })
    await link(page, 'Two').click({ modifiers: ['Shift'] })
    await bar(page).getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('option', { name: /Urgent care.*1 of 2/ }).click()
    await page.keyboard.press('Escape')
    await bar(page).getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('option', { name: /Mia/ }).click()
    await page.keyboard.press('Escape')
    await bar(page).getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await bar(page).getByRole('button', { name: 'Due' }).click()
    await page.getByLabel('Date', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Enter')
    await bar(page).getByRole('button', { name: 'Complete' }).click()
    const { mia } = stage.world
    for (const title of ['One', 'Two'])
      await expect
        .poll(async () => {
          const { labelIds, assigneeActorIds, priority, dueAt, completedAt } = await faceOf(board.ids[title] ?? '')
          return [labelIds, assigneeActorIds, priority, dueAt?.slice(0, 7), completedAt !== null]
        })
        .toEqual([[labelId], [mia.actorId], 'high', '2031-05', true])
    expect((await faceOf(board.ids.Three ?? '')).priority).toBe('none')
  })

  test('what fails is told by its reason and stays selected, and trying again doubles nothing', async () => {
    const titles = Array.from({ length: 14 }, (_, at) => `Card ${at + 1}`)
    const board = await boardWith(...titles)
    const page = await open(await visitAs('ada'), board)
    const [refused, lost] = [board.ids['Card 3'] ?? '', board.ids['Card 7'] ?? '']
    let [underWay, most] = [0, 0]
    const idsOfLost: string[] = []
    const full = Promise.withResolvers<void>()
    await page.route('**/api/cards/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      underWay++
      most = Math.max(most, underWay)
      if (most === 4) full.resolve()
      await full.promise
      if (route.request().url().includes(refused)) {
        underWay--
        return route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'No.' } } })
      }
      const answer = await route.fetch()
      underWay--
      if (!route.request().url().includes(lost)) return route.fulfill({ response: answer })
      // It is done, and only the answer does not come.
      idsOfLost.push(String(route.request().postDataJSON().clientMutationId))
      return idsOfLost.length <= 3 ? route.abort() : route.fulfill({ response: answer })
    })
    await page.getByRole('button', { name: 'More actions for To do' }).click()
    await page.getByRole('menuitem', { name: 'Select all cards' }).click()
    await bar(page).getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Urgent' }).click()
    await bar(page).getByRole('progressbar').waitFor()
    await page.getByText('2 of 14 cards not changed').first().waitFor()
    await page.getByText('Your role on this board does not allow this. Ask a board admin.').first().waitFor()
    await expect.poll(() => selected(page)).toEqual(['Card 3', 'Card 7'])
    await page.getByText('Try again', { exact: true }).click()
    await expect.poll(() => idsOfLost.length).toBe(4)
    expect([new Set(idsOfLost).size, most]).toEqual([1, 4])
    const log = await allowed(stage.world.ada, 'card.activity', { cardId: lost })
    expect(log.filter(({ verb }) => verb === 'card.priority_changed').length).toBe(1)
  })

  test('a selected card that is dragged takes the others along', async () => {
    const board = await boardWith('One', 'Two', 'Three', 'Four')
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').click({ modifiers: ['Control'] })
    await link(page, 'Three').click({ modifiers: ['Control'] })
    await drag(page, tile(page, 'Three'), list(page, 'Done').locator('ul'))
    await expect.poll(async () => [await board.titles(0), await board.titles(2)]).toEqual(['TwoFour', 'OneThree'])
  })

  test('what was archived is found again and comes back: a card by itself, a list with its cards, live for who looks on', async () => {
    const board = await boardWith('Water the beans', 'Mow the lawn', 'Paint the fence')
    await board.card('Rake the leaves', {}, 1)
    const page = await open(await visitAs('ada'), board)
    await link(page, 'Water the beans').press('p')
    await page.getByRole('option', { name: 'Urgent' }).click()
    await tile(page, 'Water the beans').getByRole('img', { name: 'Urgent' }).waitFor()
    await link(page, 'Mow the lawn').press('e')
    await page.getByText('1 card archived').first().waitFor()
    await page.getByRole('button', { name: 'More actions for In progress' }).click()
    await page.getByRole('menuitem', { name: 'Archive list' }).click()
    await list(page, 'In progress').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Archive', exact: true }).click()
    const archive = page.getByRole('dialog', { name: 'Archive of Engine' })
    await archive.getByRole('link', { name: 'Rake the leaves' }).waitFor()
    await archive.getByText('In progress, also archived').waitFor()
    // Another user archives one meanwhile.
    await allowed(stage.world.mia, 'card.update', { cardId: board.ids['Paint the fence'] ?? '', archived: true })
    await archive.getByRole('link', { name: 'Paint the fence' }).waitFor()
    await archive.getByRole('searchbox').fill('lawn')
    await archive.getByRole('link', { name: 'Paint the fence' }).waitFor({ state: 'hidden' })
    await archive
      .getByRole('listitem')
      .filter({ hasText: 'Mow the lawn' })
      .getByRole('button', { name: /Restore/ })
      .click()
    await expect.poll(() => board.titles(0)).toBe('Water the beansMow the lawn')
    await archive.getByRole('searchbox').fill('')
    await archive.getByRole('button', { name: 'Restore list In progress' }).click()
    await expect.poll(() => board.titles(1)).toBe('Rake the leaves')
    await page.keyboard.press('Escape')
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['Rake the leaves'])
    // What came back has no undo any more, so the change before is the last one.
    await page.keyboard.press('z')
    await page.getByText('Undone').first().waitFor()
    await tile(page, 'Water the beans').getByRole('img', { name: 'Urgent' }).waitFor({ state: 'hidden' })
  })

  test('the message about an archived card closes once the card came back in another way', async () => {
    const board = await boardWith('One', 'Two')
    const visitor = await visitAs('ada')
    // No message closes by itself.
    await visitor.page.addInitScript(() => {
      const later = window.setTimeout
      Object.assign(window, { setTimeout: (run: () => void, ms?: number) => later(run, ms === 8_000 ? 600_000 : ms) })
    })
    const page = await open(visitor, board)
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
    const ofCard = page.getByRole('listitem').filter({ hasText: 'One' })
    await link(page, 'One').press('e')
    await undo.waitFor()
    await page.getByRole('link', { name: 'Archive', exact: true }).click()
    await ofCard.getByRole('button', { name: /Restore/ }).click()
    await page.getByRole('status').filter({ hasText: 'restored to To do' }).waitFor()
    await undo.waitFor({ state: 'hidden' })
  })

  test('who is here stands in the header, and on the card that somebody looks at', async () => {
    const board = await boardWith('One', 'Two')
    const page = await open(await visitAs('ada'), board)
    const mia = await open(await visitAs('mia'), board)
    const here = page.getByRole('list', { name: 'Online' }).getByRole('img')
    await expect.poll(() => here.evaluateAll((faces) => faces.map((face) => face.getAttribute('aria-label')))).toEqual(['Mia', 'Ada'])
    await link(mia, 'Two').click()
    await tile(page, 'Two').getByRole('img', { name: 'Viewing: Mia' }).waitFor()
    expect(await tile(page, 'One').getByRole('img', { name: 'Viewing: Mia' }).count()).toBe(0)
    await mia.keyboard.press('Escape')
    await tile(page, 'Two').getByRole('img', { name: 'Viewing: Mia' }).waitFor({ state: 'hidden' })
    const phone = await open(await visitAs('mia', { phone: true }), board)
    const others = phone.getByRole('list', { name: 'Online' }).getByRole('img')
    await expect.poll(() => others.evaluateAll((faces) => faces.map((face) => face.getAttribute('aria-label')))).toEqual(['Ada'])
  })

  test('on a phone all buttons fit into the bar', async () => {
    const page = await open(await visitAs('ada', { phone: true }), await boardWith('One'))
    await link(page, 'One').focus()
    await page.keyboard.press('x')
    await bar(page).getByText('1 selected').waitFor()
    const outside = bar(page).evaluate((of) => {
      const { right } = of.getBoundingClientRect()
      return [...of.querySelectorAll('button')].flatMap((one) => (one.getBoundingClientRect().right > right ? one.ariaLabel : []))
    })
    expect(await outside).toEqual([])
  })

  test('a list beyond its limit says so, and a move beyond it too', async () => {
    const board = await boardWith('One', 'Two')
    const [, second = ''] = board.lists
    await allowed(stage.world.ada, 'list.update', { listId: second, wipLimit: 1 })
    await board.card('There', {}, 1)
    const page = await open(await visitAs('ada'), board)
    await drag(page, tile(page, 'One'), list(page, 'In progress').locator('ul'))
    await page.getByText('The list is over its limit (2 of 1).').first().waitFor()
    await list(page, 'In progress').getByText('2 of 1 card').waitFor({ state: 'attached' })
    // The list shows the card before the service has it.
    await expect.poll(() => board.titles(1)).toContain('One')
  })
})
