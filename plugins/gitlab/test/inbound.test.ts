import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import { mergeRequest } from './fixture/payloads.ts'
import { secretToken, startWorld, type World } from './fixture/world.ts'

/** F55 (T19) for GitLab: `X-Gitlab-Token`, and nothing without it. Specification: service §6. */
let world: World
beforeAll(async () => {
  const project = 'gitlabhq/gitlab-test'
  world = await startWorld({
    boards: [
      { name: 'one', keyPrefix: 'ENG', project },
      { name: 'other', keyPrefix: 'DES', project },
      { name: 'bare', keyPrefix: 'OPS', project },
    ],
  })
  for (const [at, token] of [secretToken, 'the token of the other'].entries()) {
    await world.integration(world.boards[at]).keep({ webhookToken: token })
  }
  await world.restart({ GITLAB_WEBHOOK_TOKEN: '' })
})
afterAll(() => world.stop())

scenario(
  "a wrong, missing, or other tenant's token is refused, and so is everything without a stored secret; nothing changes",
  ['integration.inbound.gitlab-token', 'integration.inbound.before-mutation'],
  async () => {
    const cards = []
    for (const board of world.boards) cards.push(await world.card('A card', board))
    const { payload } = mergeRequest('open', { iid: 1, title: cards.map(({ key }) => key).join(' ') })
    const send = async (token: string | null, path = '', key: string = crypto.randomUUID()) => {
      const headers = { 'x-gitlab-event': 'Merge Request Hook', 'idempotency-key': key, ...(token !== null && { 'x-gitlab-token': token }) }
      return (await fetch(`${world.inbound().url}${path}`, { method: 'POST', headers, body: JSON.stringify(payload) })).status
    }
    for (const token of [
      null,
      '',
      'guessed',
      secretToken.slice(0, -1),
      `${secretToken}x`,
      secretToken.toUpperCase(),
      `${secretToken}, ${secretToken}`,
    ])
      expect(await send(token), String(token)).toBe(401)
    expect(await send('the token of the other', '/one')).toBe(401)
    for (const token of [null, '', 'undefined', 'null', secretToken]) expect(await send(token, '/bare')).toBe(401)
    await world.idle()
    expect(await Promise.all(cards.map(({ id }) => world.verbs(id)))).toEqual([[], [], []])

    for (let time = 0; time < 2; time++) expect(await send(secretToken, '', 'the same')).toBe(200)
    await world.idle()
    expect(await Promise.all(cards.map(({ id }) => world.verbs(id)))).toEqual([['vcs.pr_opened', 'card.linked'], [], []])
  },
)

test('a delivery is known by its Idempotency-Key, in older releases by the id of its event, else by its body, also over a restart', async () => {
  const keys = [{ 'idempotency-key': 'a key' }, { 'x-gitlab-event-uuid': 'an id' }, {}]
  for (const [at, key] of keys.entries()) {
    const card = await world.card()
    const body = JSON.stringify(mergeRequest('open', { iid: 10 + at, title: card.key }).payload)
    const headers = { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': secretToken, ...key }
    for (let time = 0; time < 3; time++) {
      if (time === 2) await world.restart()
      expect((await fetch(world.inbound().url, { method: 'POST', headers, body })).status).toBe(200)
      await world.idle()
    }
    expect(await world.verbs(card.id)).toEqual(['vcs.pr_opened', 'card.linked'])
  }
})

test('what cannot be read is refused', async () => {
  const send = async (body: string, headers: Record<string, string>) =>
    (await fetch(world.inbound().url, { method: 'POST', headers: { 'x-gitlab-token': secretToken, ...headers }, body })).status
  expect(await send('no json', { 'x-gitlab-event': 'Push Hook' })).toBe(400)
  expect(await send('{}', { 'x-gitlab-event': 'Merge Request Hook' })).toBe(400)
  expect(await send('{}', {})).toBe(400)
  const { payload } = mergeRequest('open', { iid: 1, at: 'yesterday' })
  expect(await send(JSON.stringify(payload), { 'x-gitlab-event': 'Merge Request Hook' })).toBe(400)
})
