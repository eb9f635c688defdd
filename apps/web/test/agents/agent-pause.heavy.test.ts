import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser } from '../kit/stage.ts'

inTheBrowser('a pause of agents', (stage) => {
  test('is begun in the settings of a board, stands above its cards for everybody, and ends there', async () => {
    const { mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const { id: cardId } = await board.card('Fix the pump')
    const { session } = await allowed(mia, 'delegation.set', { cardId, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    const viewer = await stage.visitAs('vic')
    const looking = viewer.page
    await looking.goto(`/boards/${board.id}`)
    const paused = async () => (await allowed(mia, 'board.outline', { boardId: board.id })).agentsPaused

    const { page } = await stage.visitAs('mia')
    await page.goto(`/boards/${board.id}/settings/general`)
    await page.getByRole('button', { name: 'Pause agents …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Deploy on Friday')
    await dialog.getByLabel('Ask running sessions to stop').check()
    await dialog.getByRole('button', { name: 'Pause agents', exact: true }).click()
    await page.getByText('Agents are paused: Deploy on Friday').waitFor()
    expect(await paused()).toMatchObject({ by: mia.actorId, reason: 'Deploy on Friday' })
    expect((await allowed(mia, 'session.get', { sessionId: session.id })).stopRequestedBy).toBe(mia.actorId)

    const note = looking.getByRole('note').filter({ hasText: 'Mia paused the agents of this board: Deploy on Friday' })
    await note.waitFor()
    expect(await note.getByRole('button').count()).toBe(0)
    await expectAccessibleInEachLook(viewer, `/boards/${board.id}`, () => note.waitFor())
    await page.goto(`/boards/${board.id}`)
    await page.getByRole('note').getByRole('button', { name: 'Resume agents' }).click()
    await expect.poll(paused).toBeNull()
    await expect.poll(() => looking.getByRole('note').filter({ hasText: 'paused the agents' }).count()).toBe(0)
  })

  test('of an agent is for its owner to begin and end, on its page', async () => {
    const { ada, robo } = stage.world
    const { page } = await stage.visitAs('ada')
    await page.goto(`/agents/${robo.actorId}`)
    const pausedAt = async () => (await allowed(ada, 'agent.list', {})).find(({ id }) => id === robo.actorId)?.pausedAt
    await page.getByRole('button', { name: 'Pause agent', exact: true }).click()
    await page.getByText('This agent is paused.').waitFor()
    expect(await pausedAt()).toEqual(expect.any(String))
    await page.getByRole('button', { name: 'Resume agent', exact: true }).click()
    await page.getByRole('button', { name: 'Pause agent', exact: true }).waitFor()
    expect(await pausedAt()).toBeNull()

    const other = (await stage.visitAs('mia')).page
    await other.goto(`/agents/${robo.actorId}`)
    await other.getByRole('heading', { name: 'Robo' }).first().waitFor()
    expect(await other.getByRole('button', { name: 'Pause agent' }).count()).toBe(0)
  })
})
