import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { centre, drag, touchOf } from '../kit/pointer.ts'
import { inTheBrowser } from '../kit/stage.ts'

const cell = (page: Page, lane: string, list: string): Locator => page.getByRole('region', { name: `${lane}: ${list}`, exact: true })
const titlesIn = (page: Page, lane: string, list = 'To do') => cell(page, lane, list).locator('[data-card] a').allTextContents()
const lanes = (page: Page) => page.locator('[data-lane] h2 button > span:nth-last-child(2)').allTextContents()
const grip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const head = (page: Page, name: string) => page.locator('[data-head]').filter({ has: grip(page, name) })
/** From left to right, as they are seen. */
const heads = (page: Page) =>
  page
    .locator('main [data-head]')
    .evaluateAll((all) =>
      all
        .toSorted((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
        .map((one) => one.querySelector('[data-name]')?.textContent),
    )
const cellsOf = (page: Page, lane: string) =>
  page
    .getByRole('region', { name: lane, exact: true })
    .locator('[data-cell]')
    .evaluateAll((all) =>
      all
        .toSorted((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
        .map((one) => one.getAttribute('aria-label')?.split(': ')[1]),
    )
const focused = (page: Page) =>
  page.evaluate(() => {
    const tile = document.activeElement?.closest('[data-card]')
    return [tile?.querySelector('a')?.textContent, tile?.closest('[data-cell]')?.getAttribute('aria-label')]
  })

inTheBrowser('swimlanes', (stage) => {
  const choose = async (page: Page, name: string) => {
    await page.getByRole('button', { name: /^All cards|^Mine/ }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
  }
  const openBy = async (board: Board, lanesBy: string) => {
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}?lanes=${lanesBy}`)
    await page.getByRole('region', { name: 'Board with swimlanes' }).waitFor()
    return page
  }
  const cardNow = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card

  test('are chosen in the menu of views, kept with a view and for the address', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One', { assigneeActorIds: [stage.world.mia.actorId] })
    await board.card('Two')
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}`)
    await choose(page, 'By assignee')
    await expect.poll(() => lanes(page)).toEqual(['Mia', 'Unassigned'])
    await expect.poll(() => titlesIn(page, 'Mia')).toEqual(['One'])
    await page.getByRole('button', { name: /^All cards/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Show empty swimlanes' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => lanes(page)).toEqual(['Ada', 'Mia', 'Vic', 'Unassigned'])
    await page.getByRole('button', { name: /^All cards/ }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await page.getByRole('textbox', { name: 'View name' }).fill('Mine')
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: 'Mine' }).waitFor()
    const [view] = await allowed(stage.world.ada, 'view.list', { boardId: board.id })
    expect(view).toMatchObject({ layout: 'board', lanes: 'assignee', emptyLanes: true })
    const other = (await stage.visitAs('ada')).page
    await other.goto(`/boards/${board.id}?view=${view?.id}`)
    await expect.poll(() => lanes(other)).toEqual(['Ada', 'Mia', 'Vic', 'Unassigned'])
    await choose(page, 'No swimlanes')
    await page.getByRole('region', { name: 'To do', exact: true }).waitFor()
  })

  test('a card that is dragged to another row is for somebody else, and one undo takes row and place back', async () => {
    const { ada, mia } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { assigneeActorIds: [ada.actorId] })
    await board.card('Two', { assigneeActorIds: [mia.actorId] }, 1)
    const page = await openBy(board, 'assignee')
    await drag(
      page,
      cell(page, 'Ada', 'To do').getByRole('link', { name: 'One' }),
      cell(page, 'Mia', 'In progress').getByRole('link', { name: 'Two' }),
    )
    await expect.poll(() => titlesIn(page, 'Mia', 'In progress')).toEqual(['One', 'Two'])
    await expect.poll(async () => (await cardNow(card.id)).assigneeActorIds).toEqual([mia.actorId])
    await expect.poll(() => board.titles(1)).toBe('OneTwo')
    // The row of which it was the last is empty, and gone.
    await expect.poll(() => lanes(page)).toEqual(['Mia'])
    await page.getByText('1 card moved to “Mia”').first().waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await cardNow(card.id)).assigneeActorIds).toEqual([ada.actorId])
    await expect.poll(() => board.titles(0)).toBe('One')
    await expect.poll(() => titlesIn(page, 'Ada')).toEqual(['One'])
  })

  test('an undo leaves what somebody else has changed since, and does not delegate again', async () => {
    const { ada, mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { priority: 'high' })
    await board.card('Two', { priority: 'low' })
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['S', 'M', 'L'] })
    const setSize = (actor: typeof ada, value: string) => allowed(actor, 'card.field.set', { cardId: card.id, fieldId: field.id, value })
    await setSize(ada, 'S')
    const drop = async (page: Page, from: string, to: string) => {
      await drag(page, cell(page, from, 'To do').getByRole('link', { name: 'One' }), cell(page, to, 'To do'))
      await page.getByText(`1 card moved to “${to}”`).first().waitFor()
    }
    const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    const byPriority = await openBy(board, 'priority&empty=true')
    await drop(byPriority, 'High', 'Low')
    await allowed(mia, 'card.update', { cardId: card.id, priority: 'urgent' })
    await expect.poll(() => titlesIn(byPriority, 'Urgent')).toEqual(['One'])
    await undo(byPriority)
    await byPriority.getByText('The change was not undone').first().waitFor()
    expect((await cardNow(card.id)).priority).toBe('urgent')
    await expect.poll(() => titlesIn(byPriority, 'Urgent')).toEqual(['One'])
    await byPriority.close()

    const bySize = await openBy(board, `field:${field.id}&empty=true`)
    const size = async () => (await cardNow(card.id)).fieldValues[0]?.value
    await drop(bySize, 'S', 'M')
    await undo(bySize)
    await expect.poll(size).toBe('S')
    await drop(bySize, 'S', 'M')
    await setSize(mia, 'L')
    await expect.poll(() => titlesIn(bySize, 'L')).toEqual(['One'])
    await undo(bySize)
    await bySize.getByText('The change was not undone').first().waitFor()
    expect(await size()).toBe('L')
    await expect.poll(() => titlesIn(bySize, 'L')).toEqual(['One'])
    await bySize.close()

    await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    const byAgent = await openBy(board, 'delegate&empty=true')
    await drop(byAgent, 'Robo', 'Not delegated')
    await undo(byAgent)
    await byAgent.getByText('The change was not undone').first().waitFor()
    expect((await cardNow(card.id)).delegation).toBeNull()
  })

  test('a card with two labels is in both rows, and the keyboard carries it to the one below', async () => {
    const board = await makeBoard(stage.world)
    const label = async (name: string) => (await allowed(stage.world.ada, 'label.create', { boardId: board.id, name, color: 'red' })).id
    const labelIds = [await label('Bug'), await label('Idea')]
    const wish = await label('Wish')
    const card = await board.card('One', { labelIds })
    await board.card('Two', { labelIds: [wish] })
    const page = await openBy(board, 'label')
    await expect.poll(() => lanes(page)).toEqual(['Bug', 'Idea', 'Wish'])
    await expect.poll(() => titlesIn(page, 'Bug')).toEqual(['One'])
    await expect.poll(() => titlesIn(page, 'Idea')).toEqual(['One'])
    await cell(page, 'Bug', 'To do').getByRole('link', { name: 'One' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toEqual(['One', 'Idea: To do'])
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.getByText('One: Wish: To do, position 1 of 2').waitFor()
    await page.keyboard.press('Space')
    await expect.poll(async () => (await cardNow(card.id)).labelIds.toSorted()).toEqual([labelIds[0] ?? '', wish].toSorted())
    await expect.poll(() => titlesIn(page, 'Wish')).toEqual(['One', 'Two'])
    await page.keyboard.press('z')
    await expect.poll(async () => (await cardNow(card.id)).labelIds.toSorted()).toEqual(labelIds.toSorted())
  })

  test('a checkbox makes two rows, and a card that is dragged to the other one is checked, until that is undone', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Paid', type: 'checkbox' })
    const [one, two] = [await board.card('One'), await board.card('Two')]
    await allowed(ada, 'card.field.set', { cardId: one.id, fieldId: field.id, value: true })
    const page = await openBy(board, `field:${field.id}`)
    await expect.poll(() => lanes(page)).toEqual(['Checked', 'Not checked'])
    const isPaid = async () => (await cardNow(two.id)).fieldValues[0]?.value
    await drag(
      page,
      cell(page, 'Not checked', 'To do').getByRole('link', { name: 'Two' }),
      cell(page, 'Checked', 'To do').getByRole('link', { name: 'One' }),
    )
    await expect.poll(isPaid).toBe(true)
    await choose(page, 'By Paid')
    await page.keyboard.press('Escape')
    await page.keyboard.press('z')
    await expect.poll(isPaid).toBeUndefined()
  })

  test('rows by agent, priority and a select field; a refusal puts the card back', async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['Small', 'Large'] })
    const card = await board.card('One', { priority: 'high' })
    await board.card('Two')
    await allowed(ada, 'card.field.set', { cardId: card.id, fieldId: field.id, value: 'Small' })
    const byField = await openBy(board, `field:${field.id}`)
    await expect.poll(() => lanes(byField)).toEqual(['Small', 'No Size'])
    await drag(
      byField,
      cell(byField, 'No Size', 'To do').getByRole('link', { name: 'Two' }),
      cell(byField, 'Small', 'To do').getByRole('link', { name: 'One' }),
    )
    await expect.poll(async () => (await titlesIn(byField, 'Small')).toSorted()).toEqual(['One', 'Two'])
    await expect.poll(() => lanes(byField)).toEqual(['Small'])
    await allowed(ada, 'card.field.set', { cardId: card.id, fieldId: field.id, value: 'Large' })
    await expect.poll(() => lanes(byField)).toEqual(['Small', 'Large'])
    await choose(byField, 'By Size')
    const byPriority = await openBy(board, 'priority')
    await expect.poll(() => lanes(byPriority)).toEqual(['High', 'No priority'])
    await byPriority.route('**/api/cards/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'No.' } } })
        : route.continue(),
    )
    await drag(
      byPriority,
      cell(byPriority, 'High', 'To do').getByRole('link', { name: 'One' }),
      cell(byPriority, 'No priority', 'To do').getByRole('link', { name: 'Two' }),
    )
    await byPriority.getByRole('alert').or(byPriority.getByText('was not moved')).first().waitFor()
    await expect.poll(() => titlesIn(byPriority, 'High')).toEqual(['One'])
    const byAgent = await openBy(board, 'delegate&empty=true')
    await expect.poll(() => lanes(byAgent)).toEqual(['Robo', 'Not delegated'])
    await drag(byAgent, cell(byAgent, 'Not delegated', 'To do').getByRole('link', { name: 'One' }), cell(byAgent, 'Robo', 'To do'))
    await expect.poll(async () => (await cardNow(card.id)).delegation?.agentActorId).toBe(robo.actorId)
  })

  test('lists have their menu above the rows', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One', { assigneeActorIds: [stage.world.mia.actorId] })
    const page = await openBy(board, 'assignee')
    await page.getByRole('button', { name: 'More actions for To do' }).click()
    await page.getByRole('menuitem', { name: 'Move right' }).click()
    await expect.poll(async () => (await board.tree()).lists.map(({ name }) => name)).toEqual(['In progress', 'To do', 'Done'])
    await page.getByRole('button', { name: 'More actions for To do' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('dialog').waitFor()
  })

  test('lists are dragged above the rows by mouse and keyboard, and their cards move along', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One', { assigneeActorIds: [stage.world.mia.actorId] })
    const kept = async () => (await board.tree()).lists.map(({ name }) => name)
    const page = await openBy(board, 'assignee')
    await drag(page, grip(page, 'To do'), head(page, 'Done'))
    await expect.poll(kept).toEqual(['In progress', 'Done', 'To do'])
    await expect.poll(() => heads(page)).toEqual(['In progress', 'Done', 'To do'])
    expect(await page.evaluate(() => String(document.getSelection()))).toBe('')
    // A drag is no click: the name is still a name.
    expect(await page.getByRole('textbox', { name: 'List name' }).count()).toBe(0)
    await grip(page, 'To do').focus()
    await page.keyboard.press('Space')
    await page.getByText('List To do picked up, position 3 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => heads(page)).toEqual(['In progress', 'To do', 'Done'])
    expect(await cellsOf(page, 'Mia')).toEqual(['In progress', 'To do', 'Done'])
    await page.keyboard.press('Space')
    await expect.poll(kept).toEqual(['In progress', 'To do', 'Done'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('To do')
    expect(await titlesIn(page, 'Mia')).toEqual(['One'])
    await page.keyboard.press('z')
    await expect.poll(kept).toEqual(['In progress', 'Done', 'To do'])
  })

  test('a list is added behind the others, by the palette too, and on a board without cards', async () => {
    const board = await makeBoard(stage.world)
    const page = await openBy(board, 'assignee')
    await page.getByText('No cards to show in swimlanes.').waitFor()
    const name = page.getByRole('textbox', { name: 'List name' })
    await page.getByRole('button', { name: 'Add list' }).click()
    await name.fill('Later')
    await name.press('Enter')
    await expect.poll(() => heads(page)).toEqual(['To do', 'In progress', 'Done', 'Later'])
    await name.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('new list')
    await page.keyboard.press('Enter')
    await name.fill('Never')
    await name.press('Enter')
    await expect.poll(() => heads(page)).toEqual(['To do', 'In progress', 'Done', 'Later', 'Never'])
    await page.getByRole('button', { name: 'Add a card to Later' }).click()
    await page.getByLabel('Card title').fill('New')
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesIn(page, 'Unassigned', 'Later')).toEqual(['New'])
  })

  test('on a phone a finger drags a card at the edge to the last list, and a list over its neighbours', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One', { assigneeActorIds: [stage.world.mia.actorId] })
    const visitor = await stage.visitAs('ada', { phone: true })
    const { page } = visitor
    await page.goto(`/boards/${board.id}?lanes=assignee`)
    const rows = page.getByRole('region', { name: 'Board with swimlanes' })
    await rows.waitFor()
    const finger = await touchOf(visitor.context, page)
    const card = await centre(cell(page, 'Mia', 'To do').getByRole('link', { name: 'One' }))
    await finger.press(card)
    await finger.moveTo({ x: 350, y: card.y })
    await expect.poll(() => titlesIn(page, 'Mia', 'Done')).toEqual(['One'])
    await finger.lift()
    await expect.poll(() => board.titles(2)).toBe('One')
    await rows.evaluate((all) => all.scrollTo(0, 0))
    const name = await centre(grip(page, 'To do'))
    await finger.press(name)
    await finger.moveTo({ x: 350, y: name.y + 20 })
    await expect.poll(() => heads(page)).toEqual(['In progress', 'Done', 'To do'])
    await finger.lift()
    await expect.poll(async () => (await board.tree()).lists.map((list) => list.name)).toEqual(['In progress', 'Done', 'To do'])
  })

  test('a row that is folded stays so after a reload, and says how many cards it has', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One', { priority: 'high' })
    await board.card('Two', { priority: 'low' })
    const page = await openBy(board, 'priority')
    const high = page.getByRole('button', { name: /^High/ })
    await high.click()
    expect(await high.getAttribute('aria-expanded')).toBe('false')
    await page.reload()
    await expect.poll(() => page.locator('[data-card] a').allTextContents()).toEqual(['Two'])
    await page.getByRole('button', { name: 'High 1 card' }).click()
    await expect.poll(() => page.locator('[data-card] a').allTextContents()).toEqual(['One', 'Two'])
  })

  test('with a filter, new cards and a viewer', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One', { priority: 'high' })
    const page = await openBy(board, 'priority')
    await page.getByRole('button', { name: 'Add a card to Done' }).click()
    await page.getByLabel('Card title').fill('New')
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesIn(page, 'No priority', 'Done')).toEqual(['New'])
    await page.keyboard.press('Escape')
    await page.goto(`/boards/${board.id}?lanes=priority&priority=high`)
    await expect.poll(() => lanes(page)).toEqual(['High'])
    const viewer = (await stage.visitAs('vic', { phone: true })).page
    await viewer.goto(`/boards/${board.id}?lanes=priority`)
    await expect.poll(() => lanes(viewer)).toEqual(['High', 'No priority'])
    expect(await viewer.getByRole('button', { name: /^Add a card/ }).count()).toBe(0)
    expect(await viewer.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('are accessible in each look', async () => {
    const board = await makeBoard(stage.world)
    const { id } = await allowed(stage.world.ada, 'label.create', { boardId: board.id, name: 'Bug', color: 'red' })
    await board.card('One', { labelIds: [id], assigneeActorIds: [stage.world.mia.actorId], priority: 'urgent' })
    await board.card('Two')
    const visitor = await stage.visitAs('ada')
    for (const by of ['assignee', 'label', 'priority'])
      await expectAccessibleInEachLook(visitor, `/boards/${board.id}?lanes=${by}`, () =>
        visitor.page.locator('[data-lane]').first().waitFor(),
      )
  })
})
