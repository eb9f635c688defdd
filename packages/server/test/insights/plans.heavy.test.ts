import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../src/db/database.ts'
import { reportingReader, type SentStatement } from '../kit/sent-statements.ts'
import { startTeam, type Team } from '../sessions/fixture/team.ts'

/** A board with 60,000 activities over half a year, a sixth of them of the flow, 5,000 cards and 5,000 sessions; and another of its size. */
const seed = [
  `insert into cards (board_id, id, list_id, number, title, description, rank, priority, completed_at, created_by, created_at, updated_at)
    select b.id, uuid_at(now()), l.id, 1000 + n, 'card ' || n, '', 'd' || lpad(n::text, 6, '0'), 'none',
      case when n % 2 = 0 then now() - make_interval(mins => n * 50) end, b.created_by, now(), now()
    from generate_series(1, 5000) n, boards b join lateral (select id from lists where board_id = b.id order by rank limit 1) l on true`,
  `insert into activities (board_id, seq, id, card_id, actor_id, verb, payload, created_at)
    select c.board_id, 100000 + row_number() over (partition by c.board_id order by n, c.id), gen_random_uuid(), c.id, c.created_by,
      (array['card.moved', 'comment.added', 'card.labeled', 'card.field_set', 'agent_session.progress', 'comment.edited'])[1 + n % 6],
      json_build_object('fromListId', c.list_id, 'toListId', c.list_id, 'state', 'queued'), now() - make_interval(mins => 260000 - (n * 21000 + c.number))
    from generate_series(0, 11) n, cards c where c.number > 1000`,
  `insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, trigger, of_delegation, last_event_id, last_event_at,
      created_at, updated_at, ended_at)
    select c.board_id, gen_random_uuid(), c.id, a.id, c.created_by, 'done', '{"type": "api"}', false, gen_random_uuid(), now(), now(), now(),
      now() - make_interval(mins => c.number * 40)
    from cards c, lateral (select id from actors where kind = 'agent' and handle = 'robo') a where c.number > 1000`,
  `insert into session_events (board_id, session_id, id, kind, body, created_at)
    select s.board_id, s.id, gen_random_uuid(), 'progress', '{}', now() from sessions s, generate_series(1, 5)`,
  'analyze',
]

describe('insights of boards with a long log', () => {
  let team: Team
  let client: pg.Client
  let sent: SentStatement[] = []
  const listening = (reader: Reader) => reportingReader(reader, (statement) => sent.push(statement))

  beforeAll(async () => {
    team = await startTeam()
    await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })
    const { database, address } = team.tandem
    client = new pg.Client(address)
    await client.connect()
    for (const statement of seed) await client.query(statement)
    const { snapshot, rows, row } = database
    database.snapshot = (read) => snapshot((reader) => read(listening(reader)))
    Object.assign(database, listening({ rows, row }))
    // As the service's own connections.
    await client.query('set enable_seqscan = off; set jit = off; set plan_cache_mode = force_generic_plan')
  })
  afterAll(async () => {
    await client?.end()
    // Not the team's stop: cards that SQL made are counted nowhere.
    await team?.tandem.stop()
  })

  /** As the statement is planned when it has been prepared: without its values in view. */
  async function planOf({ text }: SentStatement): Promise<string> {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    return JSON.stringify(rows)
  }

  const scannedWhole = (plan: string): string[] =>
    [...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map((match) => match[1] ?? '')

  test.each([
    ['of a board', () => `/api/boards/${team.boardId}/insights`],
    ['of a board, over a year', () => `/api/boards/${team.boardId}/insights?from=${yearAgo()}`],
    ['of every agent', () => '/api/agents/stats'],
    ['of one agent', () => `/api/agents/${team.robo.actorId}/stats?from=${yearAgo()}`],
  ])('read no table from end to end: %s', async (_, path) => {
    sent = []
    const answer = await team.ada.get(path())
    expect(answer.status, answer.text).toBe(200)
    const ours = sent.filter(({ text }) => /activities|sessions|cards|tokens|actors/.test(text))
    expect(ours.length).toBeGreaterThan(3)
    for (const one of ours) expect(scannedWhole(await planOf(one)), one.text).toEqual([])
  })

  test('look at what the flow is made of and at nothing else of the log', async () => {
    sent = []
    const { status } = await team.ada.get(`/api/boards/${team.boardId}/insights?from=${yearAgo()}&timezone=Pacific/Pago_Pago`)
    expect(status).toBe(200)
    const plans = await Promise.all(sent.filter(({ text }) => text.includes('from activities')).map(planOf))
    const indexes = plans.flatMap((plan) => [...plan.matchAll(/"Index Name":"(activities_\w+)"/g)].map((match) => match[1]))
    expect(new Set(indexes)).toEqual(new Set(['activities_of_flow', 'activities_of_card']))
  })

  test('a scan of a whole table is found by this check', async () => {
    expect(scannedWhole(await planOf({ text: 'select verb from activities where actor_id = $1', values: [] }))).toEqual(['activities'])
  })
})

const yearAgo = (): string => new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)
