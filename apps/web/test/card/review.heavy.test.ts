import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser, open, tile } from '../kit/stage.ts'

inTheBrowser('the review of work', (stage) => {
  /** Robo completes a session that Ada has opened. */
  async function completed(board: Board, title: string) {
    const { ada, robo } = stage.world
    const card = await board.card(title)
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'complete', summary: 'It is dry now.' })
    return card
  }
  const read = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card

  test('is asked for in the settings of a list', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(await stage.visitAs('mia'), board)
    await page.getByRole('button', { name: 'More actions for To do' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByLabel('Require review of agent work').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await board.tree()).lists[0]?.acceptance).toBe('required')
  })

  test('sends back what needs a change, and accepts the rest', async () => {
    const board = await makeBoard(stage.world)
    await allowed(stage.world.ada, 'list.update', { listId: board.lists[0] ?? '', acceptance: 'required' })
    const visitor = await stage.visitAs('mia')
    const page = await open(visitor, board)
    const card = await completed(board, 'Fix the pump')
    await tile(page, 'Fix the pump').getByText('Review', { exact: true }).waitFor()
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, () => page.getByRole('region', { name: 'Review' }).waitFor())

    await page.goto(`/cards/${card.key}`)
    const strip = page.getByRole('region', { name: 'Review' })
    await strip.getByText('Robo’s work is ready for review').waitFor()
    expect(await strip.getByRole('button', { name: 'Send back' }).isDisabled()).toBe(true)
    await strip.getByLabel('Note').fill('It still drips.')
    await strip.getByRole('button', { name: 'Send back' }).click()
    await strip.waitFor({ state: 'detached' })
    await page.getByText('It still drips.').first().waitFor()
    const { sessions, review } = await read(card.id)
    expect([review, sessions[0]]).toMatchObject([null, { state: 'queued', trigger: { summary: 'It still drips.' } }])

    await allowed(stage.world.robo, 'session.post', { sessionId: sessions[0]?.id ?? '', op: 'complete', summary: 'Fixed.' })
    await strip.getByRole('button', { name: 'Accept' }).click()
    await strip.waitFor({ state: 'detached' })
    await expect.poll(async () => (await read(card.id)).completedAt).not.toBeNull()
  })

  test('takes back what the agent did, after a look at what that is, and brings it back', { meta: { proves: ['undo.web'] } }, async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Fix the pump')
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'card.update', { cardId: card.id, priority: 'high', title: 'Fixed the pump' })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'complete', summary: 'Done.' })
    await allowed(ada, 'card.update', { cardId: card.id, title: 'Fix the other pump' })
    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    const dialog = page.getByRole('dialog', { name: 'Undo what Robo did?' })
    const ask = () => page.getByRole('button', { name: 'Undo changes …' }).click()
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, async () => {
      if (await dialog.isHidden()) await ask()
      await dialog.getByText('1 change will be undone.').waitFor()
    })
    await dialog.getByText('Title: Someone has changed this since.').waitFor()
    expect((await read(card.id)).priority).toBe('high')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('1 change undone').waitFor()
    expect(await read(card.id)).toMatchObject({ priority: 'none', title: 'Fix the other pump' })
    await page.getByRole('button', { name: 'Restore changes …' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(async () => (await read(card.id)).priority).toBe('high')
    await page.getByRole('button', { name: 'Undo changes …' }).waitFor()

    await page.goto(`/agents/${robo.actorId}`)
    await page.getByRole('button', { name: 'Undo changes …' }).first().click()
    await dialog.waitFor()
  })

  test('undoes later what an undo has left, once nothing is in the way, and brings back all of it', {
    meta: { proves: ['undo.web', 'undo.rest'] },
  }, async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const [todo = '', doing = ''] = board.lists
    const card = await board.card('Fix the pump')
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'card.update', { cardId: card.id, priority: 'high' })
    await allowed(robo, 'card.update', { cardId: card.id, listId: doing })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'complete', summary: 'Done.' })
    await board.card('In its place')
    await allowed(ada, 'list.update', { listId: todo, wipLimit: 1, wipPolicy: 'all' })
    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('button', { name: 'Undo changes …' }).click()
    const first = page.getByRole('dialog', { name: 'Undo what Robo did?' })
    await first.getByText('1 change will stay.').waitFor()
    expect(await page.getByRole('button', { name: 'Undo the rest …' }).count()).toBe(0)
    await first.getByRole('button', { name: 'Undo', exact: true }).click()

    const restButton = page.getByRole('button', { name: 'Undo the rest …' })
    const rest = page.getByRole('dialog', { name: 'Undo the rest of what Robo did?' })
    await restButton.waitFor()
    await page.getByRole('button', { name: 'Restore changes …' }).waitFor()
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, async () => {
      await restButton.waitFor()
      if (await rest.isHidden()) await restButton.click()
      await rest.getByText('Nothing more can be undone at the moment.').waitFor()
      await rest.getByText('1 change will stay.').waitFor()
    })
    await rest.getByRole('listitem').filter({ hasText: 'Fix the pump' }).getByText('“To do” is at its limit of 1.').waitFor()
    expect(await rest.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await rest.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('undo the rest')
    await page.getByRole('option', { name: /^Undo the rest/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await rest.waitFor()
    await page.keyboard.press('Escape')
    await rest.waitFor({ state: 'detached' })

    // The page of the agent has the same act, on the line of that session.
    await page.goto(`/agents/${robo.actorId}`)
    const line = page.getByRole('listitem').filter({ hasText: card.key })
    await line.getByRole('button', { name: 'Undo the rest …' }).click()
    await rest.getByText('1 change will stay.').waitFor()
    await page.keyboard.press('Escape')
    await rest.waitFor({ state: 'detached' })
    await page.goto(`/cards/${card.key}`)

    await allowed(ada, 'list.update', { listId: todo, wipLimit: null })
    await restButton.focus()
    await page.keyboard.press('Enter')
    await rest.getByText('1 change will be undone.').waitFor()
    await rest.getByText('1 move').waitFor()
    await rest.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await page.getByText('1 change undone').waitFor()
    await restButton.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch('Restore changes')
    expect(await read(card.id)).toMatchObject({ priority: 'none', listId: todo })
    await page.getByRole('button', { name: 'Restore changes …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
    await expect.poll(() => read(card.id)).toMatchObject({ priority: 'high', listId: doing })
    expect(await restButton.count()).toBe(0)
  })

  test('is for others where the board says so, and not for viewers', async () => {
    const board = await makeBoard(stage.world)
    await allowed(stage.world.ada, 'list.update', { listId: board.lists[0] ?? '', acceptance: 'required' })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/settings/general`)
    await page.getByLabel('Work must be reviewed by someone other than the person who requested it').check()
    await expect.poll(async () => (await board.tree()).reviewByOthers).toBe(true)
    const card = await completed(board, 'Fix the pump')
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('You asked for this work, so someone else must review it.').first().waitFor()
    expect((await read(card.id)).review).not.toBeNull()
    const viewer = (await stage.visitAs('vic')).page
    await viewer.goto(`/cards/${card.key}`)
    await viewer.getByText('Robo’s work is ready for review').waitFor()
    expect(await viewer.getByRole('button', { name: 'Accept' }).count()).toBe(0)
  })
})
