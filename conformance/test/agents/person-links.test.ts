import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, makePlugin, type Plugin, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let plugin: Plugin

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  plugin = await makePlugin(world, board.id, { type: 'slack', name: 'Our chat' })
})

const asking = { externalUserId: 'U024BE7LH', displayName: 'mia in chat' }
const ask = () => allowed(plugin, 'personLink.create', asking)
const open = (url: string | null, method: 'GET' | 'POST', who: Who) =>
  fetch(new URL(url ?? '', who.url), { method, headers: { ...who.headers, ...(method === 'POST' && { origin: who.url }) } })

async function claimFor(who: Who) {
  const { id, url } = await ask()
  expect((await open(`/connect/${url?.split('/connect/')[1]}`, 'POST', who)).status).toBe(200)
  const taken = await allowed(plugin, 'personLink.claim', { personLinkId: id })
  return { personLinkId: id, taken, caller: { url: who.url, headers: { authorization: `Bearer ${taken.token}` } } }
}

scenario(
  'a person opens the address, sees who asks, and confirms once',
  ['integration.person-link.create', 'integration.person-link.shows', 'integration.person-link.one-use'],
  async () => {
    const { id, url, expiresAt } = await ask()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(Date.parse(expiresAt) - world.tandem.clock.now()).toBeGreaterThan(0)
    const path = `/connect/${url?.split('/connect/')[1]}`
    const page = await (await open(path, 'GET', world.mia)).text()
    for (const shown of ['mia in chat', 'U024BE7LH', 'Our chat', 'Engine']) expect(page).toContain(shown)
    expect((await open(path, 'POST', world.eve)).status).toBe(404)
    await refused(plugin, 'personLink.claim', { personLinkId: id }, 'conflict')
    expect((await open(path, 'POST', world.mia)).status).toBe(200)
    for (const who of [world.mia, world.ada]) expect((await open(path, 'POST', who)).status).toBe(404)
  },
)

scenario('a person link is void after ten minutes', ['integration.person-link.expires'], async () => {
  const { id, url } = await ask()
  const path = `/connect/${url?.split('/connect/')[1]}`
  world.tandem.clock.advance(10 * 60_000 + 1)
  for (const method of ['GET', 'POST'] as const) expect((await open(path, method, world.mia)).status).toBe(404)
  await refused(plugin, 'personLink.claim', { personLinkId: id }, 'not_found')
})

scenario(
  'the plugin takes a token of the person once, no stronger than said, which the person sees and can revoke',
  ['integration.person-link.claim-once', 'integration.person-link.claim-scopes', 'integration.person-link.listed'],
  async () => {
    const { mia } = world
    const { personLinkId, taken, caller } = await claimFor(mia)
    expect(taken).toMatchObject({ actorId: mia.actorId, externalUserId: asking.externalUserId })
    const scopes = ['boards:read', 'notifications:read', 'sessions:write', `board:${board.id}`]
    expect(taken.scopes.toSorted()).toEqual(scopes.toSorted())
    await refused(plugin, 'personLink.claim', { personLinkId }, 'conflict')
    expect((await allowed(caller, 'me.get', {})).auth.scopes?.toSorted()).toEqual(scopes.toSorted())
    await refused(caller, 'card.create', { listId: board.lists[0] ?? '', title: 'x' }, 'forbidden')
    expect((await allowed(mia, 'token.list', {})).map(({ id }) => id)).toContain(taken.id)
    expect(await call(mia, 'token.revoke', { tokenId: taken.id })).toMatchObject({ ok: true })
    await refused(caller, 'me.get', {}, 'invalid_token')
  },
)

scenario(
  'an answer by the taken token is an answer of the person; removing the integration revokes it',
  ['integration.person-link.answer', 'integration.person-link.uninstall'],
  async () => {
    const { ada, mia, robo } = world
    const { caller } = await claimFor(mia)
    const { id: sessionId } = await allowed(robo, 'session.open', { cardId: (await board.card()).id })
    await allowed(robo, 'session.post', { sessionId, op: 'ask_human', question: 'Which?' })
    const { event } = await allowed(caller, 'session.answer', { sessionId, answer: 'That one' })
    expect(event.body).toMatchObject({ answer: 'That one', actorId: mia.actorId })
    await allowed(ada, 'integration.remove', { boardId: board.id, integrationId: plugin.integrationId })
    await refused(caller, 'me.get', {}, 'invalid_token')
  },
)

scenario('with PUBLIC_URL, what is handed out to people leads there', ['config.public-url.used'], async () => {
  const PUBLIC_URL = 'https://tandem.example.org'
  const elsewhere = await startWorld({ PUBLIC_URL, REGISTRATION: 'open' })
  onTestFinished(() => elsewhere.tandem.stop())
  const { id: boardId } = await makeBoard(elsewhere)
  const invited = await allowed(elsewhere.ada, 'member.add', { boardId, email: 'grace@example.com', role: 'viewer' })
  expect(invited).toMatchObject({ inviteUrl: expect.stringContaining(`${PUBLIC_URL}/invite/`) })
  const { url } = await allowed(await makePlugin(elsewhere, boardId), 'personLink.create', asking)
  expect(url).toMatch(/^https:\/\/tandem\.example\.org\/connect\/\S{20,}$/)
})
