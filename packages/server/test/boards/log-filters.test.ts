import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bound, type Query, type Value } from '../../src/db/database.ts'
import { seqsOfChosen } from '../../src/domain/boards/chosen-activities.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

type Entry = { id: string; seq: number; verb: string; actorId: string }

describe('the log of a board, of one actor or of some verbs', () => {
  let tandem: TestService
  let ada: Person
  let mia: Person
  let log: (query?: string) => Promise<Entry[]>
  let everything: Entry[]

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    mia = await tandem.register('Mia')
    const boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id as string
    await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'member' })
    const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
    for (const person of [ada, mia, mia]) {
      const card = (await person.post(`/api/lists/${list.id}/cards`, { title: 'Card' })).body
      await person.patch(`/api/cards/${card.id}`, { title: 'Better card' })
    }
    log = async (query = '') => (await ada.get(`/api/boards/${boardId}/activity?${query}`)).body
    everything = await log()
  })
  afterAll(() => tandem?.stop())

  const asked: [string, (entry: Entry) => boolean][] = [
    ['verb=card.created', ({ verb }) => verb === 'card.created'],
    ['verb=list.*', ({ verb }) => verb.startsWith('list.')],
    ['verb=*', () => true],
    ['verb=agent_session.*', () => false],
    ['actorId=MIA', ({ actorId }) => actorId === mia.actorId],
    ['actorId=MIA&verb=card.updated', ({ actorId, verb }) => actorId === mia.actorId && verb === 'card.updated'],
    ['actorId=MIA&verb=*', ({ actorId }) => actorId === mia.actorId],
  ]
  test.each(asked)(
    '%s is what a reader would have picked, newest first, and ascending with since',
    { meta: { proves: ['board.log.filters'] } },
    async (query, isWanted) => {
      const asking = query.replace('MIA', mia.actorId)
      expect(await log(asking)).toEqual(everything.filter(isWanted))
      const first = everything.at(-1)
      expect(await log(`${asking}&since=${first?.id}`)).toEqual(everything.toReversed().slice(1).filter(isWanted))
    },
  )

  test('its pages lead on within what was asked for, each entry once', { meta: { proves: ['board.log.filters'] } }, async () => {
    const [newest] = await log('verb=card.*&limit=1')
    expect(await log(`verb=card.*&before=${newest?.id}`)).toEqual(everything.filter(({ verb }) => verb.startsWith('card.')).slice(1))
  })

  test('what is no verb is refused, and says what would be one', { meta: { proves: ['board.log.filters'] } }, async () => {
    const refusal = (await log('verb=card.flown')) as unknown as { error: { code: string; message: string } }
    expect(refusal.error).toMatchObject({ code: 'validation', message: expect.stringContaining('card.moved') })
  })
})

/** `from` + 1 to `to` of the log: one of 500 is of a rare verb, one of 700 by Mia, half are comments. */
const grow = `with grown as (
    insert into activities (board_id, seq, id, actor_id, verb, payload, created_at)
      select $1, n, uuid_at(now() + make_interval(secs => n)), case when n % 700 = 0 then $2::uuid else $3::uuid end,
        case when n % 500 = 0 then 'label.removed' when n % 2 = 0 then 'comment.added' else 'card.moved' end, '{}', now()
      from generate_series($4::int + 1, $5::int) n returning seq
  ) update boards set last_seq = $5 where id = $1`

