import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Statement, Value } from '../../src/db/database.ts'
import { standingClock } from '../kit/clock.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

type Row = { id: string; boardId: string; seq: number; verb: string; cardId: string; payload: Record<string, unknown> }
type Board = { id: string; listId: string }

describe('the log of a card, over all boards that it was on', () => {
  let tandem: TestService
  let ada: Person
  let mia: Person
  let one: Board
  let two: Board
  let cardId: string

  beforeAll(async () => {
    tandem = await startTestService({ clock: standingClock() })
    ada = await tandem.register('Ada')
    mia = await tandem.register('Mia')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    one = await makeBoard('One')
    two = await makeBoard('Two')
    cardId = (await ada.post(`/api/lists/${one.listId}/cards`, { title: 'Pump' })).body.id
  })

  async function makeBoard(name: string): Promise<Board> {
    const { id } = (await ada.post('/api/boards', { name, template: 'kanban' })).body
    return { id, listId: (await ada.get(`/api/boards/${id}`)).body.lists[0].id }
  }
  const moveTo = async (board: Board) => expect((await ada.patch(`/api/cards/${cardId}`, { listId: board.listId })).status).toBe(200)
  const say = async (body: string) => expect((await ada.post(`/api/cards/${cardId}/comments`, { body })).status).toBe(201)
  const join = (board: Board, who: Person) => ada.post(`/api/boards/${board.id}/members`, { actorId: who.actorId, role: 'viewer' })
  const leave = (board: Board, who: Person) => ada.delete(`/api/boards/${board.id}/members/${who.actorId}`)
  const logOf = (by: Pick<Person, 'get'>, query = 'since=2020-01-01&limit=200') => by.get(`/api/cards/${cardId}/activity?${query}`)
  const told = (rows: Row[]) => rows.map((row) => [row.verb, row.boardId, row.payload.body ?? null])
  const nextOf = ({ headers }: { headers: Headers }) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

  /** A life on two boards, in the order in which it was lived. */
  async function live() {
    await say('first')
    await moveTo(two)
    tandem.clock.advance(1)
    await say('second')
    await moveTo(one)
    await say('third')
    const spoken = (board: Board, body: string) => ['comment.added', board.id, body]
    const moved = (board: Board) => ['card.moved', board.id, null]
    return [
      ['card.created', one.id, null],
      spoken(one, 'first'),
      moved(one),
      moved(two),
      spoken(two, 'second'),
      moved(two),
      moved(one),
      spoken(one, 'third'),
    ]
  }

  test('is told in the order of its life, from both ends, page by page', async () => {
    const life = await live()
    const whole = (await logOf(ada)).body
    expect(told(whole)).toEqual(life)
    expect(whole.map((row: Row) => row.id)).toEqual(whole.map((row: Row) => row.id).toSorted())
    expect((await logOf(ada, '')).body).toEqual(whole.toReversed())
    for (const [query, expected] of [
      ['since=2020-01-01&limit=3', whole],
      ['limit=3', whole.toReversed()],
    ] as const) {
      const rows: Row[] = []
      for (let next: string | undefined = `/api/cards/${cardId}/activity?${query}`; next !== undefined; ) {
        const page = await ada.get(next)
        expect(page.body.length).toBeLessThanOrEqual(3)
        rows.push(...page.body)
        next = nextOf(page)
      }
      expect(rows).toEqual(expected)
    }
    for (const [at, row] of whole.entries()) expect((await logOf(ada, `since=${row.id}`)).body).toEqual(whole.slice(at + 1))
    const { createdAt } = whole[3]
    expect((await logOf(ada, `since=${createdAt}`)).body).toEqual(whole.filter((row: { createdAt: string }) => row.createdAt > createdAt))
  })

  test('holds nothing of a board that the reader cannot read now, nor outside the leash of a token (F67)', async () => {
    const life = await live()
    const ofOne = life.filter((row) => row[1] === one.id)
    await join(one, mia)
    const seen = (await logOf(mia)).body
    expect(told(seen)).toEqual(ofOne)
    // The log of the board that the card left names the list that it moved to, as always, but nothing that happens there.
    expect(JSON.stringify(seen)).not.toContain('second')
    await join(two, mia)
    expect(told((await logOf(mia)).body)).toEqual(life)
    await leave(two, mia)
    expect(told((await logOf(mia)).body)).toEqual(ofOne)
    const leashed = (await ada.post('/api/tokens', { label: 'x', scopes: ['boards:read', `board:${one.id}`] })).body.token
    expect(told((await logOf(tandem.withToken(leashed))).body)).toEqual(ofOne)
    await moveTo(two)
    expect([(await logOf(mia)).status, (await logOf(tandem.withToken(leashed))).status]).toEqual([404, 403])
  })

  test('pages over what is hidden without a gap, and takes no id of it (F16)', async () => {
    await live()
    await join(one, mia)
    const hidden = (await logOf(ada)).body.find((row: Row) => row.boardId === two.id).id
    const ids: string[] = []
    for (let next: string | undefined = `/api/cards/${cardId}/activity?limit=1`; next !== undefined; ) {
      const page = await mia.get(next)
      expect(page.body).toHaveLength(1)
      ids.push(page.body[0].id)
      next = nextOf(page)
    }
    expect(ids.toReversed()).toEqual((await logOf(mia)).body.map((row: Row) => row.id))
    const refusals = [
      await logOf(mia, `since=${hidden}`),
      await logOf(mia, `before=${hidden}`),
      await logOf(mia, `since=${crypto.randomUUID()}`),
    ]
    const [said, ...same] = refusals.map(({ status, body }) => [status, body.error.code, body.error.message.replace(/^\w+/, '')])
    expect(said).toEqual([400, 'validation', expect.stringContaining('is not an activity of this card')])
    expect(same).toEqual([said, said])
  })

  test('ends with the board that is deleted, and goes on with the others', async () => {
    await live()
    await ada.patch(`/api/boards/${two.id}`, { archived: true })
    expect((await ada.delete(`/api/boards/${two.id}`, { name: 'Two' })).status).toBe(204)
    expect(new Set((await logOf(ada)).body.map((row: Row) => row.boardId))).toEqual(new Set([one.id]))
  })

  test('is complete for a poller while writers move the card between boards and the clock stands still', async () => {
    let done = false
    const followed: string[] = []
    const poll = async () => {
      const last = followed.at(-1)
      for (const row of (await logOf(ada, `since=${last ?? '2020-01-01'}&limit=5`)).body) followed.push(row.id)
      return followed.at(-1) !== last
    }
    const poller = (async () => {
      while ((await poll()) || !done);
    })()
    const writer = async (n: number) => {
      for (let at = 0; at < 12; at++) await say(`${n}/${at}`)
    }
    const mover = async () => {
      for (let at = 0; at < 12; at++) await moveTo(at % 2 === 0 ? two : one)
    }
    await Promise.all([writer(1), writer(2), writer(3), mover()])
    done = true
    await poller
    const whole = (await logOf(ada)).body
    expect(whole).toHaveLength(1 + 36 + 24)
    expect(followed).toEqual(whole.map((row: Row) => row.id))
  })

  test('is read by its index, however long the logs of the boards are', async () => {
    await live()
    const { pool } = tandem.database
    await pool.query(
      `insert into activities (board_id, seq, id, card_id, actor_id, verb, payload, created_at)
       select $1, 1000000 + n, uuid_at(now()), case when n % 10 = 0 then $2::uuid else gen_random_uuid() end, $3, 'card.updated', '{}', now()
       from generate_series(1, 20000) n`,
      [one.id, cardId, ada.actorId],
    )
    await pool.query('analyze activities')
    const asked: { text: string; values: readonly Value[] }[] = []
    const { rows } = tandem.database
    tandem.database.rows = <R>(statement: Statement<R>, values: readonly Value[] = []) => {
      asked.push({ text: statement.text, values })
      return rows(statement, values)
    }
    for (const query of ['limit=200', 'limit=200&since=2020-01-01']) expect((await logOf(ada, query)).body).toHaveLength(200)
    tandem.database.rows = rows
    const logs = asked.filter(({ text }) => text.includes('from activities'))
    expect(logs).toHaveLength(2)
    for (const { text, values } of logs) {
      const plan = JSON.stringify((await pool.query(`explain (format json) ${text}`, [...values])).rows)
      expect(plan).toContain('"Index Name":"activities_of_card"')
      expect(plan).not.toContain('"Node Type":"Seq Scan"')
    }
  })
})
