import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from './accessible.ts'
import { inTheBrowser, open, tile } from './stage.ts'

inTheBrowser('sub-cards', (stage) => {
  test('are added on their card, which shows how far they are', async () => {
    const { ada, mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Fix the pump')
    const looking = await open(await stage.visitAs('ada'), board)
    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    await page.goto(`/cards/${card.key}`)
    const section = page.getByRole('region', { name: 'Sub-cards' })
    for (const title of ['Find the leak', 'Seal it']) {
      await section.getByLabel('Add a sub-card').fill(title)
      await section.getByLabel('Add a sub-card').press('Enter')
      await section.getByRole('link', { name: title }).waitFor()
    }
    const children = await allowed(mia, 'card.children', { cardId: card.id })
    expect(children.map(({ title }) => title)).toEqual(['Find the leak', 'Seal it'])
    await allowed(ada, 'delegation.set', { cardId: children[1]?.id ?? '', agentActorId: robo.actorId })
    await section.getByText('Queued').waitFor()
    await allowed(ada, 'card.update', { cardId: children[0]?.id ?? '', completedAt: '2029-06-01T00:00:00Z' })
    await section.getByText('1/2').waitFor()
    await tile(looking, 'Fix the pump').getByText('1 of 2 sub-cards completed').waitFor({ state: 'attached' })
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, () => section.getByRole('link', { name: 'Seal it' }).waitFor())
  })

  test('complete their card where the settings of the board say so', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/settings/general`)
    await page.getByLabel('Complete a card with the last of its sub-cards').check()
    await expect.poll(async () => (await board.tree()).completeParents).toBe(true)
  })
})
