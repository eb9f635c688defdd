import type { OperationName } from '@tandem/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { offerTo } from '../../../packages/server/src/domain/oauth/offer.ts'
import { type Caller, call } from '../../src/call.ts'
import type { RequirementId } from '../../src/requirements.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, makePlugin, type Plugin, startWorld, type World } from '../../src/world.ts'

/** More than a list holds is put into the database: requests would take minutes. */
let world: World
let board: Board
let plugin: Plugin
beforeAll(async () => {
  world = await startWorld({ RATE_LIMIT_TOKEN: '0' })
  board = await makeBoard(world)
  plugin = await makePlugin(world, board.id)
  await fill(
    `with made as (
       insert into boards (id, name, description, agent_guidance, key_prefix, created_by, created_at)
       select gen_random_uuid(), 'Board ' || n, '', '', 'ZZ' || n, $1, now() from generate_series(1, 1001) n returning id
     ) insert into members (board_id, actor_id, role, added_at) select id, actor, 'admin', now() from made, unnest($2::uuid[]) actor`,
    [world.eve.actorId, [world.eve.actorId, world.robo.actorId]],
  )
})
afterAll(() => world?.tandem.stop())

const fill = (statement: string, values: unknown[]) => world.tandem.database.pool.query(statement, values)
const agents = (
  count: number,
) => `insert into actors (id, kind, name, handle, can_be_delegated, can_be_mentioned, owner_actor_id, created_at)
  select gen_random_uuid(), 'agent', 'Agent', 'a' || replace(gen_random_uuid()::text, '-', ''), true, true, $1::uuid, now() from generate_series(1, ${count})`
const hash = 'sha256(gen_random_uuid()::text::bytea)'
/** Boards that Eve has made. */
const evesBoards = 'select board_id from members where actor_id = $1'

