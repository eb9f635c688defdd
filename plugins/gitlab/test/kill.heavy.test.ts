import { inLanes, killedWhile, startPluginProcess } from '@tandem/plugin-test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  timeout: 600_000,
}, async () => {
  const cards = await world.cards(merges)
  const lanes = cards.map(({ key }, at): Delivery[] => {
    const merge = { iid: 500 + at, title: `${key} Work` }
    return [
      push(`${key.toLowerCase()}-work`),
      mergeRequest('open', merge),
      mergeRequest('update', merge, { changes: { reviewers: { previous: [], current: [reviewer(6)] } } }),
      note(`about ${key}`),
      mergeRequest('merge', { ...merge, state: 'merged', at: '2026-05-02 00:00:00 UTC' }),
    ]
  })
  expect(lanes.flat()).toHaveLength(200)

  const plugin = await killedWhile({
    main,
    environment: world.environment,
    killAfter: [30, 120],
    isHalfDone: () => world.gitlab.notes.length >= merges / 2,
    send: inLanes(lanes, ({ event, payload }, id) => world.gitlab.deliverUntilTaken(world.inbound(), event, payload, id)),
  })
  await world.idle()

  for (const [at, card] of cards.entries()) {
    const verbs = (await world.verbs(card.id)).filter((verb) => verb !== 'card.linked' && verb !== 'card.updated')
    expect(verbs.toSorted(), card.key).toEqual(
      ['comment.added', 'vcs.branch_created', 'vcs.pr_merged', 'vcs.pr_opened', 'vcs.review_requested'].toSorted(),
    )
    expect(await world.links(card.id)).toMatchObject([{ externalId: `gitlabhq/gitlab-test#${500 + at}:${card.key}`, state: 'merged' }])
    expect(world.gitlab.notes.filter(({ iid }) => iid === 500 + at)).toHaveLength(1)
  }
  expect(await plugin.stop()).toBe(0)
})

test('uninstalled, it ends by itself with exit code 0, and says so; its log tells of failures and holds no secret', async () => {
  const [board] = world.boards
  const plugin = await startPluginProcess(main, { ...world.environment, LOG_LEVEL: 'trace' })
  const card = await world.card()
  world.gitlab.answerNext('server_error', 'rate_limit', 'forbidden')
  const opened = mergeRequest('open', { iid: 2, title: card.key })
  await world.gitlab.deliver(world.inbound(), opened.event, opened.payload)
  await world.idle()
  for (const failure of ['GitLab answered 502.', 'GitLab asks for patience.', 'the code host refuses'])
    expect(plugin.output()).toContain(failure)
  await world.integration().uninstall()
  const { event, payload } = mergeRequest('open', { iid: 1, title: `${board?.keyPrefix}-1` })
  await world.gitlab.deliver(world.inbound(), event, payload)
  expect(await plugin.exited).toBe(0)
  expect(plugin.output()).toContain('the integration was removed')
  for (const secret of [board?.token, board?.signingSecret, secretToken, world.gitlab.token]) expect(plugin.output()).not.toContain(secret)
})
