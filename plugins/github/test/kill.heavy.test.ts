import { codeHostBurst, untilUninstalled } from '@tandem/plugin-test-kit'
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

test('200 events, kill -9 three times, everything delivered again until it is taken: each effect is there once', {
  timeout: 600_000,
}, async () => {
  const { events, done, exitCode } = await codeHostBurst(world, {
    main,
    eventsOf: (key: string, number: number): [string, Payload][] => {
      const pull = { number, title: `${key} Work` }
      return [
        ['push', pushEvent(`${key.toLowerCase()}-work`)],
        ['pull_request', pullRequestEvent('opened', pull)],
        ['pull_request', pullRequestEvent('review_requested', pull)],
        ['issue_comment', commentEvent(number, `about ${key}`)],
        ['pull_request', pullRequestEvent('closed', { ...pull, state: 'merged', at: '2026-05-02T00:00:00Z' })],
      ]
    },
    deliver: ([event, payload], id) => world.github.deliverUntilTaken(world.inbound(), event, payload, id),
    commentedOn: () => world.github.comments.map(({ number }) => number),
  })
  expect([events, done.length, exitCode]).toEqual([200, 40, 0])
  const verbs = ['comment.added', 'vcs.branch_created', 'vcs.pr_merged', 'vcs.pr_opened', 'vcs.review_requested']
  for (const { key, number, ...effects } of done)
    expect(effects, key).toMatchObject({
      verbs,
      links: [{ externalId: `Codertocat/Hello-World#${number}:${key}`, state: 'merged' }],
      comments: 1,
    })
})

test('uninstalled, it ends by itself with exit code 0, and says so; its log tells of failures and holds no secret', async () => {
  const [board] = world.boards
  const opened = (number: number, title: string) =>
    world.github.deliver(world.inbound(), 'pull_request', pullRequestEvent('opened', { number, title }))
  const { exitCode, before, output } = await untilUninstalled(
    world,
    main,
    (key) => {
      world.github.answerNext('server_error', 'primary_limit', 'forbidden')
      return opened(2, key)
    },
    () => opened(1, `${board?.keyPrefix}-1`),
  )
  for (const failure of ['GitHub could not be reached.', 'GitHub rate limit reached; retrying.', 'the code host refuses'])
    expect(before).toContain(failure)
  expect([exitCode, output]).toEqual([0, expect.stringContaining('the integration was removed')])
  for (const hidden of [board?.token, board?.signingSecret, secret, world.github.token]) expect(output).not.toContain(hidden)
})
