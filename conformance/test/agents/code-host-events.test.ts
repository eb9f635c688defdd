import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, makePlugin, type Plugin, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let plugin: Plugin

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  plugin = await makePlugin(world, board.id)
})

const verbs = [
  ...(['vcs.branch_created', 'vcs.pr_drafted', 'vcs.pr_opened', 'vcs.review_requested'] as const),
  ...(['vcs.pr_approved', 'vcs.pr_merged', 'vcs.pr_closed'] as const),
]
const pull = {
  externalSystem: 'github',
  externalId: 'acme/engine#7',
  externalUrl: 'https://github.com/acme/engine/pull/7',
  title: 'Pumps',
}

scenario(
  'each of the seven verbs of a code host is appended to the card that it is about',
  ['verb.vcs.emitted-by-event-route', 'verb.vcs.vocabulary', 'verb.vcs.payload', 'verb.vcs.target-branch', 'activity.origin.integration'],
  async () => {
    const { id: cardId } = await board.card()
    for (const verb of verbs) {
      const [bare] = await board.recorded(() => allowed(plugin, 'card.event', { cardId, verb }))
      expect(bare).toMatchObject({ verb, cardId, actorId: plugin.actorId })
      expect(bare?.payload).toEqual({ filters: {} })
      expect(bare?.origin).toEqual({ integrationId: plugin.integrationId })
      const [full] = await board.recorded(() => allowed(plugin, 'card.event', { cardId, verb, targetBranch: 'main', ...pull }))
      expect(full?.payload).toEqual({ filters: { targetBranch: 'main' }, ...pull })
      expect(full?.origin).toEqual({ integrationId: plugin.integrationId, externalId: pull.externalId })
    }
    const moved = await board.recorded(() => allowed(plugin, 'card.update', { cardId, title: 'Changed' }))
    expect(moved.map((activity) => activity.origin)).toEqual([{ integrationId: plugin.integrationId }])
  },
)

scenario(
  'what is no verb of a code host, or comes without the scope, is refused and appends nothing',
  ['verb.vcs.scope', 'verb.vcs.unknown-verb'],
  async () => {
    const { id: cardId } = await board.card()
    const agent = await makeAgent(world, 'Other', [board.id], ['cards:write', 'boards:write', 'comments:write'])
    const recorded = await board.recorded(async () => {
      await refused(agent, 'card.event', { cardId, verb: 'vcs.pr_opened' }, 'forbidden')
      for (const verb of ['card.moved', 'vcs.pr_reopened', 'vcs.*', '', 7, null]) {
        await refused(plugin, 'card.event', { cardId, verb } as never, 'validation')
      }
    })
    expect(recorded).toEqual([])
    expect(await call(plugin, 'card.event', { cardId, verb: 'vcs.pr_opened' })).toMatchObject({ ok: true, status: 201 })
  },
)

scenario('linking and unlinking are told with what the link leads to', ['verb.card.linked', 'verb.card.unlinked'], async () => {
  const { id: cardId } = await board.card()
  const { title: _title, ...said } = pull
  const [linked] = await board.recorded(() => allowed(plugin, 'link.put', { cardId, ...pull }))
  const linkId = linked?.payload.linkId as string
  expect(linked).toMatchObject({ verb: 'card.linked', cardId, payload: { linkId, ...said } })
  const [unlinked] = await board.recorded(() => allowed(plugin, 'link.delete', { cardId, linkId }))
  expect(unlinked).toMatchObject({ verb: 'card.unlinked', cardId, payload: { linkId, ...said } })
})
