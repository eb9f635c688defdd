import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { centre, drag, touchOf } from '../kit/pointer.ts'
import { inTheBrowser, list, open, tile } from '../kit/stage.ts'

const names = (page: Page) => page.locator('[data-list]').evaluateAll((lists) => lists.map((one) => one.getAttribute('aria-label')))
const seen = (page: Page) =>
  page
    .locator('[data-list]')
    .evaluateAll((lists) =>
      lists
        .toSorted((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
        .map((one) => one.getAttribute('aria-label')),
    )
const grip = (page: Page, name: string) => list(page, name).getByRole('button', { name, exact: true })

inTheBrowser('the lists of a board', (stage) => {
  const { visitAs } = stage
  const kept = async (board: Board) => (await allowed(stage.world.ada, 'board.tree', { boardId: board.id })).lists.map(({ name }) => name)

  test('a list is dragged by its name with the mouse, marks no text, and undo brings it back', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const page = await open(await visitAs('ada'), board)
    await drag(page, grip(page, 'To do'), list(page, 'Done'))
    await expect.poll(() => kept(board)).toEqual(['In progress', 'Done', 'To do'])
    await expect.poll(() => names(page)).toEqual(['In progress', 'Done', 'To do'])
    expect(await page.evaluate(() => String(document.getSelection()))).toBe('')
    // A drag is no click: the name is still a name.
    expect(await page.getByRole('textbox', { name: 'List name' }).count()).toBe(0)
    await page.getByText('List To do moved').first().waitFor()
    await page.keyboard.press('z')
    await expect.poll(() => kept(board)).toEqual(['To do', 'In progress', 'Done'])
  })

  test.each([
    ['above swimlanes', '?lanes=priority&empty=true'],
    ['in the List layout', '?layout=list'],
  ])('a list is renamed by a click on its name %s too, and nobody is overwritten', async (_, search) => {
    const { ada, mia } = stage.world
    const board = await makeBoard(stage.world)
    await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}${search}`)
    const name = (now: string) => page.getByRole('button', { name: now, exact: true })
    const field = page.getByRole('textbox', { name: 'List name' })
    await name('To do').click()
    await field.fill('Ready')
    await page.keyboard.press('Escape')
    await name('To do').click()
    await field.fill('Ready')
    await page.keyboard.press('Enter')
    await expect.poll(() => kept(board)).toEqual(['Ready', 'In progress', 'Done'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Ready')
    await page.keyboard.press('Enter')
    await field.fill('Ada’s')
    await allowed(mia, 'list.update', { listId: board.lists[0] ?? '', name: 'Mia’s' })
    await page.keyboard.press('Enter')
    await page.getByText('Someone changed this to “Mia’s” while you were writing.').waitFor()
    expect((await kept(board))[0]).toBe('Mia’s')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(async () => (await kept(board))[0]).toBe('Ada’s')
    await allowed(ada, 'member.update', { boardId: board.id, actorId: mia.actorId, role: 'viewer' })
    const { page: viewer } = await visitAs('mia')
    await viewer.goto(`/boards/${board.id}${search}`)
    await viewer.getByRole('heading', { name: 'Ada’s' }).waitFor()
    expect(await viewer.getByRole('button', { name: 'Ada’s', exact: true }).count()).toBe(0)
  })

  test('undo leaves a list where somebody else has put it since', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(await visitAs('ada'), board)
    await drag(page, grip(page, 'To do'), list(page, 'Done'))
    await expect.poll(() => kept(board)).toEqual(['In progress', 'Done', 'To do'])
    await page.getByText('List To do moved').first().waitFor()
    const [todo = '', second = ''] = board.lists
    await allowed(stage.world.mia, 'list.update', { listId: todo, beforeId: second })
    await expect.poll(() => names(page)).toEqual(['In progress', 'To do', 'Done'])
    await page.keyboard.press('z')
    await page.getByText('Someone else changed this in the meantime').first().waitFor()
    expect(await kept(board)).toEqual(['In progress', 'To do', 'Done'])
  })

  test('undo puts a list below the one that it stood below, wherever that stands by now', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(await visitAs('ada'), board)
    await grip(page, 'Done').focus()
    for (const key of ['Space', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    await expect.poll(() => seen(page)).toEqual(['Done', 'To do', 'In progress'])
    await page.keyboard.press('Space')
    await expect.poll(() => kept(board)).toEqual(['Done', 'To do', 'In progress'])
    await page.getByText('List Done moved').first().waitFor()
    const [todo = '', second = ''] = board.lists
    await allowed(stage.world.mia, 'list.update', { listId: todo, beforeId: second })
    await expect.poll(() => names(page)).toEqual(['Done', 'In progress', 'To do'])
    await page.keyboard.press('z')
    await expect.poll(() => kept(board)).toEqual(['In progress', 'Done', 'To do'])
  })

  test('a list is carried by keyboard, is announced, and keeps the focus', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(await visitAs('ada'), board)
    await grip(page, 'To do').focus()
    await page.keyboard.press('Space')
    await page.getByText('List To do picked up, position 1 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => seen(page)).toEqual(['In progress', 'To do', 'Done'])
    await page.keyboard.press('Escape')
    await expect.poll(() => seen(page)).toEqual(['To do', 'In progress', 'Done'])
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect.poll(() => kept(board)).toEqual(['In progress', 'To do', 'Done'])
    await expect.poll(() => names(page)).toEqual(['In progress', 'To do', 'Done'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('To do')
  })

  test.each(['', '?lanes=priority&empty=true'])(
    'a list that is carried by keyboard stays in view on a narrow screen %s',
    async (search) => {
      const board = await makeBoard(stage.world)
      const { page } = await visitAs('ada', { phone: true })
      await page.goto(`/boards/${board.id}${search}`)
      const name = page.getByRole('button', { name: 'To do', exact: true })
      const isInView = () =>
        name.evaluate((one) => one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().right <= window.innerWidth)
      await name.focus()
      for (const key of ['Space', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
      await page.getByText('List To do: position 3 of 3').waitFor({ state: 'attached' })
      await expect.poll(isInView).toBe(true)
      await page.keyboard.press('Space')
      await expect.poll(() => kept(board)).toEqual(['In progress', 'Done', 'To do'])
      await expect.poll(isInView).toBe(true)
    },
  )

  test('a name is changed by a click: Enter keeps it, Escape does not', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(await visitAs('ada'), board)
    const field = page.getByRole('textbox', { name: 'List name' })
    await grip(page, 'To do').click()
    await field.fill('Later')
    await page.keyboard.press('Enter')
    await expect.poll(() => kept(board)).toEqual(['Later', 'In progress', 'Done'])
    await grip(page, 'Later').click()
    await field.fill('Never')
    await page.keyboard.press('Escape')
    await grip(page, 'Later').waitFor()
    expect(await kept(board)).toEqual(['Later', 'In progress', 'Done'])
  })

  test('an item of a checklist is dragged to another place, and a click still ticks it', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    for (const text of ['Sand', 'Prime', 'Paint']) await allowed(stage.world.ada, 'checklist.add', { cardId: card.id, text })
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const item = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    const items = async () =>
      (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.checklistItems.map(({ text, done }) => `${text} ${done}`)
    await item('Paint').waitFor()
    await drag(page, item('Paint').getByText('Paint'), item('Sand'))
    await expect.poll(items).toEqual(['Paint false', 'Sand false', 'Prime false'])
    expect(await page.evaluate(() => String(document.getSelection()))).toBe('')
    await item('Prime').getByText('Prime').click()
    await expect.poll(items).toEqual(['Paint false', 'Sand false', 'Prime true'])
    await page.keyboard.press('Control+a')
    expect(await page.evaluate(() => String(document.getSelection()))).toContain('Prime')
  })

  test('on a phone an item of a checklist is dragged by a finger', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    for (const text of ['Sand', 'Prime', 'Paint']) await allowed(stage.world.ada, 'checklist.add', { cardId: card.id, text })
    const visitor = await visitAs('ada', { phone: true })
    const { page } = visitor
    await page.goto(`/cards/${card.key}`)
    const item = (text: string) => page.locator('[data-row]').filter({ hasText: text })
    await item('Sand').scrollIntoViewIfNeeded()
    const rows = () =>
      page
        .locator('[data-row]')
        .evaluateAll((all) =>
          all
            .toSorted((one, other) => one.getBoundingClientRect().y - other.getBoundingClientRect().y)
            .map((one) => one.querySelector('label')?.textContent),
        )
    const finger = await touchOf(visitor.context, page)
    const first = await centre(item('Sand'))
    await finger.press(await centre(item('Paint').getByText('Paint')))
    await finger.moveTo({ x: first.x, y: first.y - 10 })
    await expect.poll(rows).toEqual(['Paint', 'Sand', 'Prime'])
    await finger.lift()
    await expect
      .poll(async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.checklistItems.map(({ text }) => text))
      .toEqual(['Paint', 'Sand', 'Prime'])
    expect(await page.evaluate(() => String(document.getSelection()))).toBe('')
  })

  test('on a phone a finger drags a card at the edge to the last list, and a list over its neighbours', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await visitAs('ada', { phone: true })
    const page = await open(visitor, board)
    const finger = await touchOf(visitor.context, page)
    const edge = { x: 350, y: 300 }
    await finger.press(await centre(tile(page, 'One')))
    await finger.moveTo(edge)
    await expect.poll(() => list(page, 'Done').getByRole('link', { name: 'One' }).count()).toBe(1)
    await finger.lift()
    await expect.poll(() => board.titles(2)).toBe('One')
    await page.getByRole('region', { name: 'Lists' }).evaluate((lists) => lists.scrollTo(0, 0))
    await finger.press(await centre(grip(page, 'To do')))
    await finger.moveTo({ x: 350, y: 320 })
    await expect.poll(() => seen(page)).toEqual(['In progress', 'Done', 'To do'])
    await finger.lift()
    await expect.poll(() => kept(board)).toEqual(['In progress', 'Done', 'To do'])
  })
})