type Of = { by: () => Caller; list: OperationName; input?: () => object }
type Case = [id: RequirementId, most: number, of: Of, fill: () => Promise<unknown>]
const cases: Case[] = [
  [
    'limit.list.tokens',
    1_000,
    { by: () => world.mia, list: 'token.list' },
    () =>
      fill(
        `insert into tokens (id, hash, last_four, label, actor_id, minted_by_actor_id, scopes, created_at)
         select gen_random_uuid(), ${hash}, 'abcd', 'Token ' || n, $1, $1, '{cards:read}', now() from generate_series(1, 1001) n`,
        [world.mia.actorId],
      ),
  ],
  [
    'limit.list.members',
    5_000,
    { by: () => world.ada, list: 'member.list', input: () => ({ boardId: board.id }) },
    () =>
      fill(
        `with made as (${agents(5_000)} returning id)
         insert into members (board_id, actor_id, role, added_at) select $2::uuid, id, 'viewer', now() from made`,
        [world.mia.actorId, board.id],
      ),
  ],
  ['limit.list.boards', 1_000, { by: () => world.eve, list: 'board.list' }, async () => {}],
  ['limit.list.agents', 1_000, { by: () => world.vic, list: 'agent.list' }, () => fill(agents(1_001), [world.vic.actorId])],
  ['limit.list.agent-stats', 200, { by: () => world.vic, list: 'agentStats.list' }, async () => {}],
  [
    'limit.list.agent-boards',
    1_000,
    { by: () => world.ada, list: 'agent.boards', input: () => ({ agentActorId: world.robo.actorId }) },
    async () => {},
  ],
  [
    'limit.list.integrations',
    1_000,
    { by: () => world.ada, list: 'integration.list', input: () => ({ boardId: board.id }) },
    () =>
      fill(
        `with made as (${agents(1_001)} returning id)
         insert into integrations (board_id, id, type, name, status, actor_id, inbound_url, config, created_at, updated_at)
         select $2::uuid, gen_random_uuid(), 'github', 'Plugin', 'active', id, 'http://127.0.0.1:1025/', '{}', now(), now() from made`,
        [world.ada.actorId, board.id],
      ),
  ],
  [
    'limit.list.linked-people',
    500,
    { by: () => world.ada, list: 'integration.people', input: () => ({ boardId: board.id, integrationId: plugin.integrationId }) },
    () =>
      fill(
        `insert into tokens (id, hash, last_four, label, actor_id, minted_by_actor_id, scopes, created_at, integration_id)
         select gen_random_uuid(), ${hash}, 'abcd', 'Linked', $1, $1, '{cards:read}', now(), $2 from generate_series(1, 501)`,
        [world.eve.actorId, plugin.integrationId],
      ),
  ],
  [
    'limit.list.invitations',
    1_000,
    { by: () => world.ada, list: 'invitation.list', input: () => ({ boardId: board.id }) },
    () =>
      fill(
        `insert into invitations (board_id, id, email, role, hash, invited_by, created_at, expires_at)
         select $1, gen_random_uuid(), 'someone' || n || '@example.com', 'viewer', ${hash}, $2, now(), now() + interval '7 days'
         from generate_series(1, 1001) n`,
        [board.id, world.ada.actorId],
      ),
  ],
  [
    'limit.list.own-invitations',
    200,
    { by: () => world.mia, list: 'invitation.listMine' },
    () =>
      fill(
        `insert into invitations (board_id, id, email, role, hash, invited_by, created_at, expires_at, actor_id)
         select board_id, gen_random_uuid(), 'mia@example.com', 'viewer', ${hash}, $1, now(), now() + interval '7 days', $2
         from (${evesBoards} limit 201) b`,
        [world.eve.actorId, world.mia.actorId],
      ),
  ],
  [
    'limit.list.agent-requests',
    1_000,
    { by: () => world.vic, list: 'agent.requests', input: () => ({ agentActorId: asked }) },
    async () => {
      ;({
        rows: [{ id: asked }],
      } = await fill(`${agents(1)} returning id`, [world.vic.actorId]))
      await fill(
        `insert into agent_requests (id, board_id, agent_actor_id, owner_actor_id, role, requested_by, activity_id, created_at)
         select gen_random_uuid(), board_id, $2, $3, 'member', $1, gen_random_uuid(), now() from (${evesBoards} limit 1001) b`,
        [world.eve.actorId, asked, world.vic.actorId],
      )
    },
  ],
  [
    'limit.list.member-requests',
    1_000,
    { by: () => world.ada, list: 'member.requests', input: () => ({ boardId: board.id }) },
    () =>
      fill(
        `insert into agent_requests (id, board_id, agent_actor_id, owner_actor_id, role, requested_by, activity_id, created_at)
         select gen_random_uuid(), $1, id, $2, 'member', $3, gen_random_uuid(), now() from actors where owner_actor_id = $2 limit 1001`,
        [board.id, world.vic.actorId, world.ada.actorId],
      ),
  ],
  [
    'limit.list.programs',
    1_000,
    { by: () => world.ada, list: 'oauth.client.list' },
    () =>
      fill(
        `with made as (
           insert into oauth_clients (id, name, redirect_uris, created_at, kept_until)
           select 'program ' || n, 'Program', '{https://a.example/}', now(), now() + interval '1 day' from generate_series(1, 1001) n returning id
         ) insert into oauth_grants (id, client_id, human_actor_id, agent_actor_id, scopes, resource, code_hash, code_challenge, redirect_uri,
             created_at, connected_at, expires_at)
         select gen_random_uuid(), id, $1, $2, '{cards:read}', '', ${hash}, '', '', now(), now(), now() + interval '1 day' from made`,
        [world.ada.actorId, world.robo.actorId],
      ),
  ],
  [
    'limit.list.sign-ins',
    200,
    { by: () => world.mia, list: 'webSession.list' },
    () =>
      fill(
        `insert into web_sessions (id, hash, actor_id, created_at, last_seen_at, expires_at)
         select gen_random_uuid(), ${hash}, $1, now(), now(), now() + interval '1 day' from generate_series(1, 201)`,
        [world.mia.actorId],
      ),
  ],
  [
    'limit.list.webhooks',
    1_000,
    { by: () => world.ada, list: 'webhook.list', input: () => ({ boardId: board.id }) },
    () => fill(webhooksOf('board_id'), [board.id, world.ada.actorId]),
  ],
  [
    'limit.list.webhooks',
    1_000,
    { by: () => world.mia, list: 'actorWebhook.list', input: () => ({ actorId: world.mia.actorId }) },
    () => fill(webhooksOf('actor_id'), [world.mia.actorId, world.mia.actorId]),
  ],
]
/** An agent of Vic's. */
let asked: string

