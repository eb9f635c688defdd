import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeAgent, makeBoard, type Who } from '../../../conformance/src/world.ts'
import { signInAs } from './kit/browser.ts'
import { fetchedAhead, inTheBrowser, list, open, tile, titlesIn } from './kit/stage.ts'

const program = fileURLToPath(new URL('../../../examples/agents/webhook-agent.ts', import.meta.url))

/** The agent of the documentation as a process of its own, ready for work. */
async function startAgent({ url, headers }: Who): Promise<void> {
  const env = { PATH: process.env.PATH, TANDEM_URL: url, TANDEM_TOKEN: (headers.authorization ?? '').replace('Bearer ', '') }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  for await (const line of createInterface(child.stdout)) if (line.includes('"did":"subscribe"')) return
  throw new Error('the agent ended before it was ready')
}

inTheBrowser('people and agents together', (stage) => {
  test('what one person drags, writes and ticks the other sees, and each what the other does at the same time', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const item = await allowed(stage.world.ada, 'checklist.add', { cardId: card.id, text: 'Sand' })
    const [ada, mia] = [(await stage.visitAs('ada')).page, (await stage.visitAs('mia')).page]
    for (const page of [ada, mia]) await page.goto(`/boards/${board.id}/cards/${card.key}`)
    for (const page of [ada, mia]) await page.getByLabel('Comment', { exact: true }).waitFor({ timeout: 60_000 })
    await ada.getByLabel('Comment', { exact: true }).fill('Shall I?')
    await ada.getByRole('button', { name: 'Comment', exact: true }).click()
    await mia.getByRole('dialog').getByText('Shall I?').waitFor()
    await mia.getByRole('checkbox', { name: 'Sand' }).check()
    await expect.poll(() => ada.getByRole('checkbox', { name: 'Sand' }).isChecked()).toBe(true)
    expect((await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.checklistItems).toMatchObject([
      { id: item.id, done: true },
    ])
    await Promise.all([
      allowed(stage.world.ada, 'card.update', { cardId: card.id, title: 'Paint it red' }),
      mia.getByRole('button', { name: 'Complete' }).click(),
    ])
    await mia.getByRole('heading', { name: 'Paint it red' }).first().waitFor()
    await ada.getByRole('button', { name: 'Reopen' }).waitFor()
  })

  test('an agent that works in a process of its own is delegated a card, asks, and goes on after one click', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Draw the cylinder')
    await allowed(stage.world.ada, 'checklist.add', { cardId: card.id, text: 'Bore' })
    await startAgent(await makeAgent(stage.world, 'Rivet', [board.id], ['cards:write', 'sessions:write', 'webhooks:write']))
    const onlooker = await open(await stage.visitAs('mia'), board)
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('button', { name: 'Delegate …' }).click()
    await page.getByRole('menuitem', { name: /Rivet/ }).click()
    await page.getByText(`Which list should ${card.key} move to when it is done?`).first().waitFor()
    await tile(onlooker, 'Draw the cylinder').getByText('Needs answer').waitFor()
    await onlooker.getByText('1 question').waitFor()
    const plan = page.getByRole('list', { name: 'Plan' }).getByRole('listitem')
    await expect.poll(() => plan.allTextContents()).toEqual(['Bore (to do)'])
    await page.getByRole('group', { name: 'Suggested answers' }).getByRole('button', { name: 'Done' }).click()
    await page.getByText(`All open items of ${card.key} are done (1). It is now in “Done”.`).first().waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Bore' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => titlesIn(page, 'Done')).toEqual(['Draw the cylinder'])
  })

  test('an agent that has been silent for long is not shown as working, until it says something', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: card.id, agentActorId: stage.world.robo.actorId })
    const post = { sessionId: session.id, op: 'update', state: 'working' } as const
    await allowed(stage.world.robo, 'session.post', { ...post, statusText: 'Mixing' })
    const page = await open(await stage.visitAs('ada'), board)
    await tile(page, 'Paint it').getByText('Working').waitFor()
    stage.world.tandem.clock.advance(31 * 60_000)
    await page.reload()
    await tile(page, 'Paint it').getByText('Unresponsive').waitFor()
    await allowed(stage.world.robo, 'session.post', { ...post, statusText: 'Painting' })
    await tile(page, 'Paint it').getByText('Working').waitFor()
  })

  test('who comes back from a train sees the board as it is, without reading it anew by hand', async () => {
    const { mia } = stage.world
    const board = await makeBoard(stage.world)
    const cards = []
    for (const title of ['One', 'Two', 'Three']) cards.push(await board.card(title))
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await visitor.context.setOffline(true)
    await page.getByText('You are offline. Changes to cards are sent').waitFor()
    const [one = '', two = ''] = cards.map(({ id }) => id)
    await allowed(mia, 'card.update', { cardId: one, listId: board.lists[2] ?? '' })
    await allowed(mia, 'card.update', { cardId: two, title: 'Two again' })
    await allowed(mia, 'list.update', { listId: board.lists[1] ?? '', name: 'Under way' })
    await allowed(mia, 'card.create', { listId: board.lists[1] ?? '', title: 'Four' })
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['One', 'Two', 'Three'])
    await visitor.context.setOffline(false)
    await list(page, 'Under way').waitFor()
    const fresh = (await board.tree()).lists.map(({ name, cards: within }) => [name, within.map(({ title }) => title)])
    expect(fresh).toEqual([
      ['To do', ['Two again', 'Three']],
      ['Under way', ['Four']],
      ['Done', ['One']],
    ])
    const shown = () => Promise.all(fresh.map(async ([name]) => [name, await titlesIn(page, String(name))]))
    await expect.poll(shown).toEqual(fresh)
  })

  test('what is changed on the train is shown, and sent in its order once the network is back', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const { mia } = stage.world
    const board = await makeBoard(stage.world)
    for (const title of ['One', 'Two', 'Three']) await board.card(title)
    const names = ['To do', 'In progress', 'Done']
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    const link = (title: string) => page.getByRole('link', { name: title, exact: true })
    await visitor.context.setOffline(true)
    await page.getByText('You are offline. Changes to cards are sent').waitFor()
    await link('Three').press('e')
    await page.getByText('1 change will be sent when you are back online').waitFor()
    for (const [at, key] of ['Space', 'ArrowRight', 'Space'].entries()) {
      await link('One').press(key)
      if (at === 1) await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['One'])
    }
    await page.getByText('2 changes will be sent when you are back online').waitFor()
    await link('Two').press('Space')
    for (const key of ['ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await page.getByText('3 changes will be sent when you are back online').waitFor()
    expect(await Promise.all(names.map((name) => titlesIn(page, name)))).toEqual([[], ['One'], ['Two']])
    // Meanwhile the last list is full: the card that was to go there comes back, and that is said.
    await board.card('Four', {}, 2)
    await allowed(mia, 'list.update', { listId: board.lists[2] ?? '', wipLimit: 1, wipPolicy: 'all' })
    await visitor.context.setOffline(false)
    await page.getByText('The card was not moved').first().waitFor()
    await page.getByText('back online').waitFor({ state: 'detached' })
    await expect.poll(() => Promise.all(names.map((name) => titlesIn(page, name)))).toEqual([['Two'], ['One'], ['Four']])
    const { lists } = await board.tree()
    expect(lists.map(({ cards: within }) => within.map(({ title }) => title))).toEqual([['Two'], ['One'], ['Four']])
  })

  test('several cards that are moved on the train, and then one of them, end in the order that was shown', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    for (const title of ['One', 'Two', 'Three']) await board.card(title)
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    const link = (title: string) => page.getByRole('link', { name: title, exact: true })
    await fetchedAhead(page, 'bulk-bar', 'asked')
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await link('One').focus()
    await page.keyboard.press('Shift+x')
    await page.getByRole('toolbar', { name: 'Selected cards' }).getByText('3 selected').waitFor()
    await link('One').focus()
    for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await page.getByText('3 changes will be sent').waitFor()
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['One', 'Two', 'Three'])
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar', { name: 'Selected cards' }).waitFor({ state: 'detached' })
    await link('Three').focus()
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
    await page.getByText('4 changes will be sent').waitFor()
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['One', 'Three', 'Two'])
    await visitor.context.setOffline(false)
    await page.getByText('will be sent').waitFor({ state: 'detached' })
    const order = async () => (await board.tree()).lists[1]?.cards.map(({ title }) => title)
    await expect.poll(order).toEqual(['One', 'Three', 'Two'])
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['One', 'Three', 'Two'])
  })

  test('the fields and the agent of an open card are changed without a network too', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Checked', type: 'checkbox' })
    const card = await board.card('One')
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const dialog = page.getByRole('dialog', { name: 'One' })
    await dialog.getByRole('button', { name: 'Delegate …' }).click()
    await page.getByRole('menuitem', { name: /Robo/ }).waitFor()
    await page.keyboard.press('Escape')
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await dialog.getByRole('checkbox', { name: 'Checked' }).click()
    await page.getByText('1 change will be sent').waitFor()
    await dialog.getByRole('button', { name: 'Delegate …' }).click()
    await page.getByRole('menuitem', { name: /Robo/ }).click()
    await page.getByText('2 changes will be sent').waitFor()
    expect(await dialog.getByRole('checkbox', { name: 'Checked' }).isChecked()).toBe(true)
    await visitor.context.setOffline(false)
    await page.getByText('will be sent').waitFor({ state: 'detached' })
    const now = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card
    await expect.poll(async () => (await now()).delegation?.agentActorId).toBe(robo.actorId)
    expect((await now()).fieldValues).toMatchObject([{ fieldId: field.id, value: true }])
    await dialog.getByRole('region', { name: /Robo/ }).waitFor()
  })

  test('comments, checklist items and new cards wait too; one that is refused later is back in its field', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(ada, 'checklist.add', { cardId: card.id, text: 'Saw' })
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const dialog = page.getByRole('dialog', { name: 'One' })
    const now = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card
    const item = dialog.getByRole('textbox', { name: 'Add an item' })
    const comment = dialog.getByRole('textbox', { name: 'Comment' })
    await item.waitFor()
    await comment.fill('S')
    // A sign of use, after which all that the page may need later is fetched.
    const areThere = [/markdown-rendered/, /add-many/].map(async (code) => (await page.waitForResponse(code)).finished())
    for (const x of [300, 320, 340]) await page.mouse.move(x, 300)
    await Promise.all(areThere)
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await comment.fill('Sent from the train')
    await comment.press('Control+Enter')
    await page.getByText('1 change will be sent').waitFor()
    for (const text of ['Plane', 'Oil']) {
      await item.fill(text)
      await item.press('Enter')
    }
    await page.getByText('3 changes will be sent').waitFor()
    await dialog.getByRole('checkbox', { name: 'Oil' }).waitFor()
    await dialog.getByText('Sent from the train').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await visitor.context.setOffline(false)
    await page.getByText('will be sent').waitFor({ state: 'detached' })
    await expect.poll(async () => (await now()).checklistItems.map(({ text }) => text)).toEqual(['Saw', 'Plane', 'Oil'])
    await expect.poll(async () => (await now()).comments.map(({ body }) => body)).toEqual(['Sent from the train'])
    await dialog.getByRole('checkbox', { name: 'Oil' }).and(page.locator(':enabled')).waitFor()

    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await comment.fill('Too late')
    await comment.press('Control+Enter')
    await page.getByText('1 change will be sent').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await list(page, 'To do').getByRole('button', { name: 'Add card' }).click()
    const title = page.getByRole('textbox', { name: 'Card title' })
    await title.fill('From afar')
    await page.keyboard.press('Enter')
    await page.getByText('2 changes will be sent').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), 'Left\nRight')
    await page.keyboard.press('Control+v')
    await page.getByText('2 cards added').first().waitFor()
    await page.getByText('3 changes will be sent').waitFor()
    await list(page, 'To do').getByText('Right', { exact: true }).waitFor()
    expect(await title.inputValue()).toBe('')
    await allowed(ada, 'card.update', { cardId: card.id, archived: true })
    await allowed(ada, 'card.delete', { cardId: card.id })
    await visitor.context.setOffline(false)
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['From afar', 'Left', 'Right'])
    await page.getByRole('alert').first().waitFor()
    const draft = () => page.evaluate((id) => Object.entries(localStorage).find(([place]) => place.endsWith(`comment.${id}`))?.[1], card.id)
    await expect.poll(draft).toBe('Too late')
  })

  test('sub-cards and cards from the palette wait too; an item that is refused after a reload is back in its field', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const dialog = page.getByRole('dialog', { name: 'One' })
    await dialog.getByRole('button', { name: 'Sub-cards', exact: true }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await dialog.getByLabel('Add a sub-card').fill('Part')
    await page.keyboard.press('Enter')
    await dialog.getByText('Part', { exact: true }).waitFor()
    await page.getByText('1 change will be sent').waitFor()
    await dialog.getByRole('button', { name: 'Checklist', exact: true }).click()
    await dialog.getByLabel('Add an item').fill('Saw')
    await page.keyboard.press('Enter')
    await page.getByText('2 changes will be sent').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('new card')
    await page.keyboard.press('Enter')
    await page.getByPlaceholder('Title of the new card').fill('From the palette')
    await page.keyboard.press('Enter')
    await page.getByText('3 changes will be sent').waitFor()
    await visitor.context.setOffline(false)
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['One', 'Part', 'From the palette'])
    await page.getByText('will be sent').waitFor({ state: 'detached' })

    await list(page, 'To do').getByRole('link', { name: 'From the palette', exact: true }).click()
    const other = page.getByRole('dialog', { name: 'From the palette' })
    await other.getByRole('button', { name: 'Checklist', exact: true }).click()
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await other.getByLabel('Add an item').fill('Too late')
    await page.keyboard.press('Enter')
    await page.getByText('1 change will be sent').waitFor()
    await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await allowed(ada, 'board.update', { boardId: board.id, archived: true })
    await visitor.context.setOffline(false)
    await open(visitor, board)
    await page.getByRole('alert').first().waitFor()
    await allowed(ada, 'board.update', { boardId: board.id, archived: false })
    await page.reload()
    await list(page, 'To do').getByRole('link', { name: 'From the palette', exact: true }).click()
    await expect.poll(() => other.getByLabel('Add an item').inputValue()).toBe('Too late')
  })

  test('a title that is typed on a tile without a network keeps its field, its focus and a reload, and is told once', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    const title = list(page, 'To do').getByRole('textbox', { name: 'Title' })
    await page.getByRole('link', { name: 'One', exact: true }).press('F2')
    await title.waitFor()
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await title.fill('One more')
    await title.press('Enter')
    await page.getByRole('alert').first().waitFor()
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
    await title.evaluate((field) => field.blur())
    await title.press('Enter')
    expect(await page.getByRole('alert').count()).toBe(1)
    await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await visitor.context.setOffline(false)
    await open(visitor, board)
    await expect.poll(() => title.inputValue()).toBe('One more')
    await title.press('Enter')
    await expect.poll(() => board.titles(0)).toBe('One more')
  })

  test('an act on selected cards offers its undo without a network, and the next act is not held up', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    const cards: { id: string }[] = []
    for (const title of titles) cards.push(await board.card(title))
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await fetchedAhead(page, 'bulk-bar', 'asked')
    const bar = page.getByRole('toolbar', { name: 'Selected cards' })
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.getByRole('link', { name: 'One', exact: true }).focus()
    await page.keyboard.press('Shift+x')
    await bar.getByText('6 selected').waitFor()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'High' }).click()
    await page.getByText('Priority of 6 cards changed').first().waitFor()
    await page.getByText('6 changes will be sent').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('will be sent when').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('img', { name: 'High' }).count()).toBe(0)
    await bar.getByRole('button', { name: 'Complete' }).click()
    await page.getByText('6 cards completed').first().waitFor()
    await page.getByText('6 changes will be sent').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone').first().waitFor()
    await page.getByText('will be sent when').waitFor({ state: 'detached' })
    await bar.getByRole('button', { name: 'Complete' }).click()
    await page.getByText('6 changes will be sent').waitFor()
    await bar.getByRole('button', { name: 'Reopen' }).click()
    await page.getByText('6 cards reopened').first().waitFor()
    await bar.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('6 cards archived').first().waitFor()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual([])
    await page.getByText('18 changes will be sent').waitFor()
    await visitor.context.setOffline(false)
    const verbs = async (cardId: string) =>
      (await allowed(stage.world.ada, 'card.activity', { cardId })).map(({ verb }) => verb).toReversed()
    const inOrder = ['card.created', 'card.updated', 'card.updated', 'card.archived']
    await expect.poll(() => Promise.all(cards.map(({ id }) => verbs(id)))).toEqual(titles.map(() => inOrder))
    const { card } = await allowed(stage.world.ada, 'card.get', { cardId: cards[5]?.id ?? '' })
    expect(card.completedAt).toBeNull()
  })

  test('an act on selected cards that loses the network is finished later, and the next act is not held up', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    const cards: { id: string }[] = []
    for (const title of titles) cards.push(await board.card(title))
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await fetchedAhead(page, 'bulk-bar', 'asked')
    const bar = page.getByRole('toolbar', { name: 'Selected cards' })
    await page.getByRole('link', { name: 'One', exact: true }).focus()
    await page.keyboard.press('Shift+x')
    await bar.getByText('6 selected').waitFor()
    // The service does what the first request asks for; its answer is lost with the network, as are the other requests.
    const [held, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let asked = 0
    await page.route(/\/api\/cards\/[^/]+$/, async (route) => {
      asked += 1
      if (asked === 1) await route.fetch()
      if (asked === 4) held.resolve()
      await lost.promise
      await route.abort('internetdisconnected')
    })
    await bar.getByRole('button', { name: 'Complete' }).click()
    await held.promise
    await visitor.context.setOffline(true)
    lost.resolve()
    await page.getByText('6 changes will be sent').waitFor()
    await page.getByText('6 cards completed').first().waitFor()
    await bar.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('12 changes will be sent').waitFor()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual([])
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.unroute(/\/api\/cards\/[^/]+$/)
    await visitor.context.setOffline(false)
    const verbs = async (cardId: string) =>
      (await allowed(stage.world.ada, 'card.activity', { cardId })).map(({ verb }) => verb).toReversed()
    const once = ['card.created', 'card.updated', 'card.archived']
    await expect.poll(() => Promise.all(cards.map(({ id }) => verbs(id)))).toEqual(titles.map(() => once))
    await page.getByText('will be sent').waitFor({ state: 'detached' })
    // The browser reports the requests that it could not send.
    const complaints = visitor.complaints.splice(0)
    expect(complaints.filter((line) => !/Failed to load|ERR_INTERNET_DISCONNECTED/.test(line))).toEqual([])
  })

  test('what waits is taken back unsent by undo, outlives a reload, and is never sent for another account', {
    meta: { proves: ['web.offline-changes'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    const cards: { id: string }[] = []
    for (const title of ['One', 'Two', 'Three']) cards.push(await board.card(title))
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    page.on('dialog', (dialog) => void dialog.accept())
    const link = (title: string) => page.getByRole('link', { name: title, exact: true })
    const sent = async (at: number) =>
      (await allowed(stage.world.ada, 'card.activity', { cardId: cards[at]?.id ?? '' })).map(({ verb }) => verb).toReversed()
    /** The page is gone for good once the browser shows that there is no network. */
    const reloadInVain = async () => {
      await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
      await expect.poll(() => page.evaluate(() => location.protocol).catch(() => '')).toBe('chrome-error:')
    }
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await link('One').press('e')
    await page.getByText('1 change will be sent').waitFor()
    await page.keyboard.press('z')
    await page.getByText('1 change will be sent').waitFor({ state: 'detached' })
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['One', 'Two', 'Three'])
    await link('Three').press('e')
    await link('Two').press('Space')
    for (const key of ['ArrowRight', 'Space']) await page.keyboard.press(key)
    await page.getByText('2 changes will be sent').waitFor()
    await reloadInVain()
    await visitor.context.setOffline(false)
    await open(visitor, board)
    await expect.poll(async () => [await titlesIn(page, 'To do'), await titlesIn(page, 'In progress')]).toEqual([['One'], ['Two']])
    expect(await Promise.all([0, 1, 2].map(sent))).toEqual([
      ['card.created'],
      ['card.created', 'card.moved'],
      ['card.created', 'card.archived'],
    ])
    const waiting = () => page.evaluate(() => sessionStorage.getItem('tandem.changes'))
    expect(await waiting()).toBeNull()
    await visitor.context.setOffline(true)
    await link('One').press('e')
    await page.getByText('1 change will be sent').waitFor()
    expect(await waiting()).toContain(cards[0]?.id)
    // When the page is left, it may take that for the return of the network and still send requests as Ada. This test is not about those.
    await visitor.context.clearCookies()
    await reloadInVain()
    await signInAs(visitor, stage.world.tandem.url, stage.world.mia.headers.cookie ?? '')
    await visitor.context.setOffline(false)
    await open(visitor, board)
    await expect.poll(waiting).toBeNull()
    // Lists come before their cards: offline, the cards would not come any more.
    await link('One').waitFor()
    // Nor by a page that stayed open while another tab signed in.
    await visitor.context.setOffline(true)
    await link('One').press('e')
    await page.getByText('1 change will be sent').waitFor()
    await signInAs(visitor, stage.world.tandem.url, stage.world.ada.headers.cookie ?? '')
    await visitor.context.setOffline(false)
    await page.getByText('1 change').waitFor({ state: 'detached' })
    await expect.poll(async () => [await titlesIn(page, 'To do'), await sent(0)]).toEqual([['One'], ['card.created']])
  })
})
