import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../conformance/src/world.ts'
import { dayOf } from '../src/ui/days.ts'
import { expectAccessibleInEachLook } from './accessible.ts'
import { drag } from './pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from './stage.ts'

inTheBrowser('a board, filtered, as a view, in other layouts', (stage) => {
  const { visitAs } = stage
  const filterButton = (page: Page) => page.getByRole('button', { name: /^Filter(,|$)/ })
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
    await page.getByRole('button', { name: 'Bug', exact: true }).click()
    await status(page, '1 of 3 cards').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('label')).toBe(bug)
    await allowed(stage.world.mia, 'card.label', { cardId: pump.id, labelId: bug })
    await status(page, '2 of 3 cards').waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Boiler', 'Pump'])
    await page.getByRole('button', { name: 'Remove the filter Labels: Bug' }).click()
    await expect.poll(() => titlesIn(page, 'To do')).toHaveLength(3)
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('words are found in texts and comments too, as they are written', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Boiler')
    await board.card('Valve', { description: 'It leaks at the boiler' })
    const pump = await board.card('Pump')
    const page = await open(await visitAs('ada'), board)
    await filterButton(page).click()
    await page.getByRole('searchbox').fill('boil')
    await status(page, '2 of 3 cards').waitFor()
    await allowed(stage.world.mia, 'comment.create', { cardId: pump.id, body: 'Beside the boiler' })
    await status(page, '3 of 3 cards').waitFor()
    await page.getByRole('searchbox').fill('zebra')
    await page.getByRole('heading', { name: 'No card fits' }).waitFor()
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
    await page.getByLabel('Name of the view').fill('On fire')
    await page.getByLabel('Share with the board').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: 'On fire' }).waitFor()
    await expect
      .poll(() => allowed(stage.world.mia, 'view.list', { boardId: board.id }))
      .toMatchObject([{ name: 'On fire', shared: true, layout: 'list', query: { priority: ['urgent'] } }])

    await mia.getByRole('button', { name: 'All cards' }).click()
    await mia.getByRole('menuitemradio', { name: 'On fire' }).click()
    await mia.getByRole('table', { name: 'Cards' }).getByRole('link', { name: 'Hot' }).waitFor()
    await expect.poll(() => mia.getByRole('link', { name: 'Warm' }).count()).toBe(0)
    await filterButton(page).click()
    await page.getByRole('button', { name: 'High', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await mia.getByRole('link', { name: 'Warm' }).waitFor()

    await page.getByRole('button', { name: 'On fire' }).click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await page.getByLabel('Name of the view').fill('Burning')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await mia.getByRole('button', { name: 'Burning' }).waitFor()
    await page.getByRole('button', { name: 'Burning' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await mia.getByText('This view is not there any more').waitFor()
    await expect.poll(() => allowed(stage.world.ada, 'view.list', { boardId: board.id })).toEqual([])
  })

  test('who changes a view that somebody else has changed sees the newer one, and their own one step back', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Hot', { priority: 'urgent' })
    const view = await saveView(board)
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}?view=${view.id}`)
    await filterButton(page).click()
    await page.getByRole('button', { name: 'Me', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save changes' }).waitFor()
    await allowed(stage.world.mia, 'view.update', { viewId: view.id, query: { priority: ['urgent', 'high'] } })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('was changed by somebody else meanwhile').first().waitFor()
    await page.getByRole('button', { name: 'Remove the filter Priority: Urgent or High' }).waitFor()
    expect((await allowed(stage.world.ada, 'view.get', { viewId: view.id })).version).toBe(2)
    await page.goBack()
    await page.getByRole('button', { name: 'Remove the filter People: Me' }).waitFor()
  })

  test('who may only read keeps views to themselves', async () => {
    const board = await makeBoard(stage.world)
    await saveView(board)
    const { page } = await visitAs('vic')
    await page.goto(`/boards/${board.id}?assignee=none`)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of the view').fill('Free')
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
    await page.getByRole('button', { name: `Due date of ${card.key}` }).click()
    await page.getByRole('menuitem', { name: 'One week later' }).click()
    await expect.poll(async () => dayOf((await dueAt()) ?? '', zone)).toBe('2026-04-02')
    await allowed(stage.world.mia, 'card.update', { cardId: card.id, dueAt: '2026-03-10T12:00:00Z' })
    await day(page, '2026-03-10').getByRole('link', { name: 'Boiler' }).waitFor()
    await drag(page, page.getByRole('region', { name: 'No date' }).getByRole('link', { name: 'Someday' }), day(page, '2026-03-12'))
    await day(page, '2026-03-12').getByRole('link', { name: 'Someday' }).waitFor()
    await drag(page, day(page, '2026-03-10').getByRole('link', { name: 'Boiler' }), page.getByRole('region', { name: 'No date' }))
    await expect.poll(dueAt).toBeNull()
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
})
