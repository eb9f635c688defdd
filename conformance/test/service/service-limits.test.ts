import { afterAll, beforeAll, expect } from 'vitest'
import { until } from '../../../packages/server/test/kit/http.ts'
import { connect, registerProgram } from '../../../packages/server/test/kit/oauth.ts'
import { connect as connectMcp } from '../../../packages/server/test/mcp/client.ts'
import { acknowledged, listen } from '../../../packages/server/test/mcp/listen.ts'
import { at } from '../../../packages/server/test/oauth/granted.ts'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, makePlugin, startWorld, type World } from '../../src/world.ts'

/** Data that would take too many requests are inserted into the database; the last one and the one too many come by requests. */
let world: World
let board: Board
beforeAll(async () => {
  world = await startWorld({ RATE_LIMIT_TOKEN: '0' })
  board = await makeBoard(world)
})
afterAll(() => world?.tandem.stop())

const fill = (statement: string, values: unknown[]) => world.tandem.database.pool.query(statement, values)
const now = () => new Date(world.tandem.clock.now()).toISOString()

scenario('a tool shows the latest ten comments and the three sessions that ended last', ['limit.mcp.card'], async () => {
  const { id: cardId } = await board.card()
  await fill(
    `insert into comments (board_id, id, card_id, actor_id, body, created_at)
       select $1, uuid_at(now() + make_interval(secs => n)), $2, $3, n::text, now() from generate_series(1, 11) n`,
    [board.id, cardId, world.ada.actorId],
  )
  await fill('update cards set comment_count = 11 where id = $1', [cardId])
  await fill(
    `insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, trigger, of_delegation, last_event_id,
         last_event_at, created_at, updated_at, ended_at)
       select $1, uuid_at(now() + make_interval(secs => n)), $2, $3, $3, 'done', '{"type":"api"}', false, uuid_at(now()), now(), now(), now(), now()
       from generate_series(1, 4) n`,
    [board.id, cardId, world.robo.actorId],
  )
  const client = await connectMcp(world.tandem.url, world.robo.headers.authorization?.slice('Bearer '.length) ?? '')
  const { card } = (await client.call('card_read', { method: 'get', params: { cardId } })).structuredContent
  expect(card.comments.map(({ body }: { body: string }) => body)).toEqual(Array.from({ length: 10 }, (_, n) => `${n + 2}`))
  expect([card.earlierComments, card.sessions.length]).toEqual([1, 3])
  await client.close()
})

scenario('of 500 views one more is refused, for whom they are; those of others do not count', ['limit.views'], async () => {
  await fill(
    `insert into views (board_id, id, name, query, layout, shared, owner_actor_id, created_at, updated_at)
       select $1, gen_random_uuid(), 'View ' || n, '{}', 'list', false, $2, now(), now() from generate_series(1, 499) n`,
    [board.id, world.ada.actorId],
  )
  const view = { boardId: board.id, name: 'Mine', query: {} }
  await allowed(world.ada, 'view.create', view)
  const { seq } = await board.tree()
  expect((await refused(world.ada, 'view.create', view, 'conflict')).message).toContain('500')
  expect((await refused(world.ada, 'view.create', { ...view, shared: true }, 'conflict')).message).toContain('500')
  expect((await board.tree()).seq).toBe(seq)
  await allowed(world.mia, 'view.create', view)
})

scenario('500 views are shared at most: those of several people are not shared beyond that later', ['limit.views'], async () => {
  await fill(
    `insert into views (board_id, id, name, query, layout, shared, owner_actor_id, created_at, updated_at)
       select $1, gen_random_uuid(), 'Shared ' || n, '{}', 'list', true, $2, now(), now() from generate_series(1, 499) n`,
    [board.id, world.mia.actorId],
  )
  const privately = async (name: string) =>
    (
      await fill(
        `insert into views (board_id, id, name, query, layout, shared, owner_actor_id, created_at, updated_at)
           values ($1, gen_random_uuid(), $3, '{}', 'list', false, $2, now(), now()) returning id`,
        [board.id, world.mia.actorId, name],
      )
    ).rows[0].id as string
  const [viewId, tooMany] = [await privately('First'), await privately('Second')]
  await allowed(world.mia, 'view.update', { viewId, shared: true })
  const { seq } = await board.tree()
  expect((await refused(world.mia, 'view.update', { viewId: tooMany, shared: true }, 'conflict')).message).toContain('500')
  expect((await board.tree()).seq).toBe(seq)
  await allowed(world.mia, 'view.update', { viewId, name: 'Renamed', shared: true })
  await allowed(world.mia, 'view.update', { viewId, shared: false })
  await allowed(world.mia, 'view.update', { viewId: tooMany, shared: true })
})

scenario('a circle of relations is looked for among 10,000 cards', ['limit.relations.circle'], async () => {
  const chain = await makeBoard(world)
  for (let from = 1; from <= 10_001; from += 1_000)
    await fill(
      `insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
         select $1, gen_random_uuid(), $2, n, 'Card', '', 'a' || lpad(n::text, 6, '0') || 'i', 'none', $3, now(), now() from generate_series($4::int, $5::int) n`,
      [chain.id, chain.lists[0], world.ada.actorId, from, Math.min(from + 999, 10_001)],
    )
  await fill(
    `insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at)
       select $1, c.id, $1, next.id, 'blocks', now() from cards c join cards next on next.board_id = $1 and next.number = c.number + 1
       where c.board_id = $1`,
    [chain.id],
  )
  const { rows } = await fill('select id from cards where board_id = $1 and number in (1, 10000, 10001) order by number', [chain.id])
  const [first, within, beyond] = rows.map(({ id }) => id as string)
  const closing = (cardId = '') => ({ cardId, otherCardId: first ?? '', kind: 'blocks' as const })
  await refused(world.ada, 'relation.put', closing(within), 'validation')
  await allowed(world.ada, 'relation.put', closing(beyond))
})

