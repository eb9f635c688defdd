import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser } from '../kit/stage.ts'

inTheBrowser('what waits for another card', (stage) => {
  test('is shown with its session, and a member starts it anyway', async () => {
    const { mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const [blocker, held] = [await board.card('Get the permit'), await board.card('Dig')]
    await allowed(mia, 'relation.put', { cardId: blocker.id, otherCardId: held.id, kind: 'blocks' })
    const { session } = await allowed(mia, 'delegation.set', { cardId: held.id, agentActorId: robo.actorId })

    const viewer = (await stage.visitAs('vic')).page
    await viewer.goto(`/cards/${held.key}`)
    await viewer.getByText(`Waiting for ${blocker.key}`).waitFor()
    expect(await viewer.getByRole('button', { name: 'Start anyway' }).count()).toBe(0)

    const { page } = await stage.visitAs('mia')
    await page.goto(`/cards/${held.key}`)
    await page.getByRole('button', { name: 'Start anyway' }).click()
    await expect.poll(async () => (await allowed(mia, 'session.get', { sessionId: session.id })).startRequestedBy).toBe(mia.actorId)
    await expect.poll(() => viewer.getByText(`Waiting for ${blocker.key}`).count()).toBe(0)
    await viewer.getByText('allowed it to start although the card was blocked').waitFor()
  })

  test('stands on a page with what waits for people, and leads to both cards', async () => {
    const { mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const [blocker, held] = [await board.card('Order the steel'), await board.card('Weld')]
    await allowed(mia, 'relation.put', { cardId: blocker.id, otherCardId: held.id, kind: 'blocks' })
    const { session } = await allowed(mia, 'delegation.set', { cardId: blocker.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which steel?' })

    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('navigation').getByRole('link', { name: 'Waiting' }).click()
    const questions = page.getByRole('region', { name: 'Waiting for an answer' }).getByRole('listitem').filter({ hasText: 'Which steel?' })
    await questions.getByText('The person who started the session was asked.').waitFor()
    await page.getByLabel('Board', { exact: true }).selectOption(board.id)
    const row = page.getByRole('region', { name: 'Waiting for another card' }).getByRole('listitem')
    await expect.poll(() => row.count()).toBe(1)
    await row.getByText('Robo: Needs answer').waitFor()
    await expectAccessibleInEachLook(visitor, `/waiting?board=${board.id}`, () => row.waitFor())
    await row.getByRole('link', { name: blocker.key }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/cards/${blocker.key}`)

    const empty = await makeBoard(stage.world)
    await page.goto(`/waiting?board=${empty.id}`)
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor()
  })
})
