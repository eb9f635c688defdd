import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import type { Person } from '../../../packages/server/test/kit/service.ts'
import { channelId, grace, startWorld, type World } from './fixture/world.ts'

/** F55 (T19) for Slack: `v0=` over the raw body and its time, and nothing without it. Specification: service §6. */
let world: World
let member: Person
beforeAll(async () => {
  world = await startWorld({
    boards: [
      { name: 'one', keyPrefix: 'ENG' },
      { name: 'other', keyPrefix: 'DES' },
      { name: 'bare', keyPrefix: 'OPS' },
    ],
  })
  member = await world.tandem.register('Grace')
  for (const [at, secret] of [world.slack.signingSecret, 'the secret of the other'].entries()) {
    const board = world.boards[at]!
    await world.ada.post(`/api/boards/${board.boardId}/members`, { actorId: member.actorId, role: 'member' })
    await world.integration(board).keep({ signingSecret: secret, botToken: world.slack.botToken })
  }
  await world.restart({ SLACK_SIGNING_SECRET: '', SLACK_BOT_TOKEN: '' })
  await world.hear(world.slack.command(grace, channelId, 'my work'))
  await world.confirm(grace, member)
})
afterAll(() => world.stop())

scenario(
  "a wrong, missing, stale, re-serialised or other tenant's request is refused, and so is everything without a stored secret; nothing changes",
  ['integration.inbound.slack-signature', 'integration.inbound.slack-stale', 'integration.inbound.before-mutation'],
  async () => {
    const cards = async () =>
      Promise.all(
        world.boards.map(async ({ boardId }) => {
          const { lists } = (await world.ada.get(`/api/boards/${boardId}`)).body
          return lists.flatMap((list: { cards: { title: string }[] }) => list.cards.map(({ title }) => title))
        }),
      )
    const create = world.slack.command(grace, channelId, 'create Forged  card')
    const send = async (as: Parameters<World['slack']['send']>[2], name?: string) =>
      (await world.slack.send(world.url(name), create, as)).status
    const now = Date.now()
    const time = String(Math.floor(now / 1000))

    expect(await send({ headers: {} })).toBe(401)
    expect(await send({ headers: { 'x-slack-request-timestamp': time } })).toBe(401)
    for (const signature of ['', 'v0=', `v0=${'0'.repeat(64)}`, 'v1=00'])
      expect(await send({ headers: { 'x-slack-request-timestamp': time, 'x-slack-signature': signature } })).toBe(401)
    expect(await send({ secret: 'guessed' })).toBe(401)
    expect(await send({ atMs: now - 301_000 })).toBe(401)
    expect(await send({ atMs: now + 302_000 })).toBe(401)
    // The same fields, written again.
    expect(await send({ body: new URLSearchParams([...new URLSearchParams(create.body)].toReversed()).toString() })).toBe(401)
    expect(await send({ body: `${create.body}&x=1` })).toBe(401)
    expect(await send({ secret: 'the secret of the other' }, 'one')).toBe(401)
    for (const secret of ['undefined', 'null', world.slack.signingSecret]) expect(await send({ secret }, 'bare')).toBe(401)
    await world.idle()
    expect(await cards()).toEqual([[], [], []])

    expect(await send({})).toBe(200)
    await world.idle()
    expect(await cards()).toEqual([['Forged card'], [], []])
  },
)

scenario('a request of another workspace, signed for the same app, does nothing', ['integration.inbound.before-mutation'], async () => {
  const sent = world.slack.whispers.length
  const create = world.slack.command(grace, channelId, 'create From elsewhere')
  const body = create.body.replace('team_id=T0001', 'team_id=T9999')
  expect((await world.hear({ ...create, body })).status).toBe(200)
  expect(world.slack.whispers).toHaveLength(sent)
})

test('Slack hears that somebody is there, if it signs: the challenge of the event subscription, and the check of the certificate', async () => {
  const challenge = {
    contentType: 'application/json',
    body: JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1aB10', token: 'x' }),
  }
  expect(await world.slack.send(world.url(), challenge)).toMatchObject({ status: 200, text: '3eZbrw1aB10' })
  expect((await world.slack.send(world.url(), challenge, { secret: 'guessed' })).status).toBe(401)
  const check = { contentType: 'application/x-www-form-urlencoded', body: 'token=x&ssl_check=1' }
  expect((await world.slack.send(world.url(), check)).status).toBe(200)
})

test('what cannot be read is refused, and what is not known is nothing', async () => {
  const send = async (contentType: string, body: string) => (await world.slack.send(world.url(), { contentType, body })).status
  const form = 'application/x-www-form-urlencoded'
  expect(await send('application/json', 'no json')).toBe(400)
  expect(await send(form, 'payload=no+json')).toBe(400)
  expect(await send(form, 'command=%2Ftandem&text=create+x')).toBe(400)
  expect(await send('application/json', JSON.stringify({ type: 'event_callback', event: { type: 'link_shared' } }))).toBe(400)
  expect(await send('application/json', JSON.stringify({ type: 'event_callback', event: { type: 'team_join' } }))).toBe(200)
  expect(await send(form, new URLSearchParams({ payload: JSON.stringify({ type: 'view_submission' }) }).toString())).toBe(200)
  await world.idle()
})
