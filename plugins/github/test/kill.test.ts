import { setTimeout as wait } from 'node:timers/promises'
import { startPluginProcess } from '@tandem/plugin-kit/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../packages/server/src/db/database.ts'
import { commentEvent, type Payload, pullRequestEvent, pushEvent } from './fixture/payloads.ts'
import { startWorld, type World } from './fixture/world.ts'

/** Killed in the middle of a burst, the plugin loses nothing and doubles nothing. */
let world: World
const main = new URL('../src/main.ts', import.meta.url).pathname
beforeAll(async () => {
  world = await startWorld()
  await world.plugin.stop()
})
afterAll(() => world.stop())

const pulls = 40

test('200 events, kill -9 three times, everything delivered again until it is taken: each effect is there once', {
  timeout: 120_000,
}, async () => {
  const [board] = world.boards
  const cards = []
  for (let at = 0; at < pulls; at++) cards.push(await world.card(board!))

  const burst: [string, Payload][] = cards.flatMap(({ key }, at): [string, Payload][] => {
    const pull = { number: 500 + at, title: `${key} Work` }
    return [
      ['push', pushEvent(`${key.toLowerCase()}-work`)],
      ['pull_request', pullRequestEvent('opened', pull)],
      ['pull_request', pullRequestEvent('review_requested', pull)],
      ['issue_comment', commentEvent(500 + at, `about ${key}`)],
      ['pull_request', pullRequestEvent('closed', { ...pull, state: 'merged', at: '2026-05-02T00:00:00Z' })],
    ]
  })
  expect(burst).toHaveLength(200)

  let plugin = await startPluginProcess(main, world.environment)
  const lanes = cards.map(async (_card, at) => {
    for (const [event, payload] of burst.slice(5 * at, 5 * at + 5)) {
      const deliveryId = crypto.randomUUID()
      await world.github.deliverUntilTaken(world.inbound(), event, payload, deliveryId)
      // An operator who is not sure sends what was taken again, too.
      if (at % 4 === 0) await world.github.deliverUntilTaken(world.inbound(), event, payload, deliveryId)
    }
  })
  for (const linked of [3, 12, 25]) {
    while ((await linksOnBoard()) < linked) await wait(5)
    await plugin.kill()
    plugin = await startPluginProcess(main, world.environment)
  }
  await Promise.all(lanes)
  await world.idle()

  for (const [at, card] of cards.entries()) {
    const verbs = (await world.verbs(card.id)).filter((verb) => verb !== 'card.linked')
    expect(verbs.toSorted(), card.key).toEqual(
      ['comment.added', 'vcs.branch_created', 'vcs.pr_merged', 'vcs.pr_opened', 'vcs.review_requested'].toSorted(),
    )
    expect(await world.links(card.id)).toMatchObject([{ externalId: `Codertocat/Hello-World#${500 + at}:${card.key}`, state: 'merged' }])
    expect(world.github.comments.filter(({ number }) => number === 500 + at)).toHaveLength(1)
  }
  expect(await plugin.stop()).toBe(0)
})

const countLinks = sql<{ count: number }>('select count(*)::int as count from links')
const linksOnBoard = async () => (await world.tandem.database.row(countLinks, []))?.count ?? 0

test('uninstalled, it ends by itself with exit code 0, and says so', async () => {
  const [board] = world.boards
  const plugin = await startPluginProcess(main, { ...world.environment, LOG_LEVEL: 'info' })
  await world.ada.delete(`/api/boards/${board?.boardId}/integrations/${board?.integrationId}`)
  await world.github.deliver(world.inbound(), 'pull_request', pullRequestEvent('opened', { number: 1, title: `${board?.keyPrefix}-1` }))
  expect(await plugin.exited).toBe(0)
  expect(plugin.output()).toContain('the integration was removed')
  for (const secret of [board?.token, board?.signingSecret, world.secret, world.github.token]) expect(plugin.output()).not.toContain(secret)
})
