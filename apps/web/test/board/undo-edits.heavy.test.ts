import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { inTheBrowser, open, tile } from '../kit/stage.ts'

const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected cards' })
const undoButton = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' })

inTheBrowser('undo of changed cards', (stage) => {
  const boardWith = async (...titles: string[]): Promise<Board & { ids: Record<string, string> }> => {
    const board = await makeBoard(stage.world)
    const ids: Record<string, string> = {}
    for (const title of titles) ids[title] = (await board.card(title)).id
    return Object.assign(board, { ids })
  }
  const cardNow = async (cardId = '') => (await allowed(stage.world.ada, 'card.get', { cardId })).card
  const pick = async (page: Page, key: string, option: string | RegExp) => {
    await page.keyboard.press(key)
    await page.getByRole('option', { name: option }).click()
  }
  /** Ada's page, with all cards selected. */
  const withAllSelected = async (board: Board, first: string) => {
    const page = await open(await stage.visitAs('ada'), board)
    await link(page, first).focus()
    await page.keyboard.press('Shift+x')
    return page
  }

  test('each change by key on one card is undone in turn, the latest first, and none shows a message', async () => {
    const board = await boardWith('One', 'Two')
    const { id: labelId } = await allowed(stage.world.ada, 'label.create', { boardId: board.id, name: 'Tools', color: 'red' })
    const page = await open(await stage.visitAs('ada'), board)
    const stands = async () => {
      const { title, priority, dueAt, labelIds, assigneeActorIds } = await cardNow(board.ids.One)
      return { title, priority, due: dueAt?.slice(0, 7), labelIds, assigneeActorIds }
    }
    const states = [await stands()]
    const done = async (change: object) => {
      const expected = { ...states.at(-1), ...change } as Awaited<ReturnType<typeof stands>>
      await expect.poll(stands).toEqual(expected)
      states.push(expected)
    }
    await link(page, 'One').focus()
    await pick(page, 'p', 'High')
    await done({ priority: 'high' })
    await link(page, 'One').focus()
    await pick(page, 'a', /Mia/)
    await page.keyboard.press('Escape')
    await done({ assigneeActorIds: [stage.world.mia.actorId] })
    await link(page, 'One').focus()
    await pick(page, 'l', 'Tools')
    await page.keyboard.press('Escape')
    await done({ labelIds: [labelId] })
    await link(page, 'One').focus()
    await page.keyboard.press('d')
    await page.getByLabel('Date', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Enter')
    await done({ due: '2031-05' })
    await link(page, 'One').focus()
    await page.keyboard.press('r')
    await page.getByLabel('Title', { exact: true }).fill('Uno')
    await page.keyboard.press('Enter')
    await done({ title: 'Uno' })
    await link(page, 'Uno').focus()
    await pick(page, 'p', 'Urgent')
    await done({ priority: 'urgent' })
    expect(await page.locator('[data-toast]').count()).toBe(0)
    await link(page, 'Uno').focus()
    for (const before of states.slice(0, -1).toReversed()) {
      await page.keyboard.press('z')
      await expect.poll(stands).toEqual(before)
    }
    await tile(page, 'One').waitFor()
  })

  test('acts on selected cards offer an undo, which leaves what somebody else has changed since and names those cards', async () => {
    const board = await boardWith('One', 'Two', 'Three')
    const { ada, mia } = stage.world
    await allowed(ada, 'card.update', { cardId: board.ids.Three ?? '', priority: 'low' })
    await allowed(ada, 'card.assign', { cardId: board.ids.Three ?? '', actorId: ada.actorId })
    const { id: labelId } = await allowed(ada, 'label.create', { boardId: board.id, name: 'Tools', color: 'red' })
    const page = await withAllSelected(board, 'One')
    const each = <T>(of: (card: Awaited<ReturnType<typeof cardNow>>) => T) =>
      Promise.all(['One', 'Two', 'Three'].map(async (title) => of(await cardNow(board.ids[title]))))
    await bar(page).getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('option', { name: /Mia/ }).click()
    await page.getByText('3 cards assigned').first().waitFor()
    await page.keyboard.press('Escape')
    await undoButton(page).click()
    await expect.poll(() => each((card) => card.assigneeActorIds)).toEqual([[], [], [ada.actorId]])
    await bar(page).getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('option', { name: 'Tools' }).click()
    await page.getByText('Labels of 3 cards changed').first().waitFor()
    await page.keyboard.press('Escape')
    await bar(page).getByRole('button', { name: 'Due' }).click()
    await page.getByLabel('Date', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Enter')
    await page.getByText('Due date of 3 cards changed').first().waitFor()
    await bar(page).getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await page.getByText('Priority of 3 cards changed').first().waitFor()
    // What Mia changes on One is something else than what is undone.
    await allowed(mia, 'card.update', { cardId: board.ids.One ?? '', title: 'One, by Mia' })
    await allowed(mia, 'card.update', { cardId: board.ids.Two ?? '', priority: 'urgent' })
    for (const name of ['card.unlabel', 'card.label'] as const) await allowed(mia, name, { cardId: board.ids.Three ?? '', labelId })
    await undoButton(page).click()
    await page.getByText('1 of 3 cards not changed').first().waitFor()
    await page
      .getByText((await cardNow(board.ids.Two)).key, { exact: true })
      .first()
      .waitFor()
    await expect.poll(() => each((card) => card.priority)).toEqual(['none', 'urgent', 'low'])
    expect(await each((card) => card.dueAt?.slice(0, 7))).toEqual(['2031-05', '2031-05', '2031-05'])
    await page.keyboard.press('z')
    await expect.poll(() => each((card) => card.dueAt)).toEqual([null, null, null])
    await page.keyboard.press('z')
    await expect.poll(() => each((card) => card.labelIds)).toEqual([[], [], [labelId]])
    expect((await cardNow(board.ids.One)).title).toBe('One, by Mia')
  })

  test('in two browsers each undoes the own changes, and keeps those of the other', async () => {
    const board = await boardWith('One', 'Two')
    const ada = await open(await stage.visitAs('ada'), board)
    const mia = await open(await stage.visitAs('mia'), board)
    const stands = async () => Promise.all(['One', 'Two'].map(async (title) => (await cardNow(board.ids[title])).priority))
    await link(ada, 'One').focus()
    await pick(ada, 'p', 'High')
    await link(ada, 'Two').focus()
    await pick(ada, 'p', 'High')
    await expect.poll(stands).toEqual(['high', 'high'])
    await tile(mia, 'Two').getByText('High').or(tile(mia, 'Two').getByLabel('High')).first().waitFor({ state: 'attached' })
    await link(mia, 'Two').focus()
    await pick(mia, 'p', 'Low')
    await expect.poll(stands).toEqual(['high', 'low'])
    await link(ada, 'One').focus()
    await ada.keyboard.press('z')
    await ada.getByText('Someone else changed this in the meantime').first().waitFor()
    expect(await stands()).toEqual(['high', 'low'])
    await ada.keyboard.press('z')
    await expect.poll(stands).toEqual(['none', 'low'])
    await link(mia, 'One').focus()
    await mia.keyboard.press('z')
    await expect.poll(stands).toEqual(['none', 'high'])
  })

  test('properties of an open card are undone in turn, a field value too', async () => {
    const board = await boardWith('One')
    const { ada, mia } = stage.world
    const { id: fieldId } = await allowed(ada, 'field.create', { boardId: board.id, name: 'Room', type: 'text' })
    const cardId = board.ids.One ?? ''
    await allowed(ada, 'card.field.set', { cardId, fieldId, value: 'Attic' })
    await allowed(ada, 'card.update', { cardId, estimate: 3 })
    const page = await open(await stage.visitAs('ada'), board)
    await link(page, 'One').click()
    const dialog = page.getByRole('dialog')
    const write = async (label: string, text: string) => {
      await dialog.getByLabel(label, { exact: true }).fill(text)
      await page.keyboard.press('Enter')
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    }
    const stands = async () => {
      const { title, estimate, priority, fieldValues, assigneeActorIds } = await cardNow(cardId)
      return [title, estimate, priority, fieldValues[0]?.value, assigneeActorIds.length]
    }
    await write('Room', 'Cellar')
    await expect.poll(stands).toEqual(['One', 3, 'none', 'Cellar', 0])
    await write('Estimate', '5')
    await expect.poll(stands).toEqual(['One', 5, 'none', 'Cellar', 0])
    await write('Title', 'Uno')
    await expect.poll(stands).toEqual(['Uno', 5, 'none', 'Cellar', 0])
    await pick(page, 'a', /Mia/)
    await page.keyboard.press('Escape')
    await expect.poll(stands).toEqual(['Uno', 5, 'none', 'Cellar', 1])
    expect(await page.locator('[data-toast]').count()).toBe(0)
    await allowed(mia, 'card.update', { cardId, estimate: 8 })
    await expect.poll(() => dialog.getByLabel('Estimate', { exact: true }).inputValue()).toBe('8')
    const undo = async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.keyboard.press('z')
    }
    await undo()
    await expect.poll(stands).toEqual(['Uno', 8, 'none', 'Cellar', 0])
    await undo()
    await expect.poll(stands).toEqual(['One', 8, 'none', 'Cellar', 0])
    await undo()
    await page.getByText('Someone else changed this in the meantime').first().waitFor()
    await undo()
    await expect.poll(stands).toEqual(['One', 8, 'none', 'Attic', 0])
    await expect.poll(() => dialog.getByLabel('Room', { exact: true }).inputValue()).toBe('Attic')
  })

  test('a delegation is undone while the agent is at work, not once it has finished', async () => {
    const board = await boardWith('One', 'Two')
    const { robo } = stage.world
    const page = await withAllSelected(board, 'One')
    await bar(page).getByRole('button', { name: 'Delegate' }).click()
    await page.getByRole('option', { name: /Robo/ }).click()
    await page.getByText('2 cards delegated to Robo').first().waitFor()
    const [session] = (await cardNow(board.ids.Two)).sessions
    await allowed(robo, 'session.post', { sessionId: session?.id ?? '', op: 'complete', summary: 'Done.' })
    await undoButton(page).click()
    await page.getByText('The agent has already finished.').first().waitFor()
    const [one, two] = [await cardNow(board.ids.One), await cardNow(board.ids.Two)]
    expect([one.delegation, two.delegation?.agentActorId]).toEqual([null, robo.actorId])
    expect(one.sessions.map(({ endedAt }) => endedAt !== null)).toEqual([true])
  })

  test('a card that is delegated again after its agent has finished is an act to undo; while the agent is at work it is none', async () => {
    const board = await boardWith('One')
    const { ada, robo } = stage.world
    const cardId = board.ids.One ?? ''
    const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
    const page = await open(await stage.visitAs('ada'), board)
    const stands = async () => {
      const { priority, delegation, sessions } = await cardNow(cardId)
      return [priority, delegation?.agentActorId ?? null, sessions.map(({ endedAt }) => endedAt !== null).toSorted()]
    }
    const delegate = async () => {
      await link(page, 'One').press('.')
      await page.getByRole('menuitem', { name: /^Delegate/ }).click()
      const answer = page.waitForResponse('**/delegation')
      await page.getByRole('option', { name: 'Robo' }).click()
      await answer
      await page.getByRole('option').first().waitFor({ state: 'hidden' })
    }
    await link(page, 'One').focus()
    await pick(page, 'p', 'High')
    await expect.poll(stands).toEqual(['high', robo.actorId, [false]])
    await delegate()
    await page.keyboard.press('z')
    await expect.poll(stands).toEqual(['none', robo.actorId, [false]])
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'complete', summary: 'Done.' })
    await tile(page, 'One').getByText('Done', { exact: true }).waitFor()
    await delegate()
    await expect.poll(stands).toEqual(['none', robo.actorId, [false, true]])
    await page.keyboard.press('z')
    await expect.poll(stands).toEqual(['none', null, [true, true]])
  })

  test('a removed delegation does not come back: an undo says so, and the next one undoes the change before', async () => {
    const board = await boardWith('One')
    const cardId = board.ids.One ?? ''
    await allowed(stage.world.ada, 'delegation.set', { cardId, agentActorId: stage.world.robo.actorId })
    const page = await open(await stage.visitAs('ada'), board)
    await link(page, 'One').focus()
    await pick(page, 'p', 'High')
    await link(page, 'One').click()
    await page.getByRole('dialog').getByLabel('Title', { exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('remove delegation')
    await page.getByRole('option', { name: 'Remove delegation', exact: true }).click()
    const stands = async () => {
      const { priority, delegation } = await cardNow(cardId)
      return [priority, delegation]
    }
    await expect.poll(stands).toEqual(['high', null])
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await page.keyboard.press('z')
    await page.getByText('The delegation was removed. Delegate the card again.').first().waitFor()
    expect(await stands()).toEqual(['high', null])
    await page.keyboard.press('z')
    await expect.poll(stands).toEqual(['none', null])
  })

  test('an open card that moves to another board says what it leaves behind, and an undo there brings it back with it', async () => {
    const { ada } = stage.world
    const board = await boardWith('One')
    const other = await makeBoard(stage.world, { name: 'Cellar' })
    await other.card('There')
    await allowed(ada, 'list.update', { listId: other.lists[0] ?? '', wipLimit: 1 })
    const { id: labelId } = await allowed(ada, 'label.create', { boardId: board.id, name: 'Only here', color: 'red' })
    const cardId = board.ids.One ?? ''
    await allowed(ada, 'card.label', { cardId, labelId })
    const stands = async () => {
      const { boardId, labelIds } = await cardNow(cardId)
      return [boardId, ...labelIds]
    }
    const page = await open(await stage.visitAs('ada'), board)
    await link(page, 'One').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^More actions for / }).click()
    await page.getByRole('menuitem', { name: 'Move to' }).click()
    await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption('Cellar')
    await page.getByRole('combobox', { name: 'List', exact: true }).selectOption('To do (1, limit 1)')
    await page.getByText(/^The card gets a new key\. Labels, fields, people .* are removed\.$/).waitFor()
    await page.getByText('The list will be over its limit of 1.').waitFor()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('1 card moved to To do on Cellar').first().waitFor()
    await page.getByText('Values that do not exist on that board were removed.').first().waitFor()
    await page.waitForURL(`**/boards/${other.id}/cards/**`)
    expect(await stands()).toEqual([other.id])
    await dialog.getByLabel('Title', { exact: true }).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('z')
    await expect.poll(stands).toEqual([board.id, labelId])
    await page.waitForURL(`**/boards/${board.id}/cards/**`)
    await dialog.getByText('Only here').first().waitFor()
  })

  test('linked cards are undone in turn, and of changed texts an undo says where the earlier version is', async () => {
    const board = await boardWith('One', 'Two')
    const { ada } = stage.world
    const cardId = board.ids.One ?? ''
    await allowed(ada, 'card.update', { cardId, description: 'Before' })
    await allowed(ada, 'comment.create', { cardId, body: 'Said' })
    await allowed(ada, 'relation.put', { cardId, otherCardId: board.ids.Two ?? '', kind: 'blocks' })
    const page = await open(await stage.visitAs('ada'), board)
    await link(page, 'One').focus()
    await pick(page, 'p', 'High')
    await link(page, 'One').click()
    const dialog = page.getByRole('dialog')
    const stands = async () => {
      const { priority, description, comments, relations } = await cardNow(cardId)
      return [priority, description, comments[0]?.body, ...relations.map(({ kind, direction }) => `${kind} ${direction}`)]
    }
    const undo = async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.keyboard.press('z')
    }
    const rewrite = async (label: string, text: string) => {
      await dialog.getByRole('textbox', { name: label, exact: true }).fill(text)
      await page.keyboard.press('Control+Enter')
    }
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
    await rewrite('Description', 'After')
    await expect.poll(stands).toEqual(['high', 'After', 'Said', 'blocks out'])
    await dialog.getByRole('button', { name: 'Edit comment' }).click()
    await rewrite('Edit comment', 'Said again')
    await expect.poll(stands).toEqual(['high', 'After', 'Said again', 'blocks out'])
    await dialog.getByRole('button', { name: /^Remove the link to / }).click()
    await page.getByText('Link removed').first().waitFor()
    await expect.poll(stands).toEqual(['high', 'After', 'Said again'])
    await undoButton(page).click()
    await expect.poll(stands).toEqual(['high', 'After', 'Said again', 'blocks out'])
    await dialog.getByRole('button', { name: 'Link card' }).click()
    await dialog.getByLabel('This card').selectOption('is related to')
    const { key } = await cardNow(board.ids.Two)
    await dialog.getByRole('combobox', { name: 'Card', exact: true }).fill(key)
    await dialog.getByRole('option', { name: `${key} Two` }).click()
    await expect.poll(async () => (await stands()).length).toBe(5)
    await undo()
    await expect.poll(stands).toEqual(['high', 'After', 'Said again', 'blocks out'])
    await undo()
    await page.getByText('The earlier text of the comment is in the history of the card.').first().waitFor()
    await undo()
    await page.getByText('To restore an earlier description, open “Versions of the description” on the card.').first().waitFor()
    expect(await stands()).toEqual(['high', 'After', 'Said again', 'blocks out'])
    await undo()
    await expect.poll(stands).toEqual(['none', 'After', 'Said again', 'blocks out'])
  })

  test('a removed item of a checklist comes back to its place as it was, and a tick is undone', async () => {
    const board = await boardWith('One')
    const cardId = board.ids.One ?? ''
    for (const text of ['Saw', 'Sand', 'Paint']) await allowed(stage.world.ada, 'checklist.add', { cardId, text })
    const page = await open(await stage.visitAs('ada'), board)
    await link(page, 'One').click()
    const items = async () => (await cardNow(cardId)).checklistItems.map(({ text, done }) => `${text} ${done}`)
    await page.getByRole('checkbox', { name: 'Paint' }).click()
    await expect.poll(items).toEqual(['Saw false', 'Sand false', 'Paint true'])
    await page.keyboard.press('z')
    await expect.poll(items).toEqual(['Saw false', 'Sand false', 'Paint false'])
    await page.getByRole('checkbox', { name: 'Sand' }).click()
    await expect.poll(items).toEqual(['Saw false', 'Sand true', 'Paint false'])
    await page.getByRole('button', { name: 'More actions for “Sand”' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText('Item removed').first().waitFor()
    await expect.poll(items).toEqual(['Saw false', 'Paint false'])
    await undoButton(page).click()
    await expect.poll(items).toEqual(['Saw false', 'Sand true', 'Paint false'])
    await expect
      .poll(() => page.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked)))
      .toEqual([false, true, false])
  })

  test('a change that waits for the network is taken back unsent', async () => {
    const board = await boardWith('One')
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await link(page, 'One').focus()
    // The code of the picker cannot come without a network.
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'High' }).waitFor()
    await page.keyboard.press('Escape')
    await visitor.context.setOffline(true)
    await link(page, 'One').focus()
    await pick(page, 'p', 'High')
    await page.getByText('1 change will be sent').waitFor()
    await link(page, 'One').press('z')
    await page.getByText('1 change will be sent').waitFor({ state: 'detached' })
    await visitor.context.setOffline(false)
    const log = await allowed(stage.world.ada, 'card.activity', { cardId: board.ids.One ?? '' })
    expect(log.map(({ verb }) => verb)).toEqual(['card.created'])
  })
})
