import { catalogue, type OperationSpec } from '@tandem/contract'
import { type Method, type ToolName, tools } from '@tandem/contract/mcp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type McpClient } from '../../../packages/server/test/mcp/client.ts'
import type { RequirementId } from '../../src/requirements.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

/** The tool server's names, one by one: this test finds one that is renamed or removed. */
let world: World
let board: Board
let mcp: McpClient
beforeAll(async () => {
  world = await startWorld()
  board = await makeBoard(world)
  mcp = await connect(world.tandem.url, world.robo.headers.authorization?.slice('Bearer '.length) ?? '')
})
afterAll(async () => {
  await mcp?.close()
  await world?.tandem.stop()
})

const named = {
  my_work: ['mcp.tool.my_work', 'mcp.method.my_work.claim_next'],
  board_read: [
    'mcp.method.board_read.list',
    'mcp.method.board_read.get',
    'mcp.method.board_read.activity',
    'mcp.method.board_read.archive',
    'mcp.method.board_read.views',
    'mcp.method.board_read.view_cards',
    'mcp.method.board_read.waits',
    'mcp.method.board_read.me',
    'mcp.method.board_read.notifications',
  ],
  board_write: [
    'mcp.method.board_write.create',
    'mcp.method.board_write.update',
    'mcp.method.board_write.copy',
    'mcp.method.board_write.list_create',
    'mcp.method.board_write.list_update',
    'mcp.method.board_write.label_create',
    'mcp.method.board_write.label_update',
    'mcp.method.board_write.field_create',
    'mcp.method.board_write.field_update',
    'mcp.method.board_write.notification_read',
    'mcp.method.board_write.notifications_read',
  ],
  card_read: [
    'mcp.method.card_read.get',
    'mcp.method.card_read.comments',
    'mcp.method.card_read.children',
    'mcp.method.card_read.activity',
    'mcp.method.card_read.attachment',
  ],
  card_write: [
    'mcp.method.card_write.create',
    'mcp.method.card_write.update',
    'mcp.method.card_write.move',
    'mcp.method.card_write.copy',
    'mcp.method.card_write.split',
    'mcp.method.card_write.comment',
    'mcp.method.card_write.comment_update',
    'mcp.method.card_write.comment_delete',
    'mcp.method.card_write.checklist_add',
    'mcp.method.card_write.checklist_update',
    'mcp.method.card_write.checklist_tick',
    'mcp.method.card_write.checklist_remove',
    'mcp.method.card_write.assign',
    'mcp.method.card_write.unassign',
    'mcp.method.card_write.delegate',
    'mcp.method.card_write.undelegate',
    'mcp.method.card_write.label',
    'mcp.method.card_write.unlabel',
    'mcp.method.card_write.field_set',
    'mcp.method.card_write.field_clear',
    'mcp.method.card_write.relate',
    'mcp.method.card_write.unrelate',
    'mcp.method.card_write.watch',
    'mcp.method.card_write.unwatch',
    'mcp.method.card_write.attach',
  ],
  session_read: [
    'mcp.method.session_read.get',
    'mcp.method.session_read.poll_events',
    'mcp.method.session_read.list_board',
    'mcp.method.session_read.list_card',
    'mcp.method.session_read.list_mine',
  ],
  session_write: [
    'mcp.method.session_write.open',
    'mcp.method.session_write.update',
    'mcp.method.session_write.progress',
    'mcp.method.session_write.log',
    'mcp.method.session_write.ask_human',
    'mcp.method.session_write.complete',
    'mcp.method.session_write.fail',
    'mcp.method.session_write.heartbeat',
    'mcp.method.session_write.answer',
    'mcp.method.session_write.stop',
  ],
  search: ['mcp.tool.search'],
  fetch: ['mcp.tool.fetch'],
} as const satisfies Record<ToolName, readonly RequirementId[]>
const toolNames = Object.keys(named) as ToolName[]
const isFirst = (tool: ToolName, method: string) => Object.keys(tools[tool].methods)[0] === method
const nameOf = (tool: ToolName, method: string) =>
  'flat' in tools[tool] && isFirst(tool, method) ? `mcp.tool.${tool}` : `mcp.method.${tool}.${method}`

