import { setTimeout as wait } from 'node:timers/promises'
import { startPluginProcess } from '@tandem/plugin-kit/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../packages/server/src/db/database.ts'
import { type Delivery, mergeRequest, note, push, reviewer } from './fixture/payloads.ts'
import { secretToken, startWorld, type World } from './fixture/world.ts'

/** Killed in the middle of a burst, the plugin loses nothing and doubles nothing. */
let world: World
const main = new URL('../src/main.ts', import.meta.url).pathname
beforeAll(async () => {
  world = await startWorld()
  await world.plugin.stop()
})
afterAll(() => world.stop())

const merges = 40

test('200 events, kill -9 three times, everything delivered again until it is taken: each effect is there once', {
  timeout: 120_000,
}, async () => {
  const cards = []
  for (let at = 0; at < merges; at++) cards.push(await world.card(world.boards[0]!))
  const burst: Delivery[] = cards.flatMap(({ key }, at) => {
    const merge = { iid: 500 + at, title: `${key} Work` }
    return [
      push(`${key.toLowerCase()}-work`),
      mergeRequest('open', merge),
      mergeRequest('update', merge, { changes: { reviewers: { previous: [], current: [reviewer(6)] } } }),
      note(`about ${key}`),
      mergeRequest('merge', { ...merge, state: 'merged', at: '2026-05-02 00:00:00 UTC' }),
    ]
  })
  expect(burst).toHaveLength(200)

  let plugin = await startPluginProcess(main, world.environment)
  const lanes = cards.map(async (_card, at) => {
    for (const { event, payload } of burst.slice(5 * at, 5 * at + 5)) {
      const key = crypto.randomUUID()
      await world.gitlab.deliverUntilTaken(world.inbound(), event, payload, key)
      // Resend, by someone who is not sure.
      if (at % 4 === 0) await world.gitlab.deliverUntilTaken(world.inbound(), event, payload, key)
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
    expect(await world.links(card.id)).toMatchObject([{ externalId: `gitlabhq/gitlab-test#${500 + at}:${card.key}`, state: 'merged' }])
    expect(world.gitlab.notes.filter(({ iid }) => iid === 500 + at)).toHaveLength(1)
  }
  expect(await plugin.stop()).toBe(0)
})

const countLinks = sql<{ count: number }>('select count(*)::int as count from links')
const linksOnBoard = async () => (await world.tandem.database.row(countLinks, []))?.count ?? 0

test('uninstalled, it ends by itself with exit code 0, and says so', async () => {
  const [board] = world.boards
  const plugin = await startPluginProcess(main, { ...world.environment, LOG_LEVEL: 'info' })
  await world.ada.delete(`/api/boards/${board?.boardId}/integrations/${board?.integrationId}`)
  const { event, payload } = mergeRequest('open', { iid: 1, title: `${board?.keyPrefix}-1` })
  await world.gitlab.deliver(world.inbound(), event, payload)
  expect(await plugin.exited).toBe(0)
  expect(plugin.output()).toContain('the integration was removed')
  for (const secret of [board?.token, board?.signingSecret, secretToken, world.gitlab.token]) expect(plugin.output()).not.toContain(secret)
})
