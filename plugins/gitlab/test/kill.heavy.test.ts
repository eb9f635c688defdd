import { codeHostBurst, untilUninstalled } from '@tandem/plugin-test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeRequest, note, push, reviewer } from './fixture/payloads.ts'
import { secretToken, startWorld, type World } from './fixture/world.ts'

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
    eventsOf: (key: string, iid: number) => {
      const merge = { iid, title: `${key} Work` }
      return [
        push(`${key.toLowerCase()}-work`),
        mergeRequest('open', merge),
        mergeRequest('update', merge, { changes: { reviewers: { previous: [], current: [reviewer(6)] } } }),
        note(`about ${key}`),
        mergeRequest('merge', { ...merge, state: 'merged', at: '2026-05-02 00:00:00 UTC' }),
      ]
    },
    deliver: ({ event, payload }, id) => world.gitlab.deliverUntilTaken(world.inbound(), event, payload, id),
    commentedOn: () => world.gitlab.notes.map(({ iid }) => iid),
  })
  expect([events, done.length, exitCode]).toEqual([200, 40, 0])
  const verbs = ['comment.added', 'vcs.branch_created', 'vcs.pr_merged', 'vcs.pr_opened', 'vcs.review_requested']
  for (const { key, number, ...effects } of done)
    expect(effects, key).toMatchObject({
      verbs,
      links: [{ externalId: `gitlabhq/gitlab-test#${number}:${key}`, state: 'merged' }],
      comments: 1,
    })
})

test('uninstalled, it ends by itself with exit code 0, and says so; its log tells of failures and holds no secret', async () => {
  const [board] = world.boards
  const opened = (iid: number, title: string) => {
    const { event, payload } = mergeRequest('open', { iid, title })
    return world.gitlab.deliver(world.inbound(), event, payload)
  }
  const { exitCode, before, output } = await untilUninstalled(
    world,
    main,
    (key) => {
      world.gitlab.answerNext('server_error', 'rate_limit', 'forbidden')
      return opened(2, key)
    },
    () => opened(1, `${board?.keyPrefix}-1`),
  )
  for (const failure of ['GitLab answered 502.', 'GitLab rate limit reached; retrying.', 'the code host refuses'])
    expect(before).toContain(failure)
  expect([exitCode, output]).toEqual([0, expect.stringContaining('the integration was removed')])
  for (const hidden of [board?.token, board?.signingSecret, secretToken, world.gitlab.token]) expect(output).not.toContain(hidden)
})
