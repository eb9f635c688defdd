import { linksUnderConfigs } from '@tandem/plugin-test-kit'
import { afterEach, expect, test } from 'vitest'
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
  for (const board of world.boards) cards.push(await world.card('A card', board))
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
    world = await startWorld({ boards: [{ name: 'one', keyPrefix: 'ONE', project: 'acme/old' }], hasToken: false, refreshEveryMs: 50 })
    const card = await world.card()
    let iid = 0
    const linksAfter = async () => {
      await world.hear(mergeRequest('open', { iid: ++iid, title: card.key }, {}, 'acme/new'))
      return (await world.links(card.id)).length
    }
    expect(await linksUnderConfigs(world, { project: 'acme/new' }, linksAfter)).toEqual([0, 1, 1, 2])
  },
)

test('beyond what GitLab lets it ask in a window it waits for the next one: every card is linked and every note there once', async () => {
  world = await startWorld({ quota: { requests: 6, windowMs: 1_500 } })
  const cards = await world.cards(5)
  await Promise.all(cards.map(({ key }, at) => world.hear(mergeRequest('open', { iid: at + 1, title: key }))))
  expect(world.gitlab.tooMany()).toBeGreaterThan(0)
  expect(world.gitlab.notes.map(({ iid }) => iid).toSorted()).toEqual([1, 2, 3, 4, 5])
  for (const { id } of cards) expect(await world.verbs(id)).toEqual(['vcs.pr_opened', 'card.linked'])
})
