import { linksUnderConfigs } from '@tandem/plugin-test-kit'
import { afterEach, expect, test } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import { pullRequestEvent } from './fixture/payloads.ts'
import { secret, startWorld, type World } from './fixture/world.ts'

/** One process, several boards and accounts. Specification: service §6 (integration event handling), decisions §5. */
let world: World
afterEach(() => world.stop())

const threeBoards = [
  { name: 'one', keyPrefix: 'ONE', repository: 'acme/one' },
  { name: 'two', keyPrefix: 'TWO', repository: 'ACME/Two' },
  { name: 'both', keyPrefix: 'ALSO', repository: 'acme/one' },
]

test('three boards: an event goes to those whose config names its repository, and links only keys of their own prefix', async () => {
  world = await startWorld({ boards: threeBoards, access: 'nobody' })
  const cards = []
  for (const board of world.boards) cards.push(await world.card('A card', board))
  const title = cards.map(({ key }) => key).join(' ')
  await world.hear('pull_request', pullRequestEvent('opened', { number: 1, title }, 'acme/one'))
  await world.hear('pull_request', pullRequestEvent('opened', { number: 2, title }, 'acme/two'))
  await world.hear('pull_request', pullRequestEvent('opened', { number: 3, title }, 'acme/three'))
  const ids = await Promise.all(cards.map(async ({ id }) => (await world.links(id)).map(({ externalId }) => externalId)))
  expect(ids).toEqual([[`acme/one#1:${cards[0]!.key}`], [`acme/two#2:${cards[1]!.key}`], [`acme/one#1:${cards[2]!.key}`]])
})

test('an address of its own reaches one install alone, and the operator may grant an install less than its config asks for', async () => {
  world = await startWorld({ boards: [threeBoards[0]!, { ...threeBoards[2]!, allow: ['other/*'] }], access: 'nobody' })
  const [one, also] = [await world.card(), await world.card('A card', world.boards[1])]
  const payload = (number: number) => pullRequestEvent('opened', { number, title: `${one.key} ${also.key}` }, 'acme/one')
  expect(await world.github.deliver(world.inbound('both'), 'pull_request', payload(1))).toBe(200)
  await world.idle()
  expect([await world.links(one.id), await world.links(also.id)]).toEqual([[], []])
  expect(await world.github.deliver(world.inbound('one'), 'pull_request', payload(2))).toBe(200)
  expect(await world.github.deliver(world.inbound('none'), 'pull_request', payload(3))).toBe(404)
  await world.idle()
  expect([(await world.links(one.id)).length, await world.links(also.id)]).toEqual([1, []])
})

scenario(
  'the config is read anew when it changes, and a disabled integration does nothing',
  ['integration.plugin.live-config'],
  async () => {
    world = await startWorld({ boards: [threeBoards[0]!], access: 'nobody', refreshEveryMs: 50 })
    const card = await world.card()
    let number = 0
    const linksAfter = async () => {
      await world.hear('pull_request', pullRequestEvent('opened', { number: ++number, title: card.key }, 'acme/new'))
      return (await world.links(card.id)).length
    }
    expect(await linksUnderConfigs(world, { repository: 'acme/new' }, linksAfter)).toEqual([0, 1, 1, 2])
  },
)

test('as a GitHub App it comments with the token of the installation, also when a delivery does not name that', async () => {
  world = await startWorld({ access: 'app' })
  const card = await world.card()
  const pull = { number: 5, title: card.key }
  await world.hear('pull_request', pullRequestEvent('opened', pull))
  await world.hear('pull_request', { ...pullRequestEvent('reopened', pull), installation: { id: world.github.app.installationId } })
  expect(world.github.comments).toMatchObject([{ number: 5, login: 'tandem[bot]', appId: world.github.app.id }])
  expect(world.github.requests).toContain('GET /repos/Codertocat/Hello-World/installation')
})

test('beyond what GitHub lets it ask in a window it waits for the next one: every card is linked and every comment there once', async () => {
  world = await startWorld({ quota: { requests: 6, windowMs: 1_500 } })
  const cards = await world.cards(5)
  await Promise.all(cards.map(({ key }, at) => world.hear('pull_request', pullRequestEvent('opened', { number: at + 1, title: key }))))
  expect(world.github.tooMany()).toBeGreaterThan(0)
  expect(world.github.comments.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5])
  for (const { id } of cards) expect(await world.verbs(id)).toEqual(['vcs.pr_opened', 'card.linked'])
})

scenario(
  'a secret that Tandem keeps serves as well as one of the environment, which wins',
  ['integration.self.environment-wins'],
  async () => {
    world = await startWorld({ boards: [threeBoards[0]!], access: 'nobody' })
    const card = await world.card()
    const payload = pullRequestEvent('opened', { number: 1, title: card.key }, 'acme/one')
    const send = (withSecret: string) => world.github.deliver({ ...world.inbound(), secret: withSecret }, 'pull_request', payload)
    await world.integration().keep({ webhookSecret: 'kept by Tandem' })
    await world.restart()
    expect([await send('kept by Tandem'), await send(secret)]).toEqual([401, 200])
    await world.restart({ GITHUB_WEBHOOK_SECRET: '' })
    expect([await send('kept by Tandem'), await send(secret)]).toEqual([200, 401])
  },
)
