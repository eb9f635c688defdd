import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, makePlugin, type Plugin, startWorld, verbsOf, type World } from '../../src/world.ts'

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

const pull = {
  externalSystem: 'github',
  externalId: 'acme/engine#7',
  externalUrl: 'https://github.com/acme/engine/pull/7',
  title: 'Pumps',
  state: 'open',
}
const linksOf = async (cardId: string) => (await allowed(world.ada, 'card.get', { cardId })).card.links

scenario(
  'a link is made once, however often it is put; what changes in it changes; and it is removed',
  [
    ...(['link.upsert.creates', 'link.upsert.idempotent', 'link.upsert.updates', 'link.delete.answer'] as const),
    ...(['link.record.shape', 'link.record.both-names'] as const),
  ],
  async () => {
    const { id: cardId } = await board.card()
    const first = await allowed(plugin, 'link.put', { cardId, ...pull })
    expect(first).toEqual({
      id: first.id,
      linkId: first.id,
      cardId,
      integrationId: plugin.integrationId,
      system: 'github',
      externalSystem: 'github',
      externalId: pull.externalId,
      url: pull.externalUrl,
      externalUrl: pull.externalUrl,
      title: 'Pumps',
      state: 'open',
      createdAt: first.createdAt,
    })
    const again = () => allowed(plugin, 'link.put', { cardId, ...pull })
    expect(await board.recorded(async () => expect(await again()).toEqual(first))).toEqual([])
    expect(await linksOf(cardId)).toEqual([first])
    const change = { title: 'Valves', state: 'merged', externalUrl: 'https://github.com/acme/engine/pull/7/files' }
    const changed = await allowed(plugin, 'link.put', { cardId, ...pull, ...change })
    expect(changed).toEqual({ ...first, ...change, url: change.externalUrl })
    expect(await linksOf(cardId)).toEqual([changed])
    expect(await call(plugin, 'link.delete', { cardId, linkId: first.id })).toMatchObject({ ok: true, status: 204 })
    expect(await linksOf(cardId)).toEqual([])
  },
)

scenario('puts of one triple at once leave one link', ['link.upsert.concurrent'], async () => {
  const [one, other] = [(await board.card()).id, (await board.card()).id]
  await Promise.all([one, other, one, other, one, other].map((cardId) => allowed(plugin, 'link.put', { cardId, ...pull })))
  expect([...(await linksOf(one)), ...(await linksOf(other))]).toHaveLength(1)
})

scenario(
  'two integrations each own a link to the same object, and each finds its own',
  ['link.upsert.per-integration', 'link.find.by-external-id', 'link.find.own-only'],
  async () => {
    const { id: cardId } = await board.card()
    const second = await makePlugin(world, board.id)
    const [mine, theirs] = [
      await allowed(plugin, 'link.put', { cardId, ...pull }),
      await allowed(second, 'link.put', { cardId, ...pull, title: 'Theirs' }),
    ]
    expect(mine.id).not.toBe(theirs.id)
    expect(await linksOf(cardId)).toHaveLength(2)
    const { externalSystem, externalId } = pull
    expect(await allowed(plugin, 'link.find', { externalSystem, externalId })).toEqual([mine])
    expect(await allowed(second, 'link.find', { externalSystem, externalId })).toEqual([theirs])
    expect(await allowed(second, 'link.find', { externalSystem })).toEqual([theirs])
  },
)

scenario('a link that changes its state is not linked again', ['link.upsert.change-is-an-update'], async () => {
  const { id: cardId } = await board.card()
  await allowed(plugin, 'link.put', { cardId, ...pull, state: 'open' })
  const recorded = await board.recorded(async () => {
    for (let time = 0; time < 2; time++) await allowed(plugin, 'link.put', { cardId, ...pull, state: 'merged' })
  })
  expect(recorded).toMatchObject([
    { verb: 'card.updated', cardId, payload: { link: { state: 'merged' }, previous: { link: { state: 'open' } } } },
  ])
})

scenario('a token without integrations:write links nothing', ['link.upsert.scope'], async () => {
  const { id: cardId } = await board.card()
  const agent = await makeAgent(world, 'Other', [board.id], ['cards:write', 'boards:write', 'comments:write'])
  await refused(agent, 'link.put', { cardId, ...pull }, 'forbidden')
  await allowed(plugin, 'link.put', { cardId, ...pull })
})

scenario(
  'a link that is put on another card of the board moves there, told as one step',
  ['link.move.to-other-card', 'link.move.activities'],
  async () => {
    const [one, other] = [(await board.card()).id, (await board.card()).id]
    const first = await allowed(plugin, 'link.put', { cardId: one, ...pull })
    const recorded = await board.recorded(() => allowed(plugin, 'link.put', { cardId: other, ...pull }))
    expect(verbsOf(recorded)).toEqual(['card.unlinked', 'card.linked'])
    expect(recorded.map((activity) => activity.cardId)).toEqual([one, other])
    expect(await linksOf(one)).toEqual([])
    expect(await linksOf(other)).toEqual([{ ...first, cardId: other }])
  },
)
