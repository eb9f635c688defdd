import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeAgent, makeBoard, makePlugin } from '../../../../conformance/src/world.ts'
import { inTheBrowser } from '../kit/stage.ts'

inTheBrowser('settings that several change', (stage) => {
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const at = (path: string) => `http://127.0.0.1:1025/${path}`

  test('the address and the events of a webhook are kept or taken by choice', async () => {
    const { ada } = stage.world
    const { id: boardId } = await makeBoard(stage.world)
    const { webhook } = await allowed(ada, 'webhook.create', { boardId, url: at('one'), events: ['card.*'] })
    const now = async () => (await allowed(ada, 'webhook.list', { boardId }))[0]
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${boardId}/settings/webhooks/${webhook.id}`)
    await field(page, 'URL').fill(at('mine'))
    await page.getByRole('checkbox', { name: 'All events' }).check()
    await allowed(ada, 'webhook.update', { boardId, webhookId: webhook.id, url: at('theirs'), events: ['list.*'] })
    await button(page, 'Save').click()
    await page.getByText(`changed this to “${at('theirs')}”`).waitFor()
    expect(await now()).toMatchObject({ url: at('theirs'), events: ['list.*'] })
    await button(page, 'Keep mine').first().click()
    await button(page, 'Use theirs').click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'All events' }).isChecked()).toBe(false)
    await button(page, 'Save').click()
    await expect.poll(now).toMatchObject({ url: at('mine'), events: ['list.*'] })
  })

  test('a rule that someone else changed is refused with theirs, and replaced by choice or taken', async () => {
    const { ada } = stage.world
    const { id: boardId } = await makeBoard(stage.world)
    const trigger = { verb: 'card.created' } as const
    const actions = [{ type: 'complete_card' as const }]
    const rule = await allowed(ada, 'rule.create', { boardId, name: 'Begun', trigger, actions })
    const now = async () => (await allowed(ada, 'rule.list', { boardId }))[0]
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${boardId}/settings/rules/${rule.id}`)
    await field(page, 'Name').fill('Mine')
    // A switch is not part of what is written.
    await page.getByRole('switch', { name: 'Rule Begun is on' }).click()
    await expect.poll(async () => (await now())?.enabled).toBe(false)
    await allowed(ada, 'rule.update', { ruleId: rule.id, name: 'Theirs' })
    await page.getByText('Someone else changed this rule in the meantime.').waitFor()
    const refused = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await button(page, 'Save').click()
    expect((await refused).status()).toBe(409)
    expect(await now()).toMatchObject({ name: 'Theirs' })
    await button(page, 'Keep mine').click()
    expect(await field(page, 'Name').inputValue()).toBe('Mine')
    await button(page, 'Save').click()
    await expect.poll(now).toMatchObject({ name: 'Mine', enabled: false })

    await field(page, 'Name').fill('Mine again')
    await allowed(ada, 'rule.update', { ruleId: rule.id, name: 'Theirs again' })
    await button(page, 'Show theirs, discard mine').click()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Theirs again')
  })

  test('a config keeps what both changed: the values that one left alone are those of the other', async () => {
    const { ada } = stage.world
    const { id: boardId } = await makeBoard(stage.world)
    const began = { repositories: ['acme/engine'], branch: 'main' }
    const { integrationId } = await makePlugin(stage.world, boardId, { type: 'forge', config: began })
    const config = async () => (await allowed(ada, 'integration.get', { boardId, integrationId })).config
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${boardId}/settings/integrations/${integrationId}`)
    const json = page.getByRole('textbox', { name: 'Settings as JSON' })
    await json.fill(JSON.stringify({ ...began, branch: 'mine' }))
    await allowed(ada, 'integration.update', { boardId, integrationId, config: { ...began, repositories: ['acme/theirs'] } })
    await button(page, 'Save').click()
    await page.getByText('changed this to “Repositories: ["acme/theirs"]”').waitFor()
    expect(await config()).toEqual({ ...began, repositories: ['acme/theirs'] })
    await button(page, 'Keep mine').click()
    await button(page, 'Save').click()
    await expect.poll(config).toEqual({ repositories: ['acme/theirs'], branch: 'mine' })

    await json.fill(JSON.stringify({ branch: 'mine again' }))
    await allowed(ada, 'integration.update', { boardId, integrationId, config: { branch: 'theirs' } })
    await button(page, 'Save').click()
    await button(page, 'Use theirs').click()
    await expect.poll(() => json.inputValue()).toBe(JSON.stringify({ branch: 'theirs' }, null, 2))
    expect(await config()).toEqual({ branch: 'theirs' })
  })

  test('an agent that a board has refused can be renamed before it is sent again, and is made once', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world, { name: 'Burrow' })
    const named = async (name: string) => (await allowed(ada, 'agent.list', {})).filter((agent) => agent.name === name).length
    const { page } = await stage.visitAs('ada')
    await page.goto('/settings/agents')
    await button(page, 'New agent').click()
    await field(page, 'Name').fill('Digger')
    await page.getByRole('checkbox', { name: 'Burrow' }).check()
    await allowed(ada, 'board.update', { boardId: board.id, archived: true })
    await button(page, 'Create agent').click()
    await page.getByText('This board is archived').waitFor()
    expect(await named('Digger')).toBe(1)
    await allowed(ada, 'board.update', { boardId: board.id, archived: false })
    await field(page, 'Name').fill('Delver')
    await button(page, 'Create agent').click()
    await page.getByLabel('Token name').waitFor()
    expect([await named('Digger'), await named('Delver')]).toEqual([0, 1])
    expect((await board.tree()).members.map(({ name }) => name)).toContain('Delver')
  })

  test('when two people change who may start an agent, each changes only what they chose', async () => {
    const { ada, mia, vic, robo } = stage.world
    await makeBoard(stage.world)
    const set = (invokableBy: 'owner' | 'members' | { actorIds: string[] }) =>
      allowed(ada, 'agent.update', { agentActorId: robo.actorId, invokableBy })
    const now = async () => (await allowed(ada, 'agent.list', {})).find(({ id }) => id === robo.actorId)?.invokableBy
    await set({ actorIds: [mia.actorId] })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/agents/${robo.actorId}`)
    const form = page.locator('form').filter({ has: page.locator('[name=invokableBy]') })
    const person = (name: string) => form.getByRole('checkbox', { name: new RegExp(`^${name}`) })
    await person('Vic').check()
    await set({ actorIds: [mia.actorId, ada.actorId] })
    await form.getByRole('button').click()
    await expect.poll(now).toEqual({ actorIds: [mia.actorId, ada.actorId, vic.actorId].toSorted() })
    // Someone else chooses “owner” meanwhile, which stays.
    await person('Mia').uncheck()
    await set('owner')
    await form.getByRole('button').click()
    await expect.poll(() => form.locator('[value=owner]').isChecked()).toBe(true)
    expect(await now()).toBe('owner')
    await form.getByText('Your change was not saved').waitFor()
    await form.locator('[value=members]').check()
    await form.getByRole('button').click()
    await expect.poll(now).toBe('members')
    await form.getByText('Saved', { exact: true }).waitFor()
  })

  test('a person who is chosen while who may start an agent is being saved stays chosen', async () => {
    const { ada, mia, vic, robo } = stage.world
    await makeBoard(stage.world)
    const agentActorId = robo.actorId
    await allowed(ada, 'agent.update', { agentActorId, invokableBy: { actorIds: [ada.actorId] } })
    const now = async () => (await allowed(ada, 'agent.list', {})).find(({ id }) => id === agentActorId)?.invokableBy
    const { page } = await stage.visitAs('ada')
    await page.goto(`/agents/${agentActorId}`)
    const form = page.locator('form').filter({ has: page.locator('[name=invokableBy]') })
    const person = (name: string) => form.getByRole('checkbox', { name: new RegExp(`^${name}`) })
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/agents/${agentActorId}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await person('Vic').check()
    const [sent] = await Promise.all([page.waitForRequest((request) => request.method() === 'PATCH'), form.getByRole('button').click()])
    await person('Mia').check()
    held.resolve()
    await sent.response()
    await expect.poll(() => form.getByRole('button').isEnabled()).toBe(true)
    expect([await person('Vic').isChecked(), await person('Mia').isChecked()]).toEqual([true, true])
    expect(await form.getByText('Saved', { exact: true }).count()).toBe(0)
    await form.getByRole('button').click()
    await form.getByText('Saved', { exact: true }).waitFor()
    expect(await now()).toEqual({ actorIds: [ada.actorId, mia.actorId, vic.actorId].toSorted() })
  })

  test('the name of an agent and of oneself is kept or taken by choice, and a change of one field leaves the others', async () => {
    const { ada, mia } = stage.world
    const { actorId: agentActorId } = await makeAgent(stage.world, 'Pumper', [])
    const agent = async () => (await allowed(ada, 'agent.list', {})).find(({ id }) => id === agentActorId)
    const { page } = await stage.visitAs('ada')
    await page.goto('/settings/agents')
    await button(page, 'Edit Pumper').click()
    await field(page, 'Name').fill('Mine')
    await allowed(ada, 'agent.update', { agentActorId, name: 'Theirs', handle: 'theirs' })
    await button(page, 'Save').click()
    await page.getByText('changed this to “Theirs”').waitFor()
    expect((await agent())?.name).toBe('Theirs')
    await button(page, 'Keep mine').click()
    await button(page, 'Save').click()
    await expect.poll(agent).toMatchObject({ name: 'Mine', handle: 'theirs' })

    await button(page, 'Edit Mine').click()
    await page.getByRole('checkbox', { name: 'Starts when mentioned' }).uncheck()
    await allowed(ada, 'agent.update', { agentActorId, capabilities: { delegatable: false } })
    await button(page, 'Save').click()
    await expect.poll(agent).toMatchObject({ capabilities: { delegatable: false, mentionable: false } })

    const { page: own } = await stage.visitAs('mia')
    await own.goto('/settings/profile')
    await field(own, 'Name').fill('Mia here')
    await allowed(mia, 'me.update', { name: 'Mia there' })
    await button(own, 'Save').click()
    await own.getByText('changed this to “Mia there”').waitFor()
    await button(own, 'Use theirs').click()
    await expect.poll(() => field(own, 'Name').inputValue()).toBe('Mia there')
    expect((await allowed(mia, 'me.get', {})).name).toBe('Mia there')
  })
})
