import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bound } from '../../src/db/database.ts'
import { startTeam, type Team } from '../sessions/fixture/team.ts'

describe('summaries of boards', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.tandem.stop())

  const all = async (by = team.ada) => (await by.get('/api/me/boards')).body
  const summary = async (by = team.ada) => (await all(by)).find(({ boardId }: any) => boardId === team.boardId)

  test('count what is open, at work and asked, and name who was active; nobody else’s boards', {
    meta: { proves: ['board.summaries.counts'] },
  }, async () => {
    const [working, asking, done, archived] = [await team.newCard(), await team.newCard(), await team.newCard(), await team.newCard()]
    const [first, second] = [await team.delegate(working), await team.delegate(asking, team.bert)]
    await team.post(first, { op: 'update', state: 'working' })
    await team.post(second, { op: 'update', state: 'working' }, team.bert)
    await team.post(second, { op: 'ask_human', question: 'Which?' }, team.bert)
    await team.bob.patch(`/api/cards/${done}`, { completedAt: '2026-01-01T00:00:00.000Z' })
    await team.ada.patch(`/api/cards/${archived}`, { archived: true })
    const found = await summary()
    expect(found).toMatchObject({ openCards: 2, cardsAtWork: 1, openQuestions: 1 })
    const { body: log } = await team.ada.get(`/api/boards/${team.boardId}/activity?limit=1`)
    expect(found.lastActivityAt).toBe(log[0].createdAt)
    expect(found.activeActors.map(({ name }: any) => name).slice(0, 3)).toEqual(['Ada', 'Bob', 'Bert'])
    expect(found.activeActors[2]).toMatchObject({ id: team.bert.actorId, kind: 'agent', handle: team.bert.handle })
    expect(await all(team.eve)).toEqual(await all())
    expect(await all(team.stranger)).toEqual([])
  })

  test('tell an agent of its boards, and of sessions only with the scope for them', async () => {
    const { ada, boardId } = team
    const other = (await ada.post('/api/boards', { name: 'Other' })).body.id
    const minted = async (scopes: string[]) => (await ada.post('/api/tokens', { label: 'x', scopes })).body.token as string
    const leashed = team.tandem.withToken(await minted(['boards:read', `board:${boardId}`]))
    const { body } = await leashed.get('/api/me/boards')
    expect(body).toMatchObject([{ boardId, cardsAtWork: 0, openQuestions: 0 }])
    expect((await all()).map((each: any) => each.boardId)).toContain(other)
    await ada.patch(`/api/boards/${other}`, { archived: true })
    expect((await all()).map((each: any) => each.boardId)).not.toContain(other)
  })

  test('read a bounded stretch of each index, however large the board is', { meta: { proves: ['board.summaries.bounded'] } }, async () => {
    const { database, address } = team.tandem
    const client = new pg.Client(address)
    await client.connect()
    const seed = [
      `insert into cards (board_id, id, list_id, number, title, description, rank, priority, completed_at, created_by, created_at, updated_at)
        select '${team.boardId}', gen_random_uuid(), '${team.listId}', 1000 + n, 'card', '', 'd' || lpad(n::text, 6, '0'), 'none',
          case when n % 5 = 0 then null else now() end, '${team.ada.actorId}', now(), now() from generate_series(1, 20000) n`,
      `insert into activities (board_id, seq, id, card_id, actor_id, verb, payload, created_at)
        select '${team.boardId}', 100000 + n, gen_random_uuid(), null, '${team.ada.actorId}', 'card.moved', '{}', now() from generate_series(1, 20000) n`,
    ]
    for (const statement of seed) await client.query(statement)
    await client.query('vacuum analyze cards, activities')
    let sent: { text: string; values: readonly unknown[] } | null = null
    const { rows } = database
    database.rows = (what, values) => {
      const { statement, values: given } = bound(what, values)
      if (statement.text.includes('open_cards')) sent = { text: statement.text, values: given }
      return rows(what, values)
    }
    expect(await summary()).toMatchObject({ openCards: 500 })
    database.rows = rows
    const { text, values } = sent as unknown as { text: string; values: unknown[] }
    const plan = await client.query(`explain (analyze, format json) ${text}`, values)
    const nodes = [...nodesOf(plan.rows[0]['QUERY PLAN'][0].Plan)]
    await client.end()
    for (const node of nodes.filter((each) => ['cards', 'activities', 'sessions'].includes(each['Relation Name']))) {
      expect(node['Node Type'], JSON.stringify(node)).not.toBe('Seq Scan')
      expect(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), JSON.stringify(node)).toBeLessThanOrEqual(500)
    }
    expect(nodes.map((each) => each['Index Name'])).toContain('cards_open')
  })

  function* nodesOf(node: any): Generator<any> {
    yield node
    for (const child of node.Plans ?? []) yield* nodesOf(child)
  }
})