describe('a long log', () => {
  let tandem: TestService
  let ada: Person
  let mia: Person
  let boardId: string
  const held = 12_000
  const grown = async (from: number, to: number) => tandem.database.pool.query(grow, [boardId, mia.actorId, ada.actorId, from, to])
  const noted = () => tandem.service.workers.activityBlocks.runOnce()

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    mia = await tandem.register('Mia')
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'empty' })).body.id
    const { lastSeq } = (await tandem.database.pool.query('select last_seq::int as "lastSeq" from boards where id = $1', [boardId])).rows[0]
    await grown(lastSeq, held)
  })
  afterAll(() => tandem?.stop())

  async function pages(query: string, towards: 'before' | 'since', limit: number): Promise<Entry[]> {
    const found: Entry[] = []
    for (
      let path = `/api/boards/${boardId}/activity?${query}&limit=${limit}${towards === 'since' ? '&since=2000-01-01' : ''}`;
      path !== '';
    ) {
      const { body, headers } = await ada.get(path)
      found.push(...body)
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
    return found
  }

  const asked: [string, (entry: Entry) => boolean][] = [
    ['verb=label.removed', ({ verb }) => verb === 'label.removed'],
    ['verb=label.*', ({ verb }) => verb.startsWith('label.')],
    ['verb=field.deleted', () => false],
    ['actorId=MIA', ({ actorId }) => actorId === mia.actorId],
    ['actorId=MIA&verb=label.removed', ({ actorId, verb }) => actorId === mia.actorId && verb === 'label.removed'],
  ]
  test('is filtered as a short one, whatever part of it is noted', { meta: { proves: ['board.log.filters'] } }, async () => {
    const check = async () => {
      const everything = await pages('', 'since', 1000)
      for (const [query, isWanted] of asked) {
        const wanted = everything.filter(isWanted).map(({ seq }) => seq)
        const seqs = async (towards: 'before' | 'since', limit: number) =>
          (await pages(query.replace('MIA', mia.actorId), towards, limit)).map(({ seq }) => seq)
        for (const limit of [3, 200]) {
          expect(await seqs('since', limit), query).toEqual(wanted)
          expect(await seqs('before', limit), query).toEqual(wanted.toReversed())
        }
      }
    }
    await check()
    expect(await Promise.all([noted(), noted()])).toContain(Math.floor(held / 256))
    expect(await noted()).toBe(0)
    await check()
    await grown(held, held + 700)
    await check()
    expect(await noted()).toBe(Math.floor((held + 700) / 256) - Math.floor(held / 256))
    await check()
  })

  test('reads few rows for a rare verb', async () => {
    await noted()
    const client = new pg.Client(tandem.address)
    await client.connect()
    await client.query('analyze activities, activity_blocks')
    let read = 0
    const { rows } = tandem.database
    const reader = {
      row: tandem.database.row,
      rows: async <Row>(what: Query<Row>, given?: readonly Value[]) => {
        const { statement, values } = bound(what, given)
        const plan = await client.query(`explain (analyze, format json) ${statement.text}`, [...values])
        read += rowsRead(plan.rows[0]['QUERY PLAN'][0].Plan)
        return rows(what, given)
      },
    }
    const choice = { actorId: null, verb: 'label.removed', family: null }
    const seqs = await seqsOfChosen(reader, { boardId, from: 2 ** 40, most: 4, choice, newestFirst: true })
    await client.end()
    expect(seqs).toEqual([12_500, 12_000, 11_500, 11_000])
    // A row for each of 49 blocks, four blocks, and the rest that is not noted.
    expect(read).toBeLessThan(49 + 6 * 256)
  })

  test('a block that is noted in the middle of a search is found once', async () => {
    const { database } = tandem
    for (const [newestFirst, from, last] of [
      [true, 2 ** 40, 13_300],
      [false, 12_700, 13_900],
    ] as const) {
      const first = last - 600
      await grown(first, last)
      const noting = {
        row: database.row,
        rows: async <Row>(what: Query<Row>, given?: readonly Value[]) => {
          const found = await database.rows(what, given)
          await noted()
          return found
        },
      }
      const choice = { actorId: null, verb: 'label.removed', family: null }
      const seqs = await seqsOfChosen(noting, { boardId, from, most: 3, choice, newestFirst })
      expect(seqs).toEqual(newestFirst ? [13_000, 12_500, 12_000] : [13_000, 13_500])
    }
  })

  const rowsRead = (node: any): number =>
    (node['Relation Name'] ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0) +
    (node.Plans ?? []).reduce((sum: number, child: any) => sum + rowsRead(child), 0)
})
