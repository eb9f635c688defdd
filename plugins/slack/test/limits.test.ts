import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World, wholeText } from './fixture/world.ts'

/** How often Slack may be asked. Specification: decisions §5. */
let world: World
beforeAll(async () => {
  world = await startWorld({ quota: { requests: 4, windowMs: 1_000 } })
})
afterAll(() => world.stop())

test('beyond what Slack lets it say in a window it waits as long as it is told: every card is one message', async () => {
  const titles = Array.from({ length: 10 }, (_, at) => `Card ${at}.`)
  for (const title of titles) await world.card(title)
  for (const title of titles) await world.message(title)
  await world.idle()
  expect(world.slack.tooMany()).toBeGreaterThan(0)
  for (const title of titles) expect(world.slack.messages.filter((message) => wholeText(message).includes(title))).toHaveLength(1)
})
