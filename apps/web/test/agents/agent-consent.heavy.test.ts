import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { as, makeAgent, makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser } from '../kit/stage.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

inTheBrowser('whose agent it is', (stage) => {
  test('an agent of someone else is requested, accepted in the inbox of its owner, and taken off again on its page', async () => {
    const { ada, mia } = stage.world
    const scout = await makeAgent(stage.world, 'Scout', [])
    const board = await allowed(mia, 'board.create', { name: 'Research', template: 'kanban' })
    const isMember = async () => (await allowed(mia, 'member.list', { boardId: board.id })).some((one) => one.actorId === scout.actorId)

    const asking = (await stage.visitAs('mia')).page
    await asking.goto(`/boards/${board.id}/settings/members`)
    await button(asking, 'Add member').click()
    await asking.getByLabel('E-mail, or @handle').fill(`@${scout.handle}`)
    await asking.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await asking.getByText('Scout joins this board once its owner accepts.').waitFor()
    expect(await isMember()).toBe(false)
    await asking.keyboard.press('Escape')
    const waiting = asking.getByRole('list', { name: 'Requested agents' })
    await waiting.getByText('Waiting for Ada').waitFor()

    const { page } = await stage.visitAs('ada')
    await page.goto('/inbox')
    const request = row(page, 'Scout for Research')
    await request.getByText('Mia requests one of your agents').waitFor()
    expect(await request.getByRole('link').getAttribute('href')).toBe(`/agents/${scout.actorId}`)
    // By keyboard: the row, then its buttons.
    await page.keyboard.press('j')
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('Accept: Scout joins Research')
    await page.keyboard.press('Enter')
    await expect.poll(isMember).toBe(true)
    await expect.poll(() => row(page, 'Scout for Research').count()).toBe(0)
    const unread = async () => (await allowed(ada, 'notification.list', { unread: true })).map(({ reason }) => reason)
    await expect.poll(unread).not.toContain('agent_requested')

    await page.goto(`/agents/${scout.actorId}`)
    const works = page.getByRole('list', { name: 'Boards' })
    await works.getByText('accepted by you').waitFor()
    await works.getByText('You are not a member').waitFor()
    expect(await works.getByRole('link').count()).toBe(0)
    await button(page, 'Remove from Research').click()
    await page.getByRole('dialog').getByText('Its sessions there end').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Not on any board yet.').waitFor()
    await expect.poll(isMember).toBe(false)
  })

  test('a request for an agent is withdrawn on the page of the members, and is gone for its owner too', async () => {
    const { ada, mia } = stage.world
    const scout = await makeAgent(stage.world, 'Comet', [])
    const board = await allowed(mia, 'board.create', { name: 'Orbit', template: 'kanban' })
    await allowed(mia, 'member.add', { boardId: board.id, actorId: scout.actorId, role: 'member' })
    const open = async () => [
      (await allowed(mia, 'member.requests', { boardId: board.id })).length,
      (await allowed(ada, 'agent.requests', { agentActorId: scout.actorId })).length,
      (await allowed(ada, 'notification.list', {})).filter(({ boardId }) => boardId === board.id).length,
    ]
    expect(await open()).toEqual([1, 1, 1])
    const owner = (await stage.visitAs('ada')).page
    await owner.goto(`/agents/${scout.actorId}`)
    await row(owner, 'Orbit').getByText('requested by Mia').waitFor()

    const { page } = await stage.visitAs('mia')
    await page.goto(`/boards/${board.id}/settings/members`)
    const waiting = page.getByRole('list', { name: 'Requested agents' })
    await waiting.getByText('Waiting for Ada').waitFor()
    await button(page, 'Withdraw the request for Comet').click()
    await expect.poll(() => waiting.count()).toBe(0)
    await expect.poll(open).toEqual([0, 0, 0])
    await page.reload()
    await button(page, 'Add member').waitFor()
    await expect.poll(() => waiting.count()).toBe(0)
    await owner.reload()
    await owner.getByText('No board requests this agent.').waitFor()
    expect((await allowed(mia, 'member.list', { boardId: board.id })).map(({ actorId }) => actorId)).toEqual([mia.actorId])
  })

  test('an invitation in the inbox is reached by keys, and declined there', async () => {
    const { mia, tandem } = stage.world
    const olga = as(tandem, await tandem.register('Olga'))
    const board = await allowed(olga, 'board.create', { name: 'Allotment' })
    await allowed(olga, 'member.add', { boardId: board.id, email: (await allowed(mia, 'me.get', {})).email ?? '', role: 'member' })
    const { page } = await stage.visitAs('mia')
    await page.goto('/inbox')
    await button(page, 'Decline the invitation to Allotment').waitFor()
    await page.keyboard.press('j')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    await expect.poll(focused).toBe('Allotment')
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
    await expect.poll(focused).toBe('Decline the invitation to Allotment')
    await page.keyboard.press('Enter')
    await expect.poll(() => row(page, 'Allotment').count()).toBe(0)
    await expect.poll(async () => (await allowed(mia, 'invitation.listMine', {})).length).toBe(0)
  })

  test('on the page of an agent its owner declines, and says who may start it', async () => {
    const { ada, mia } = stage.world
    await makeBoard(stage.world)
    const scout = await makeAgent(stage.world, 'Rover', [])
    const board = await allowed(mia, 'board.create', { name: 'Field trip' })
    await allowed(mia, 'member.add', { boardId: board.id, actorId: scout.actorId, role: 'viewer' })
    const visitor = await stage.visitAs('ada')
    const { page } = visitor
    const kept = async () => (await allowed(ada, 'agent.list', {})).find(({ id }) => id === scout.actorId)?.invokableBy
    await page.goto(`/agents/${scout.actorId}`)
    await row(page, 'Field trip').getByText('requested by Mia').waitFor()
    await expectAccessibleInEachLook(visitor, `/agents/${scout.actorId}`)
    await button(page, 'Decline: do not join Field trip').click()
    await page.getByText('No board requests this agent.').waitFor()
    await expect.poll(async () => allowed(ada, 'agent.requests', { agentActorId: scout.actorId })).toEqual([])

    await page.getByLabel('Selected people').check()
    await page.getByText('Select at least one person.').waitFor()
    await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: /^Mia/ }).check()
    await button(page, 'Save').click()
    await page.getByText('Saved').waitFor()
    await expect.poll(kept).toEqual({ actorIds: [mia.actorId] })
    await page.getByLabel('Only me').check()
    await button(page, 'Save').click()
    await expect.poll(kept).toBe('owner')
    await page.reload()
    await expect.poll(() => page.getByLabel('Only me').isChecked()).toBe(true)
  })

  test('who mentions an agent that does not start is told why', async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    await allowed(ada, 'agent.update', { agentActorId: robo.actorId, invokableBy: 'owner' })
    const { page } = await stage.visitAs('mia')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByLabel('Comment', { exact: true }).fill(`@${robo.handle} please`)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const told = page.getByRole('region', { name: 'Messages' })
    await told.getByText('Mentioned, but not started').waitFor()
    await told.getByText(`@${robo.handle}: Only Ada`).waitFor()
    await allowed(ada, 'agent.update', { agentActorId: robo.actorId, invokableBy: 'members' })
  })
})
