import { afterEach, expect, test, vi } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import { mergeRequest } from './fixture/payloads.ts'
import { startWorld, type World } from './fixture/world.ts'

/** One process, several boards and groups. Specification: service §6 (integration event handling), decisions §5. */
let world: World
afterEach(() => world.stop())

test('an event goes to the boards whose config names its project, if the operator grants it, and links keys of their own prefix', async () => {
  world = await startWorld({
    boards: [
      { name: 'one', keyPrefix: 'ONE', project: 'acme/tools/one', allow: ['Acme/*'] },
      { name: 'two', keyPrefix: 'TWO', project: 'ACME/Two' },
      { name: 'foreign', keyPrefix: 'FOR', project: 'acme/tools/one', allow: ['acme/two', 'acm/*', 'acme/tools/one/*'] },
    ],
    hasToken: false,
  })
  const cards = []
  for (const board of world.boards) cards.push(await world.card(board))
  const title = cards.map(({ key }) => key).join(' ')
  for (const [at, path] of ['acme/tools/one', 'acme/two', 'acme/three'].entries())
    await world.hear(mergeRequest('open', { iid: at + 1, title }, {}, path))
  const ids = await Promise.all(cards.map(async ({ id }) => (await world.links(id)).map(({ externalId }) => externalId)))
  expect(ids).toEqual([[`acme/tools/one#1:${cards[0]!.key}`], [`acme/two#2:${cards[1]!.key}`], []])
  expect(world.gitlab.requests).toEqual([])
})

scenario(
  'the config is read anew when it changes, and a disabled integration does nothing',
  ['integration.plugin.live-config'],
  async () => {
    world = await startWorld({ boards: [{ name: 'one', keyPrefix: 'ONE', project: 'acme/old' }], hasToken: false })
    const [board] = world.boards
    const card = await world.card(board!)
    const path = `/api/boards/${board?.boardId}/integrations/${board?.integrationId}`
    let iid = 0
    const linksAfter = async () => {
      await world.hear(mergeRequest('open', { iid: ++iid, title: card.key }, {}, 'acme/new'))
      return (await world.links(card.id)).length
    }
    expect(await linksAfter()).toBe(0)
    await world.ada.patch(path, { config: { project: 'acme/new' } })
    await vi.waitFor(async () => expect(await linksAfter()).toBe(1), { timeout: 10_000 })
    await world.ada.patch(path, { status: 'disabled' })
    await world.restart()
    expect(await linksAfter()).toBe(1)
  },
)
