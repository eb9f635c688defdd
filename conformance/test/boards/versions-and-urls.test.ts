import type { InputOf } from '@tandem/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
  board = await makeBoard(world)
})
afterAll(() => world?.tandem.stop())

const check: InputOf<'rule.create'>['actions'] = [{ type: 'add_checklist_item', text: 'Check' }]

scenario(
  'boards, cards, views and rules carry a version; a change that names the stored one is applied and raises it',
  ['convention.version.records', 'convention.version.if-version-match'],
  async () => {
    const { ada } = world
    const { id: cardId } = await board.card()
    const view = await allowed(ada, 'view.create', { boardId: board.id, name: 'Mine', query: {} })
    const rule = await allowed(ada, 'rule.create', { boardId: board.id, name: 'Check', trigger: { verb: 'card.archived' }, actions: check })
    const tree = await board.tree()
    const { version: onCard } = (await allowed(ada, 'card.get', { cardId })).card
    const records = [
      [tree.version, (ifVersion: number) => allowed(ada, 'board.update', { boardId: board.id, name: 'Named', ifVersion })],
      [onCard, (ifVersion: number) => allowed(ada, 'card.update', { cardId, title: 'Named', ifVersion })],
      [view.version, (ifVersion: number) => allowed(ada, 'view.update', { viewId: view.id, name: 'Named', ifVersion })],
      [rule.version, (ifVersion: number) => allowed(ada, 'rule.update', { ruleId: rule.id, name: 'Named', ifVersion })],
    ] as const
    for (const [version, change] of records) {
      expect(version).toBeGreaterThan(0)
      expect(Number.isInteger(version)).toBe(true)
      expect((await change(version)).version).toBe(version + 1)
      await expect(change(version)).rejects.toThrow('conflict')
    }
  },
)

scenario(
  'a change of a text that names the one it began with is refused when that text is another, and minds no other change',
  ['convention.version.texts'],
  async () => {
    const { ada } = world
    const { id: cardId } = await board.card()
    await allowed(ada, 'card.update', { cardId, description: 'One' })
    const item = await allowed(ada, 'checklist.add', { cardId, text: 'One' })
    const comment = await allowed(ada, 'comment.create', { cardId, body: 'One' })
    const list = await allowed(ada, 'list.create', { boardId: board.id, name: 'One' })
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Customer', type: 'text' })
    await allowed(ada, 'card.field.set', { cardId, fieldId: field.id, value: 'One', ifValue: null })
    const agent = await allowed(ada, 'agent.create', { name: 'One' })
    const write = (text: string, read: string) =>
      [
        ['card.update', { cardId, description: text, ifDescription: read }, 'description'],
        ['checklist.update', { checklistItemId: item.id, text, ifText: read }, 'text'],
        ['comment.update', { commentId: comment.id, body: text, ifBody: read }, 'body'],
        ['list.update', { listId: list.id, name: text, ifName: read }, 'name'],
        ['card.field.set', { cardId, fieldId: field.id, value: text, ifValue: read }, 'value'],
        ['agent.update', { agentActorId: agent.id, name: text, ifName: read }, 'name'],
      ] as const
    for (const [name, input] of write('Two', 'One')) await allowed(ada, name, input)
    const before = await board.tree()
    for (const [name, input, text] of write('Three', 'One')) {
      const { details } = await refused(ada, name, input, 'conflict')
      expect(details).toEqual({ current: { [text]: 'Two' } })
    }
    const { details } = await refused(ada, 'card.field.clear', { cardId, fieldId: field.id, ifValue: 'One' }, 'conflict')
    expect(details).toEqual({ current: { value: 'Two' } })
    expect(await board.tree()).toEqual(before)
    await allowed(ada, 'card.field.clear', { cardId, fieldId: field.id, ifValue: 'Two' })
    await allowed(ada, 'card.update', { cardId, description: '', ifDescription: 'Two' })
  },
)

scenario(
  'a change of a webhook, an integration or the options of a field that names what it began with is refused when that is another by now',
  ['convention.version.texts'],
  async () => {
    const { ada } = world
    const at = (path: string) => `http://127.0.0.1:1025/${path}`
    const boardId = board.id
    const [ofCards, all] = [['card.*'], ['*']]
    const [two, three] = [
      ['S', 'L'],
      ['S', 'M', 'L'],
    ]
    const { webhook } = await allowed(ada, 'webhook.create', { boardId, url: at('one'), events: ofCards })
    const { integration } = await allowed(ada, 'integration.install', { boardId, type: 'github', inboundUrl: at('one'), config: { n: 1 } })
    const { id: fieldId } = await allowed(ada, 'field.create', { boardId, name: 'Size', type: 'select', options: two })
    const ofWebhook = { boardId, webhookId: webhook.id }
    const ofIntegration = { boardId, integrationId: integration.id }
    const write = [
      ['webhook.update', { ...ofWebhook, url: at('two'), ifUrl: at('one') }, 'url'],
      ['webhook.update', { ...ofWebhook, events: all, ifEvents: ofCards }, 'events'],
      ['integration.update', { ...ofIntegration, inboundUrl: at('two'), ifInboundUrl: at('one') }, 'inboundUrl'],
      ['integration.update', { ...ofIntegration, config: { n: 2 }, ifConfig: { n: 1 } }, 'config'],
      ['field.update', { fieldId, options: three, ifOptions: two }, 'options'],
    ] as const
    for (const [name, input, value] of write) {
      const now: Record<string, unknown> = await allowed(ada, name, input)
      const { details } = await refused(ada, name, input, 'conflict')
      expect(details).toEqual({ current: { [value]: now[value] } })
    }
  },
)

scenario('an address that is neither http nor https is refused in every operation', ['convention.urls.http-only'], async () => {
  const { ada, robo } = world
  const { id: cardId } = await board.card()
  const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Page', type: 'url' })
  const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
  const link = { externalSystem: 'wiki', externalId: '7', title: 'Page' }
  const before = await board.tree()
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://example.com/', '//example.com', 'page']) {
    await refused(ada, 'me.update', { avatarUrl: url }, 'validation')
    await refused(ada, 'link.put', { cardId, ...link, externalUrl: url }, 'validation')
    await refused(ada, 'card.field.set', { cardId, fieldId: field.id, value: url }, 'validation')
    await refused(robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working', externalUrl: url }, 'validation')
  }
  expect(await board.tree()).toEqual(before)
  for (const avatarUrl of ['https://example.com/a.png', 'http://example.com/a.png']) {
    expect(await allowed(ada, 'me.update', { avatarUrl })).toMatchObject({ avatarUrl })
  }
})