scenario('of 1,000 people who were asked and have not answered one more is refused', ['limit.person-links'], async () => {
  const plugin = await makePlugin(world, board.id, { type: 'slack' })
  await fill(
    `insert into person_links (id, integration_id, hash, external_user_id, display_name, created_at, expires_at)
       select gen_random_uuid(), $1::uuid, sha256((n || $1::uuid::text)::bytea), 'U' || n, 'Mia', $2::timestamptz, $2::timestamptz + interval '10 minutes'
       from generate_series(1, 999) n`,
    [plugin.integrationId, now()],
  )
  const asking = { externalUserId: 'U024BE7LH', displayName: 'Mia' }
  await allowed(plugin, 'personLink.create', asking)
  expect((await refused(plugin, 'personLink.create', asking, 'conflict')).message).toContain('1000')
  world.tandem.clock.advance(10 * 60_000 + 1)
  await allowed(plugin, 'personLink.create', asking)
})

scenario('an integration keeps 50 secrets; of one more nothing is kept', ['limit.integrations.secrets'], async () => {
  const { integrationId } = await makePlugin(world, board.id)
  const named = (from: number, count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${from + n}`, 'x']))
  const put = (secrets: Record<string, string | null>) =>
    call(world.ada, 'integration.secrets.put', { boardId: board.id, integrationId, ...secrets })
  const kept = async () =>
    (await fill('select count(*)::int as n from integration_secrets where integration_id = $1', [integrationId])).rows
  expect((await put(named(0, 50))).ok).toBe(true)
  expect(await put(named(50, 1))).toMatchObject({ ok: false, code: 'validation' })
  expect(await kept()).toEqual([{ n: 50 }])
  expect((await put({ key0: null, ...named(50, 1) })).ok).toBe(true)
  expect(await kept()).toEqual([{ n: 50 }])
})

scenario('a program has 10 redirect URIs; with 11, or none, it is not registered', ['limit.oauth.redirects'], async () => {
  const program = (count: number) =>
    registerProgram(world.tandem.url, { redirect_uris: Array.from({ length: count }, (_, n) => `https://a.example/${n}`) })
  expect((await program(10)).status).toBe(201)
  for (const count of [0, 11]) expect((await program(count)).status).toBe(400)
})

scenario('a program registers with a name of 1,000 characters, and no longer one', ['limit.oauth.client-name'], async () => {
  const named = async (length: number) => (await registerProgram(world.tandem.url, { client_name: 'a'.repeat(length) })).status
  expect([await named(1_000), await named(1_001)]).toEqual([201, 400])
})

scenario('a stream follows 100 addresses; those beyond are left out of what it acknowledges', ['limit.mcp.subscriptions'], async () => {
  const cards = await Promise.all(Array.from({ length: 102 }, () => board.card('Pump')))
  const token = world.robo.headers.authorization?.slice('Bearer '.length) ?? ''
  const uris = cards.map(({ key }) => `card://${key}`)
  const stream = await listen(world.tandem.url, token, uris)
  await until(() => stream.messages.length > 0)
  expect(acknowledged(stream.messages)).toEqual(uris.slice(0, 100))
  stream.close()
})

scenario(
  'an actor of 10,001 boards is not renamed, and finds nothing on the last of them',
  ['limit.actors.boards', 'limit.search.boards'],
  async () => {
    await fillBoards(world.eve.actorId)
    expect((await refused(world.eve, 'me.update', { name: 'Eva' }, 'conflict')).message).toContain('10000')
    const { rows: ids } = await fill('select board_id as id from members where actor_id = $1 order by board_id', [world.eve.actorId])
    for (const boardId of [ids[9_999].id, ids[10_000].id]) {
      const { id: listId } = await allowed(world.eve, 'list.create', { boardId, name: 'To do' })
      await allowed(world.eve, 'card.create', { listId, title: 'Gyroscope' })
    }
    const hits = await allowed(world.eve, 'search.cards', { q: 'gyroscope' })
    expect(hits.map((hit) => hit.boardId)).toEqual([ids[9_999].id])
  },
)

scenario(
  'an access token of OAuth reaches 10,000 boards, and as many are told with the figures of agents',
  ['limit.oauth.boards', 'limit.agent-stats.boards'],
  async () => {
    const { access } = await connect(world.tandem.url, world.vic.headers.cookie ?? '', { all: true })
    const { principal } = await at(world.tandem, access)
    await fillBoards(world.vic.actorId, principal.actorId)
    world.tandem.clock.advance(60_000)
    expect((await at(world.tandem, access)).principal.grant?.leash?.size).toBe(10_000)
    expect((await allowed(world.vic, 'agentStats.get', { agentActorId: principal.actorId })).boards).toHaveLength(10_000)
  },
)

/** 10,001 boards of these actors. */
async function fillBoards(...actorIds: string[]): Promise<void> {
  // The service ends statements that take long.
  for (let from = 1; from <= 10_001; from += 1_000) {
    await fill(
      `with made as (
         insert into boards (id, name, description, agent_guidance, key_prefix, created_by, created_at)
         select gen_random_uuid(), 'Board ' || n, '', '', $4 || n, ($1::uuid[])[1], now() from generate_series($2::int, $3::int) n returning id
       ) insert into members (board_id, actor_id, role, added_at) select id, actor, 'admin', now() from made, unnest($1::uuid[]) actor`,
      [actorIds, from, Math.min(from + 999, 10_001), `Z${actorIds.length}Z`],
    )
  }
}
