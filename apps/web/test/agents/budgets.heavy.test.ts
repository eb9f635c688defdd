import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser } from '../kit/stage.ts'

inTheBrowser('a budget', (stage) => {
  test('is shown on its session, asked about, and raised by a member', async () => {
    const { mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Expensive')
    const { session } = await allowed(mia, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId, budget: { tokens: 1_000 } })
    const report = (usage: object, more = {}) => allowed(robo, 'session.post', { sessionId: session.id, op: 'update', usage, ...more })
    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    await page.goto(`/cards/${card.key}`)
    const bar = page.getByRole('progressbar', { name: 'Budget' })
    await bar.waitFor()
    await report({ inputTokens: 900 }, { state: 'working' })
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('900 of 1k tokens')
    await report({ inputTokens: 200 })
    await page.getByText('The budget of this session is used up. How should it continue?').waitFor()
    await page.getByRole('button', { name: 'Same budget once more' }).click()
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('1.1k of 2k tokens')

    await page.getByRole('button', { name: 'Change budget' }).click()
    const dialog = page.getByRole('dialog', { name: 'Budget' })
    await dialog.getByLabel('Tokens').fill('5000')
    await dialog.getByLabel('Cost in USD').fill('0.5')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await allowed(mia, 'session.get', { sessionId: session.id })).budget)
      .toEqual({ tokens: 5_000, costUsd: 0.5 })
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => bar.count()).toBe(2)
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, () => bar.first().waitFor())
  })

  test('is given with a delegation, by keyboard', async () => {
    const { mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Delegated with care')
    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    const open = async () => {
      await page.getByRole('button', { name: 'Delegate …' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Delegate with a budget …' }).focus()
      await page.keyboard.press('Enter')
    }
    const dialog = page.getByRole('dialog', { name: 'Delegate with a budget' })
    const ready = async () => {
      await open()
      await dialog.waitFor()
    }
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, ready)
    await dialog.getByLabel('Agent').selectOption({ label: 'Robo' })
    await dialog.getByLabel('Tokens').fill('0')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('0').waitFor()
    await dialog.getByLabel('Tokens').fill('1000')
    await dialog.getByLabel('Minutes of work').fill('0.5')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await allowed(mia, 'card.get', { cardId: card.id })).card.delegation?.agentActorId).toBe(robo.actorId)
    const [session] = await allowed(mia, 'session.listForCard', { cardId: card.id })
    expect(session?.budget).toEqual({ tokens: 1_000, minutes: 0.5 })
    await page.getByRole('progressbar', { name: 'Budget' }).first().waitFor()
  })

  test('of a board is set by its admins, in its settings', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const visitor = await stage.visitAs('ada')
    const { page } = visitor
    await page.goto(`/boards/${board.id}/settings/general`)
    await page.getByLabel('Cost in USD').fill('20')
    await page.getByRole('button', { name: 'Save budget' }).click()
    await page.getByText('Saved.').waitFor()
    expect((await allowed(ada, 'board.outline', { boardId: board.id })).monthlyBudget).toEqual({ costUsd: 20 })
    const bar = page.getByRole('progressbar', { name: 'Budget' })
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('$0.00 of $20.00')
    const { mia, robo } = stage.world
    const card = await board.card('Expensive')
    const { session } = await allowed(mia, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working', usage: { costUsd: 17 } })
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('$17.00 of $20.00')
    await page.getByText(/^Used in /).waitFor()
    await expectAccessibleInEachLook(visitor, `/boards/${board.id}/settings/general`, () => bar.waitFor())
    const looking = await stage.visitAs('mia')
    await looking.page.goto(`/boards/${board.id}/settings/general`)
    expect(await looking.page.getByLabel('Cost in USD').inputValue()).toBe('20')
    expect(await looking.page.getByLabel('Cost in USD').isDisabled()).toBe(true)
  })

  test('of an agent is set by its owner', async () => {
    const { ada, robo } = stage.world
    const { page } = await stage.visitAs('ada')
    await page.goto(`/agents/${robo.actorId}`)
    await page.getByLabel('Minutes of work').fill('30')
    await page.getByRole('button', { name: 'Save budget' }).click()
    const kept = async () => (await allowed(ada, 'agent.list', {})).find(({ id }) => id === robo.actorId)?.budget
    await expect.poll(kept).toEqual({ minutes: 30 })
    await page.getByLabel('Minutes of work').fill('')
    await page.getByRole('button', { name: 'Save budget' }).click()
    await expect.poll(kept).toBeNull()
  })

  test('keeps the limits that someone else has set meanwhile, and what is typed', async () => {
    const { ada, mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    await allowed(ada, 'member.update', { boardId: board.id, actorId: mia.actorId, role: 'admin' })
    const save = (page: Page) => page.getByRole('button', { name: 'Save budget' }).click()
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/settings/general`)
    await page.getByLabel('Cost in USD').fill('20')
    await allowed(mia, 'board.update', { boardId: board.id, monthlyBudget: { tokens: 5_000 } })
    // The open form follows; what is typed stays.
    await expect.poll(() => page.getByLabel('Tokens').inputValue()).toBe('5000')
    expect(await page.getByLabel('Cost in USD').inputValue()).toBe('20')
    await save(page)
    const monthly = async () => (await allowed(ada, 'board.outline', { boardId: board.id })).monthlyBudget
    await expect.poll(monthly).toEqual({ tokens: 5_000, costUsd: 20 })

    await page.goto(`/agents/${robo.actorId}`)
    await page.getByLabel('Minutes of work').fill('30')
    await allowed(ada, 'agent.update', { agentActorId: robo.actorId, budget: { tokens: 700 } })
    await save(page)
    const ofAgent = async () => (await allowed(ada, 'agent.list', {})).find(({ id }) => id === robo.actorId)?.budget
    await expect.poll(ofAgent).toEqual({ tokens: 700, minutes: 30 })

    const card = await board.card('Expensive')
    const { session } = await allowed(mia, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId, budget: { tokens: 1_000 } })
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('button', { name: 'Change budget' }).click()
    await page.getByRole('dialog', { name: 'Budget' }).getByLabel('Cost in USD').fill('0.5')
    await allowed(mia, 'session.update', { sessionId: session.id, budget: { tokens: 2_000 } })
    await page.keyboard.press('Enter')
    const ofSession = async () => (await allowed(mia, 'session.get', { sessionId: session.id })).budget
    await expect.poll(ofSession).toEqual({ tokens: 2_000, costUsd: 0.5 })
  })
})
