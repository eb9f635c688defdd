import { afterAll, beforeAll, expect, test } from 'vitest'
import { examplesNaming } from './fixture/examples.ts'
import { startWorld, type World } from './fixture/world.ts'

/** All example deliveries that GitLab publishes. */
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const numbered = (key: string) =>
  examplesNaming(key).map((example, at) => {
    const { object_attributes: attributes } = example.delivery.payload
    if (example.section === '#merge-request-events') attributes.iid = at + 1
    return example
  })

test('there are more than a dozen, of every section that the plugin reads', () => {
  const sections = Map.groupBy(examplesNaming('ENG-1'), ({ section }) => section)
  expect(sections.get('#merge-request-events')?.length).toBeGreaterThanOrEqual(12)
  expect([...sections.keys()]).toEqual(['#push-events', '#tag-events', '#comment-events', '#merge-request-events', ''])
})

test('when none names a card, every one is taken, nothing changes, and nothing is set aside', async () => {
  const everything = async () => (await world.ada.get(`/api/boards/${world.boards[0]?.boardId}/activity?limit=200`)).body
  await world.card()
  const before = await everything()
  for (const { what, delivery } of numbered('MS-0')) expect(await world.hear(delivery), what).toBe(200)
  expect(await everything()).toEqual(before)
  expect(world.gitlab.notes).toEqual([])
  expect(world.plugin.state()).toMatchObject({ status: 'ready', inbox: { waiting: 0, setAside: 0 } })
})

test('with a card named in every text, each tells the card what it should, and no more', async () => {
  const count = examplesNaming('ENG-1').length
  for (let at = 0; at < count; at++) {
    const card = await world.card()
    const { section, what, delivery, gives } = numbered(card.key)[at]!
    expect(await world.hear(delivery)).toBe(200)
    expect(await world.verbs(card.id), `${section} ${what}`).toEqual(gives)
  }
})
