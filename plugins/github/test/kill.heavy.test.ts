import { inLanes, killedWhile, startPluginProcess } from '@tandem/plugin-test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commentEvent, type Payload, pullRequestEvent, pushEvent } from './fixture/payloads.ts'
import { secret, startWorld, type World } from './fixture/world.ts'

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
  timeout: 600_000,
}, async () => {
  const cards = await world.cards(pulls)
  const lanes = cards.map(({ key }, at): [string, Payload][] => {
    const pull = { number: 500 + at, title: `${key} Work` }
    return [
      ['push', pushEvent(`${key.toLowerCase()}-work`)],
      ['pull_request', pullRequestEvent('opened', pull)],
      ['pull_request', pullRequestEvent('review_requested', pull)],
      ['issue_comment', commentEvent(500 + at, `about ${key}`)],
      ['pull_request', pullRequestEvent('closed', { ...pull, state: 'merged', at: '2026-05-02T00:00:00Z' })],
    ]
  })
  expect(lanes.flat()).toHaveLength(200)

  const plugin = await killedWhile({
    main,
    environment: world.environment,
    killAfter: [30, 120],
    isHalfDone: () => world.github.comments.length >= pulls / 2,
    send: inLanes(lanes, ([event, payload], id) => world.github.deliverUntilTaken(world.inbound(), event, payload, id)),
  })
  await world.idle()

  for (const [at, card] of cards.entries()) {
    const verbs = (await world.verbs(card.id)).filter((verb) => verb !== 'card.linked' && verb !== 'card.updated')
    expect(verbs.toSorted(), card.key).toEqual(
      ['comment.added', 'vcs.branch_created', 'vcs.pr_merged', 'vcs.pr_opened', 'vcs.review_requested'].toSorted(),
    )
    expect(await world.links(card.id)).toMatchObject([{ externalId: `Codertocat/Hello-World#${500 + at}:${card.key}`, state: 'merged' }])
    expect(world.github.comments.filter(({ number }) => number === 500 + at)).toHaveLength(1)
  }
  expect(await plugin.stop()).toBe(0)
})

test('uninstalled, it ends by itself with exit code 0, and says so; its log tells of failures and holds no secret', async () => {
  const [board] = world.boards
  const plugin = await startPluginProcess(main, { ...world.environment, LOG_LEVEL: 'trace' })
  const card = await world.card()
  world.github.answerNext('server_error', 'primary_limit', 'forbidden')
  await world.github.deliver(world.inbound(), 'pull_request', pullRequestEvent('opened', { number: 2, title: card.key }))
  await world.idle()
  for (const failure of ['GitHub could not be asked.', 'GitHub asks for patience.', 'the code host refuses'])
    expect(plugin.output()).toContain(failure)
  await world.integration().uninstall()
  await world.github.deliver(world.inbound(), 'pull_request', pullRequestEvent('opened', { number: 1, title: `${board?.keyPrefix}-1` }))
  expect(await plugin.exited).toBe(0)
  expect(plugin.output()).toContain('the integration was removed')
  for (const hidden of [board?.token, board?.signingSecret, secret, world.github.token]) expect(plugin.output()).not.toContain(hidden)
})