const webhooksOf = (
  owner: 'board_id' | 'actor_id',
) => `insert into webhooks (id, ${owner}, created_by, url, events, secret_sealed, active, created_at)
  select gen_random_uuid(), $1, $2, 'http://127.0.0.1:1025/', '{*}', '', true, now() from generate_series(1, 1001)`

for (const [id, most, { by, list, input = () => ({}) }, fillMore] of cases) {
  scenario(`${list} tells ${most} rows of more`, [id], async () => {
    await fillMore()
    const answer = await call(by(), list, input() as never)
    if (!answer.ok) throw new Error(`${list}: ${answer.code} ${answer.message}`)
    expect(answer.body).toHaveLength(most)
  })
}

scenario('what a program may be given is chosen among 500 agents and 1,000 boards', ['limit.list.offer'], async () => {
  const offerFor = (actorId: string) => offerTo(world.tandem.database, actorId, { client: { id: 'none' } } as Parameters<typeof offerTo>[2])
  expect((await offerFor(world.vic.actorId)).agents).toHaveLength(500)
  expect((await offerFor(world.eve.actorId)).boards).toHaveLength(1_000)
})

scenario('the figures of agents tell of 1,000 live sessions together', ['limit.agent-stats.live'], async () => {
  const { id: boardId, lists } = await makeBoard(world)
  const shown = (await allowed(world.vic, 'agentStats.list', {})).slice(0, 51).map(({ agent }) => agent.id)
  await fill('insert into members (board_id, actor_id, role, added_at) select $1, id, $2, now() from unnest($3::uuid[]) id', [
    boardId,
    'member',
    shown,
  ])
  await fill(
    `with made as (
       insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
       select $1::uuid, gen_random_uuid(), $2::uuid, n, 'Card', '', 'a' || lpad(n::text, 4, '0') || 'i', 'none', $3::uuid, now(), now()
       from generate_series(1, 20) n returning id
     ) insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, trigger, of_delegation, last_event_id,
         last_event_at, created_at, updated_at)
     select $1, gen_random_uuid(), made.id, agent, $3, 'working', '{"type":"api"}', false, uuid_at(now()), now(), now(), now()
     from made, unnest($4::uuid[]) agent`,
    [boardId, lists[0], world.ada.actorId, shown],
  )
  const live = (await allowed(world.vic, 'agentStats.list', {})).map((stats) => stats.live.length)
  expect(live.reduce((sum, count) => sum + count)).toBe(1_000)
})

scenario('a card is answered with 500 live sessions', ['limit.card.live-sessions'], async () => {
  const { id: cardId } = await board.card()
  await fill(
    `insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, trigger, of_delegation, last_event_id, last_event_at,
       created_at, updated_at)
     select $1, gen_random_uuid(), $2, id, $3, 'working', '{"type":"api"}', false, uuid_at(now()), now(), now(), now()
     from actors where owner_actor_id = $4 limit 501`,
    [board.id, cardId, world.ada.actorId, world.vic.actorId],
  )
  expect((await allowed(world.ada, 'card.get', { cardId })).card.sessions).toHaveLength(500)
})