test('each method of each tool has a requirement of its own', () => {
  const there = toolNames.map((tool) => [tool, Object.keys(tools[tool].methods).map((method) => nameOf(tool, method))])
  expect(Object.fromEntries(there)).toEqual(named)
  expect(Object.keys(tools).toSorted()).toEqual(toolNames.toSorted())
})

/** A scope for writing is one for reading too. */
function mayUse(scopes: readonly string[], tool: ToolName, method: string): boolean {
  const { operation } = (tools[tool].methods as Record<string, Method>)[method] as Method
  const { access } = catalogue[operation] as OperationSpec
  const scope = 'scope' in access ? access.scope : undefined
  return scope === undefined || scopes.includes(scope) || scopes.includes(scope.replace(':read', ':write'))
}

const methodsOf = (tool: { inputSchema: unknown } | undefined): string[] =>
  (tool?.inputSchema as { properties: { method?: { enum: string[] } } } | undefined)?.properties.method?.enum ?? []

for (const tool of toolNames) {
  scenario(`${tool} is listed, and each of its methods answers, or says what it misses`, named[tool], async () => {
    const { scopes } = (await allowed(world.robo, 'me.get', {})).auth
    const listed = (await mcp.client.listTools()).tools.find(({ name }) => name === tool)
    for (const id of named[tool]) {
      const isFlat = id.startsWith('mcp.tool.')
      const method = id.split('.').at(-1) ?? ''
      const result = await mcp.call(tool, isFlat ? {} : { method, params: {} })
      const code = result.isError ? JSON.parse(result.content[0].text).error.code : null
      expect(['validation', 'forbidden', null], id).toContain(code)
      if (!isFlat) expect([id, methodsOf(listed).includes(method)]).toEqual([id, mayUse(scopes ?? [], tool, method)])
    }
    if ('flat' in tools[tool]) return
    expect((await mcp.refused(tool, 'no_such_method')).message).toContain('no_such_method')
  })
}

scenario(
  'each resource is listed and read',
  ['mcp.resource.board', 'mcp.resource.card', 'mcp.resource.session', 'mcp.resource.me'],
  async () => {
    const card = await board.card('Pump')
    const { session } = await allowed(world.ada, 'delegation.set', { cardId: card.id, agentActorId: world.robo.actorId })
    const templates = (await mcp.client.listResourceTemplates()).resourceTemplates.map(({ name, uriTemplate }) => [name, uriTemplate])
    expect(templates).toEqual([
      ['board', 'board://{boardId}'],
      ['card', 'card://{key}'],
      ['session', 'session://{sessionId}'],
    ])
    expect((await mcp.client.listResources()).resources.map(({ uri }) => uri)).toContain('me://work')
    for (const [uri, said] of [
      [`board://${board.id}`, board.id],
      [`card://${card.key}`, 'Pump'],
      [`session://${session.id}`, session.id],
      ['me://work', card.key],
    ] as const)
      expect(JSON.stringify((await mcp.client.readResource({ uri })).contents)).toContain(said)
  },
)

scenario('each prompt is listed and got', ['mcp.prompt.work_on_card', 'mcp.prompt.triage_board', 'mcp.prompt.standup'], async () => {
  const card = await board.card('Valve')
  const { keyPrefix } = await board.tree()
  const listed = (await mcp.client.listPrompts()).prompts.map(({ name, arguments: taken }) => [name, taken?.[0]?.name])
  expect(listed).toEqual([
    ['work_on_card', 'key'],
    ['triage_board', 'board'],
    ['standup', 'board'],
  ])
  const get = async (name: string, given: Record<string, string>) =>
    JSON.stringify((await mcp.client.getPrompt({ name, arguments: given })).messages)
  expect(await get('work_on_card', { key: card.key })).toContain(`card://${card.key}`)
  for (const name of ['triage_board', 'standup']) expect(await get(name, { board: keyPrefix })).toContain('"type":"resource"')
})
