import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { drag } from '../kit/pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from '../kit/stage.ts'

async function openSettings(page: Page, name: string) {
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  return page.getByRole('dialog', { name: `Settings of ${name}` })
}

inTheBrowser('cards that agents claim', (stage) => {
  test('come from a list that is made a queue in its settings, which others see at once', async () => {
    const { robo } = stage.world
    const board = await makeBoard(stage.world)
    const [listId = ''] = board.lists
    const { id: cardId } = await board.card('Fix the pump')
    const queue = async () => (await board.tree()).lists[0]?.queue
    const mine = await stage.visitAs('mia')
    const [page, other] = [await open(mine, board), await open(await stage.visitAs('vic'), board)]
    expect(await list(other, 'To do').getByRole('img', { name: 'Queue for agents' }).count()).toBe(0)

    const dialog = await openSettings(page, 'To do')
    await dialog.getByLabel('Queue: agents pick up cards').focus()
    await page.keyboard.press('Space')
    await dialog.getByText('If none is selected, any agent').waitFor()
    await dialog.getByRole('checkbox', { name: 'Robo' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await list(other, 'To do').getByRole('img', { name: 'Queue for agents' }).waitFor()
    await expect.poll(queue).toEqual({ agentActorIds: [robo.actorId] })

    await expectAccessibleInEachLook(mine, `/boards/${board.id}`, async () => {
      await openSettings(page, 'To do')
    })
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Robo' }).uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(queue).toEqual({ agentActorIds: [] })

    const claimed = await allowed(robo, 'work.claim', { listId })
    expect(claimed).toMatchObject({ card: { id: cardId } })
    await other.goto(`/cards/${claimed.card?.key}`)
    await other.getByText('Picked up. The session is queued again at').waitFor()
  })

  test('and cards of people stay where they were when a list refuses more', async () => {
    const board = await makeBoard(stage.world)
    const second = board.lists[1] ?? ''
    await board.card('One')
    await board.card('There', {}, 1)
    const page = await open(await stage.visitAs('mia'), board)
    const dialog = await openSettings(page, 'In progress')
    await dialog.getByLabel('Limit', { exact: true }).fill('1')
    await dialog.getByLabel('When the limit is reached').selectOption('Block everyone')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const policy = async () => (await board.tree()).lists.find(({ id }) => id === second)?.wipPolicy
    await expect.poll(policy).toBe('all')

    const refused = page.getByText('“In progress” is at its limit of 1.').first()
    await drag(page, tile(page, 'One'), list(page, 'In progress').locator('ul'))
    await refused.waitFor()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['One'])
    await list(page, 'In progress').getByRole('button', { name: 'Add card' }).click()
    await page.getByLabel('Card title').fill('Another')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Card title').inputValue()).toBe('Another')
    expect(await board.titles(1)).toBe('There')
  })

  test('are worked on at once by as many sessions as the board and the owner of the agent allow', async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    const save = async (cap: string) => {
      const form = page.locator('form').filter({ has: page.getByLabel('Maximum concurrent sessions') })
      await form.getByLabel('Maximum concurrent sessions').fill(cap)
      await form.getByRole('button', { name: 'Save' }).click()
      await form.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    }
    const most = async () => (await allowed(ada, 'board.outline', { boardId: board.id })).maxAgentSessions
    await page.goto(`/boards/${board.id}/settings/general`)
    await save('2')
    expect(await most()).toBe(2)
    await save('')
    expect(await most()).toBeNull()

    const mostOfAgent = async () => (await allowed(ada, 'agent.list', {})).find(({ id }) => id === robo.actorId)?.maxSessions
    await page.goto(`/agents/${robo.actorId}`)
    await save('3')
    expect(await mostOfAgent()).toBe(3)
    await save('')
    expect(await mostOfAgent()).toBeNull()
  })
})
