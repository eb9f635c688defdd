import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser, open, tile } from '../kit/stage.ts'

inTheBrowser('sub-cards', (stage) => {
  test('are added on their card, which shows how far they are', async () => {
    const { ada, mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Fix the pump')
    const looking = await open(await stage.visitAs('ada'), board)
    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    await page.goto(`/cards/${card.key}`)
    const section = page.getByRole('region', { name: 'Sub-cards', exact: true })
    await page.getByRole('button', { name: 'Sub-cards', exact: true }).click()
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
    const count = tile(looking, 'Fix the pump').locator('[data-tip="1 of 2 sub-cards completed"]')
    await count.hover()
    await looking.locator('div[aria-hidden]').getByText('1 of 2 sub-cards completed').waitFor()
    // The count is above the link of the tile, and still opens the card.
    await count.click()
    await looking.getByRole('dialog').getByRole('region', { name: 'Sub-cards', exact: true }).waitFor()
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, () => section.getByRole('link', { name: 'Seal it' }).waitFor())
  })

  test('are listed once, and removed from their card with undo', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Fix the pump')
    await allowed(stage.world.ada, 'card.addChildren', { cardId: card.id, titles: ['Find the leak', 'Seal it'] })
    const [leak, seal] = await allowed(stage.world.ada, 'card.children', { cardId: card.id })
    const titles = async () => (await allowed(stage.world.ada, 'card.children', { cardId: card.id })).map(({ title }) => title).toSorted()
    const { page } = await stage.visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const section = page.getByRole('region', { name: 'Sub-cards', exact: true })
    const link = page.getByRole('link', { name: 'Find the leak' })
    await link.waitFor()
    expect([await link.count(), await page.getByRole('region', { name: 'Linked cards' }).count()]).toEqual([1, 0])
    await section.getByRole('button', { name: `Remove the link to ${leak?.key}` }).press('Enter')
    await link.waitFor({ state: 'detached' })
    // The focus goes on to the row beside it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`Remove the link to ${seal?.key}`)
    await expect.poll(titles).toEqual(['Seal it'])
    await section.getByText('0/1').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await link.waitFor()
    await expect.poll(titles).toEqual(['Find the leak', 'Seal it'])
    await section.getByText('0/2').waitFor()
  })

  test('show what agents do on them, on their card', async () => {
    const { ada, mia, robo } = stage.world
    const [board, hidden] = [await makeBoard(stage.world), await makeBoard(stage.world)]
    const card = await board.card('Ship the release')
    await allowed(mia, 'card.addChildren', { cardId: card.id, titles: ['Write the notes', 'Tag it'] })
    const [one, two] = await allowed(mia, 'card.children', { cardId: card.id })
    const elsewhere = await hidden.card('Out of sight')
    await allowed(ada, 'relation.put', { cardId: card.id, otherCardId: elsewhere.id, kind: 'parent' })
    const begin = async (cardId: string) => {
      const { session } = await allowed(mia, 'delegation.set', { cardId, agentActorId: robo.actorId })
      await allowed(robo, 'session.post', { sessionId: session.id, op: 'progress', note: `At work` })
      return session.id
    }
    const done = await begin(one?.id ?? '')
    await allowed(robo, 'session.post', { sessionId: done, op: 'complete', summary: 'Notes are written' })
    const working = await begin(two?.id ?? '')
    await begin(elsewhere.id)
    await allowed(ada, 'member.remove', { boardId: hidden.id, actorId: mia.actorId })
    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    await page.goto(`/cards/${card.key}`)
    const section = page.getByRole('region', { name: 'Sessions of sub-cards' })
    await section.getByRole('button', { name: 'Tag it' }).focus()
    await page.keyboard.press('Enter')
    await section.getByText('At work').waitFor()
    await allowed(robo, 'session.post', { sessionId: working, op: 'progress', note: 'Signed the tag' })
    await section.getByText('Signed the tag').waitFor()
    await section.getByRole('button', { name: 'Write the notes' }).click()
    await section.getByText('Notes are written').first().waitFor()
    expect(await section.getByRole('button', { name: 'Out of sight' }).count()).toBe(0)
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, () => section.getByRole('button', { name: 'Tag it' }).click())
  })

  test('complete their card where the settings of the board say so', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/settings/general`)
    await page.getByLabel('Complete a card when its last sub-card is completed').check()
    await expect.poll(async () => (await board.tree()).completeParents).toBe(true)
  })

  test('are reopened by undo with the cards that were completed with the last of them', async () => {
    const { ada, mia } = stage.world
    const board = await makeBoard(stage.world)
    await allowed(ada, 'board.update', { boardId: board.id, completeParents: true })
    const [top, middle, other] = [await board.card('Release'), await board.card('Docs'), await board.card('Website')]
    await allowed(ada, 'relation.put', { cardId: top.id, otherCardId: middle.id, kind: 'parent' })
    await allowed(ada, 'card.addChildren', { cardId: middle.id, titles: ['Proofread'] })
    const [last] = await allowed(ada, 'card.children', { cardId: middle.id })
    // Complete already, and so it stays.
    await allowed(mia, 'card.update', { cardId: other.id, completedAt: '2026-01-01T00:00:00Z' })
    await allowed(ada, 'relation.put', { cardId: other.id, otherCardId: last?.id ?? '', kind: 'parent' })
    const completed = async () => {
      const cards = (await board.tree()).lists.flatMap(({ cards: those }) => those)
      return cards
        .filter(({ completedAt }) => completedAt !== null)
        .map(({ title }) => title)
        .toSorted()
    }
    const page = await open(await stage.visitAs('ada'), board)
    await tile(page, 'Proofread').getByRole('link', { name: 'Proofread' }).press('.')
    await page.getByRole('menuitem', { name: 'Complete' }).click()
    await page.getByText('1 card completed').first().waitFor()
    await expect.poll(completed).toEqual(['Docs', 'Proofread', 'Release', 'Website'])
    await page.keyboard.press('z')
    await page.getByText('Undone').first().waitFor()
    await expect.poll(completed).toEqual(['Website'])
  })
})
