import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../src/db/database.ts'
import { reportingReader, type SentStatement } from '../kit/sent-statements.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

/** 20,000 cards of one board: words of every frequency, every third card with a comment, all that can be filtered by on some. */
const seed = `
  insert into cards (board_id, id, list_id, number, title, description, rank, priority, due_at, completed_at, created_by, created_at, updated_at)
    select $1, uuid_at(now() + make_interval(secs => n)), $2, n, 
      'common w' || n % 100 || ' x' || n % 2000 || case when n % 3 = 1 then ' third' else '' end || case when n <= 8000 then ' early' else '' end, 'rare' || n, 'd' || lpad(n::text, 6, '0'),
      (array['none', 'low', 'medium', 'high', 'urgent'])[1 + n % 5], case when n % 4 = 0 then now() + make_interval(hours => n % 900 - 450) end,
      case when n % 3 = 0 then now() end, $3, now() - make_interval(mins => n), now() - make_interval(mins => n * 7919 % 20000)
    from generate_series(1001, 21000) n`
const seedRest = [
  `insert into comments (board_id, id, card_id, actor_id, body, created_at)
    select board_id, uuid_at(now()), id, created_by, 'said' || number % 50, now() from cards where number % 3 = 0 and number > 1000`,
  `insert into card_assignees (board_id, card_id, actor_id, assigned_at) select board_id, id, created_by, now() from cards where number % 40 = 0`,
  `insert into card_labels (board_id, card_id, label_id) select c.board_id, c.id, l.id from cards c join labels l using (board_id) where c.number % 20 = 0`,
  `insert into field_values (board_id, card_id, field_id, value) select c.board_id, c.id, f.id, to_jsonb(c.number % 30) from cards c join fields f using (board_id)`,
  'analyze',
]

