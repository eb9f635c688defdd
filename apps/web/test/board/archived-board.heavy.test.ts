import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard, makePlugin } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser, list } from '../kit/stage.ts'

const note = (page: Page) => page.getByText('This board is archived.')
const restore = (page: Page) => page.getByRole('button', { name: 'Restore board' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

inTheBrowser('an archived board', (stage) => {
  /** With something of each kind, and an agent that is still at work. */
  const archivedBoard = async () => {
    const { ada, mia, robo, tandem } = stage.world
    const board = await makeBoard(stage.world)
    const boardId = board.id
    const card = await board.card('One')
    await allowed(mia, 'comment.create', { cardId: card.id, body: 'Said' })
    await allowed(ada, 'checklist.add', { cardId: card.id, text: 'Sand' })
    await allowed(ada, 'label.create', { boardId, name: 'bug', color: 'red' })
    await allowed(ada, 'field.create', { boardId, name: 'Size', type: 'text' })
    await allowed(ada, 'member.add', { boardId, email: 'who@example.com', role: 'viewer' })
    const rule = { boardId, name: 'Seen', trigger: { verb: 'card.moved' as const }, actions: [{ type: 'complete_card' as const }] }
    const { id: ruleId } = await allowed(ada, 'rule.create', rule)
    const { webhook } = await allowed(ada, 'webhook.create', { boardId, url: `${tandem.url}/hook`, events: ['card.*'] })
    const { integrationId } = await makePlugin(stage.world, boardId)
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    await allowed(ada, 'board.update', { boardId, archived: true })
    return { ...board, card, paths: { ruleId, webhookId: webhook.id, integrationId } }
  }
  /** The names of the enabled controls on the page. */
  const usable = (page: Page) =>
    page
      .getByRole('main')
      .locator('button, input, select, textarea')
      .evaluateAll((all) =>
        all
          .filter((one) => !one.matches(':disabled') && one.getClientRects().length > 0)
          .map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim()),
      )
  const settings = ({ id }: Pick<Board, 'id'>, path: string) => `/boards/${id}/settings/${path}`

  test('is shown without a way to change it, on the board and on the card, until an admin restores it', async () => {
    const board = await archivedBoard()
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}`)
    await note(page).waitFor()
    await list(page, 'To do').waitFor()
    for (const name of ['Add card', 'Add list', /^More actions for /]) expect(await button(page, name).count()).toBe(0)
    await page.goto(`/cards/${board.card.key}`)
    await page.getByText('Said').waitFor()
    await note(page).waitFor()
    for (const name of ['Complete', 'Comment', 'Edit', 'Edit comment', 'Link card']) expect(await button(page, name).count()).toBe(0)
    for (const name of ['Comment', 'Add an item', 'Title']) expect(await page.getByLabel(name, { exact: true }).count()).toBe(0)
    expect(await page.getByRole('checkbox', { name: 'Sand' }).isDisabled()).toBe(true)
    // A value that cannot be changed has full contrast.
    expect(await button(page, 'List: To do').evaluate((value) => getComputedStyle(value).opacity)).toBe('1')
    // A running session can be stopped there.
    await button(page, 'Stop').click()
    await page.getByText('Ada asked the agent to stop').waitFor()
    await restore(page).click()
    await note(page).waitFor({ state: 'detached' })
    await page.getByLabel('Comment', { exact: true }).fill('Open again')
    await button(page, 'Comment').click()
    const said = async () => (await allowed(stage.world.ada, 'comment.list', { cardId: board.card.id })).map(({ body }) => body)
    await expect.poll(said).toContain('Open again')
  })

  test('has settings to be read, of which only what ends something can be used', async () => {
    const board = await archivedBoard()
    const { ruleId, webhookId, integrationId } = board.paths
    const { page } = await stage.visitAs('ada')
    const left: Record<string, string[]> = {
      general: ['Restore board', 'Copy board …', 'Delete board …'],
      members: ['Restore board', 'Remove GitHub', 'Remove Mia', 'Remove Robo', 'Remove Vic', 'Revoke the invitation for who@example.com'],
      labels: ['Restore board'],
      fields: ['Restore board'],
      guidance: ['Restore board'],
      rules: ['Restore board'],
      [`rules/${ruleId}`]: ['Restore board'],
      integrations: ['Restore board'],
      [`integrations/${integrationId}`]: ['Restore board', 'View deliveries', 'Remove integration'],
      webhooks: ['Restore board'],
      // Deliveries can be viewed, but not sent again.
      [`webhooks/${webhookId}`]: ['Restore board', 'Which deliveries', 'a card is delegated to an agent', 'Delete webhook'],
    }
    for (const [path, names] of Object.entries(left)) {
      await page.goto(settings(board, path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(async () => [path, (await usable(page)).toSorted()]).toEqual([path, names.toSorted()])
    }
  })

  test('says who can restore it to those who cannot', async () => {
    const board = await archivedBoard()
    for (const who of ['mia', 'vic'] as const) {
      const { page } = await stage.visitAs(who)
      for (const path of [`/boards/${board.id}`, `/cards/${board.card.key}`, settings(board, 'general')]) {
        await page.goto(path)
        await page.getByText('Only a board admin can restore it.').waitFor()
        expect(await restore(page).count()).toBe(0)
      }
    }
  })

  test('becomes read-only at once for those who have it open, and so it is restored', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('mia')
    await page.goto(`/boards/${board.id}`)
    await button(page, 'Add card').first().waitFor()
    await allowed(stage.world.ada, 'board.update', { boardId: board.id, archived: true })
    await note(page).waitFor()
    await expect.poll(() => button(page, 'Add card').count()).toBe(0)
    await allowed(stage.world.ada, 'board.update', { boardId: board.id, archived: false })
    await button(page, 'Add card').first().waitFor()
  })

  test('is accessible, in the light, in the dark and on a phone', async () => {
    const board = await archivedBoard()
    const visitor = await stage.visitAs('ada')
    for (const path of [`/boards/${board.id}`, `/cards/${board.card.key}`, settings(board, 'general')])
      await expectAccessibleInEachLook(visitor, path, () => note(visitor.page).waitFor())
  })
})