scenario('a card is answered with 1,000 of those who watch it', ['limit.list.watchers'], async () => {
  const { id } = await board.card()
  await fill(
    `insert into watches (board_id, card_id, actor_id, created_at)
     select $1, $2, id, now() from actors where owner_actor_id = $3 limit 1001`,
    [board.id, id, world.vic.actorId],
  )
  expect((await allowed(world.ada, 'card.get', { cardId: id })).card.watchers).toHaveLength(1_000)
})

scenario(
  'the figures of a board tell of 500 lists and 100 agents',
  ['limit.insights.lists', 'limit.insights.agents', 'limit.insights.start-list'],
  async () => {
    const { id } = await board.card()
    await fill(
      `insert into lists (board_id, id, name, rank, created_at)
     select $1, gen_random_uuid(), 'List', 'z' || lpad(n::text, 4, '0') || 'i', now() from generate_series(1, 1001) n`,
      [board.id],
    )
    await fill(
      `insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, trigger, of_delegation, last_event_id, last_event_at,
       created_at, updated_at, ended_at)
     select $1, uuid_at(now()), $2, id, $3, 'done', '{"type":"api"}', false, uuid_at(now()), now(), now(), now(), now()
     from actors where owner_actor_id = $4 limit 1001`,
      [board.id, id, world.ada.actorId, world.vic.actorId],
    )
    const { flow, sessions } = await allowed(world.ada, 'board.insights', { boardId: board.id })
    expect([flow.lists.length, sessions?.byAgent.length, sessions?.done]).toEqual([500, 100, 1_000])
    const { rows } = await fill('select id from lists where board_id = $1 order by rank offset 999 limit 2', [board.id])
    const from = (row: { id: string }) => ({ boardId: board.id, startListId: row.id })
    await allowed(world.ada, 'board.insights', from(rows[0]))
    await refused(world.ada, 'board.insights', from(rows[1]), 'validation')
  },
)

scenario(
  'insights measure 1,000 completed cards and list ten waits; the figures of an agent list 20 live and 20 ended sessions',
  ['limit.insights.cycle-cards', 'limit.insights.waits', 'limit.agent-stats.sessions'],
  async () => {
    const { id: boardId, lists } = await makeBoard(world)
    const { actorId: robo } = world.robo
    await fill(
      `insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at, completed_at)
       select $1, gen_random_uuid(), $2, n, 'Card', '', 'a' || lpad(n::text, 4, '0') || 'i', 'none', $3, now(), now(), now()
       from generate_series(1, 1001) n`,
      [boardId, lists[0], world.ada.actorId],
    )
    for (const [state, endedAt] of [
      ['working', null],
      ['done', new Date(world.tandem.clock.now()).toISOString()],
    ])
      await fill(
        `insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, trigger, of_delegation, last_event_id,
           last_event_at, created_at, updated_at, ended_at)
         select $1, gen_random_uuid(), id, $2, $2, $3, '{"type":"api"}', false, uuid_at(now()), now(), now() - interval '1 hour', now(), $4
         from cards where board_id = $1 limit 21`,
        [boardId, robo, state, endedAt],
      )
    await fill(
      `with asked as (
         select s.id as session_id, gen_random_uuid() as id from sessions s where s.board_id = $1 and s.ended_at is null limit 11
       ), questions as (
         insert into session_events (board_id, session_id, id, kind, body, created_at)
         select $1, session_id, id, 'question', '{"question":"Which?"}', now() from asked
       ) insert into session_events (board_id, session_id, id, kind, body, created_at)
         select $1, session_id, gen_random_uuid(), 'answer', json_build_object('questionEventId', id), now() from asked`,
      [boardId],
    )
    const { cycle, waiting } = await allowed(world.ada, 'board.insights', { boardId })
    expect([cycle.measured + cycle.unmeasured, waiting?.answered, waiting?.longest.length]).toEqual([1_000, 11, 10])
    const { live, recent } = await allowed(world.ada, 'agentStats.get', { agentActorId: robo })
    expect([live.length, recent.length]).toEqual([20, 20])
  },
)