describe('the plans of a search', () => {
  let team: Team
  let client: pg.Client
  let sent: SentStatement[] = []
  const listening = (reader: Reader) => reportingReader(reader, (statement) => sent.push(statement))
  let [label, field] = ['', '']

  beforeAll(async () => {
    team = await startTeam()
    const { database, address, service } = team.tandem
    label = created(await team.ada.post(`/api/boards/${team.boardId}/labels`, { name: 'Bug', color: 'red' })).id
    field = created(await team.ada.post(`/api/boards/${team.boardId}/fields`, { name: 'Points', type: 'number' })).id
    client = new pg.Client(address)
    await client.connect()
    await client.query(seed, [team.boardId, team.listId, team.ada.actorId])
    for (const statement of seedRest) await client.query(statement)
    await service.textIndex.takeIn()
    // The texts of the cards are indexed now; the planner still needs their statistics.
    await client.query('analyze card_texts, search_words')
    const { snapshot } = database
    database.snapshot = (read) => snapshot((reader) => read(listening(reader)))
    // The planner settings of the service's connections.
    await client.query('set enable_seqscan = off; set jit = off; set plan_cache_mode = force_custom_plan; set random_page_cost = 1.1')
  })
  afterAll(async () => {
    await client?.end()
    // Without the checks of the team's own stop: cards inserted by SQL break the counts that it compares.
    await team?.tandem.stop()
  })

  async function scannedWhole({ text, values }: SentStatement): Promise<string[]> {
    if (text.startsWith('explain')) return []
    const { rows } = await client.query(`explain (format json) ${text}`, [...values])
    const relations = [...JSON.stringify(rows).matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(
      (match) => match[1] ?? '',
    )
    // A sequence has one row, so reading all of it costs nothing.
    return relations.filter((relation) => relation !== 'search_words_id_seq')
  }

  const queries = [
    'q=common',
    'q=w7',
    'q=x1234',
    'q=rare20500',
    'q=said4',
    'q=w7+said3',
    'q=common+said',
    'q=commom',
    'q=%D1%81%D0%BF%D1%80%D0%BE%D0%B2%D0%BE%D1%87%D0%BD%D0%B8%D0%BA',
    'q=rar',
    'q=nothing',
    'q=ENG-1002',
    'sort=updated',
    'sort=created',
    'sort=due',
    'sort=priority',
    'q=common&sort=updated',
    'q=x1234&sort=due',
    'q=said4&sort=priority',
    'assignee=me',
    'assignee=none',
    'assignee=me&assignee=none',
    'delegatedTo=me',
    'delegatedTo=none',
    'completed=true',
    'archived=true',
    'priority=urgent',
    'due=today',
    'due=overdue',
    'due=2026-01-01..',
    'sessionState=working',
    'sessionState=done',
    'label=bug',
    'assignee=me&completed=false&sort=due',
    'q=w7&label=bug&priority=high&completed=true',
  ]

  test.each([
    ...queries,
    () => `label=${label}&sort=created`,
    () => `field.${field}=7`,
    () => `listId=${team.listId}&boardId=${team.boardId}`,
  ])('read no table from end to end: %s', async (query) => {
    for (const page of [1, 2]) {
      sent = []
      const path: string = page === 1 ? `/api/search/cards?${typeof query === 'string' ? query : query()}&limit=20` : next
      if (path === '') return
      const { status, headers } = await team.ada.get(path)
      expect(status).toBe(200)
      next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      expect(sent.length).toBeGreaterThan(2)
      for (const one of sent) expect(await scannedWhole(one), one.text).toEqual([])
    }
  })
  let next = ''

  test('look up only the cards that are in each of two sets of a like size', async () => {
    sent = []
    const { status, body } = await team.ada.get('/api/search/cards?q=w2&label=bug&sort=due&limit=200')
    expect(status).toBe(200)
    expect(sent.filter(({ text }) => /any \(array\(select s\.id .+ s\.id in \(/.test(text)).length).toBeGreaterThan(0)
    const { rows } = await client.query(
      `select c.id from cards c where c.number > 1000 and c.number % 20 = 0 and c.title like '% w20 %' and c.archived_at is null order by due_at, id limit 200`,
    )
    expect(body.map(({ id }: { id: string }) => id)).toEqual(rows.map(({ id }) => id))
    expect(rows.length).toBeGreaterThan(100)
  })

  test('look up the cards with a rarer word in those with a frequent one, newest first, before they are read', async () => {
    sent = []
    const { status, body } = await team.ada.get('/api/search/cards?q=w7+common&limit=200')
    expect(status).toBe(200)
    expect(sent.filter(({ text }) => /^with hits.+ where exists \(/s.test(text)).length).toBe(1)
    const { rows } = await client.query(`select id from cards where title like '% w7 %'`)
    expect(body.map(({ id }: { id: string }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(rows.length).toBeGreaterThan(100)
  })

  test.each([
    ['everywhere', 'third', 1],
    ['on old cards alone', 'early', 2],
  ])('of a word %s, the newest hits are looked for among the newest cards before all texts are read', async (_where, word, readings) => {
    const { rows } = await client.query(`select id from cards where title like '% ${word}%' order by id desc limit 1000`)
    const found: string[] = []
    for (let path = `/api/search/cards?q=${word}&limit=200`; path !== ''; ) {
      sent = []
      const { status, body, headers } = await team.ada.get(path)
      expect(status).toBe(200)
      const ranking = sent.filter(({ text }) => text.startsWith('with hits'))
      expect(ranking.length).toBe(found.length === 0 ? readings : 1)
      expect(ranking[0]?.text).toMatch(/card_texts t where t\.words @@ \$\d::tsquery and t\.card_id [<>]= /)
      found.push(...body.map(({ id }: { id: string }) => id))
      path = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  })

  test('a scan of a whole table is found by this check', async () => {
    expect(await scannedWhole({ text: 'select card_id from unread_texts', values: [] })).toEqual(['unread_texts'])
  })
})
