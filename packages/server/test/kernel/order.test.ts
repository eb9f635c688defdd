import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isUuid, timeOf, uuidV7After } from '../../src/kernel/common/ids.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** The promise of the log: id order = seq order = commit order, so that a poller with `since` misses nothing. */
describe('the order of the log', () => {
  let tandem: TestService
  let ada: Person
  let boardId: string
  let listId: string

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    const board = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
    boardId = board.body.id
    listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  })
  afterAll(() => tandem?.stop())

  async function pollUntilQuiet(since: string, isDone: () => boolean): Promise<{ id: string; seq: number }[]> {
    const seen: { id: string; seq: number }[] = []
    for (let cursor = since; ; ) {
      const done = isDone()
      const { body } = await ada.get(`/api/boards/${boardId}/activity?since=${cursor}&limit=200`)
      seen.push(...body)
      cursor = body.at(-1)?.id ?? cursor
      if (done && body.length === 0) return seen
    }
  }

  async function writeWith(writers: number, each: number): Promise<void> {
    const write = async (writer: number) => {
      for (let n = 0; n < each; n++) expect((await ada.post(`/api/lists/${listId}/cards`, { title: `${writer}/${n}` })).status).toBe(201)
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  }

  async function lastId(): Promise<string> {
    return (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body[0].id
  }

  test('16 writers and a poller: nothing missed, nothing repeated, seq gapless (F13)', async () => {
    const since = await lastId()
    let writing = true
    const polled = pollUntilQuiet(since, () => !writing)
    await writeWith(16, 30).finally(() => {
      writing = false
    })
    const seen = await polled
    expect(seen).toHaveLength(480)
    expect(new Set(seen.map((activity) => activity.id)).size).toBe(480)
    expect(seen.map((activity) => activity.id)).toEqual(seen.map((activity) => activity.id).toSorted())
    expect(seen.map((activity) => activity.seq)).toEqual(seen.map((_, at) => (seen[0]?.seq ?? 0) + at))
  })

  test('a clock that steps back an hour in mid-run changes nothing of that (F14)', async () => {
    const since = await lastId()
    let writing = true
    const polled = pollUntilQuiet(since, () => !writing)
    const writers = writeWith(8, 20)
    tandem.clock.advance(-3_600_000)
    await writers
    await writeWith(4, 5)
    writing = false
    const seen = await polled
    expect(seen).toHaveLength(180)
    expect(seen.map((activity) => activity.id)).toEqual(seen.map((activity) => activity.id).toSorted())
    tandem.clock.advance(3_600_000)
  })

  test('since is strictly newer, for an id and for a time (F15)', async () => {
    const newest = (await ada.get(`/api/boards/${boardId}/activity?limit=3`)).body
    const [last, previous] = newest
    expect((await ada.get(`/api/boards/${boardId}/activity?since=${previous.id}`)).body.map((a: { id: string }) => a.id)).toEqual([last.id])
    expect((await ada.get(`/api/boards/${boardId}/activity?since=${last.id}`)).body).toEqual([])
    expect((await ada.get(`/api/boards/${boardId}/activity?since=${last.createdAt}`)).body).toEqual([])
    expect(
      (await ada.get(`/api/boards/${boardId}/activity?since=2020-01-01T00:00:00Z&limit=2`)).body.map((a: { seq: number }) => a.seq),
    ).toEqual([1, 2])
  })

  test('a since that is no id of this board and no time is refused, and says nothing about other boards (F16)', async () => {
    const bob = await tandem.register('Bob')
    const other = await bob.post('/api/boards', { name: 'Other' })
    const foreign = (await bob.get(`/api/boards/${other.body.id}/activity`)).body[0].id
    for (const since of ['garbage', foreign, '019f0000-0000-7000-8000-000000000001', '2026-13-45']) {
      const refused = await ada.get(`/api/boards/${boardId}/activity?since=${since}`)
      expect([since, refused.status, refused.body.error.code]).toEqual([since, 400, 'validation'])
    }
  })

  test('limit: 50 when absent, 200 at most, and nothing but a positive whole number', async () => {
    expect((await ada.get(`/api/boards/${boardId}/activity`)).body).toHaveLength(50)
    expect((await ada.get(`/api/boards/${boardId}/activity?limit=5000`)).body).toHaveLength(200)
    for (const limit of ['0', '-1', '1.5', 'x', ''])
      expect((await ada.get(`/api/boards/${boardId}/activity?limit=${limit}`)).status).toBe(400)
  })

  test('pages link to the next, down to the first activity and no further', async () => {
    const seqs: number[] = []
    let path: string | undefined = `/api/boards/${boardId}/activity?limit=150`
    while (path) {
      const page = await ada.get(path)
      seqs.push(...page.body.map((activity: { seq: number }) => activity.seq))
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => seqs.length - at))
  })
})

describe('ids', () => {
  test('are UUIDv7 that rise even when the clock stands or steps back', () => {
    let last = uuidV7After(null, 1_763_700_000_000)
    for (let n = 0; n < 20_000; n++) {
      const next = uuidV7After(last, 1_763_700_000_000 - (n % 5) * 1_000)
      expect(isUuid(next) && next > last && next.charAt(14) === '7').toBe(true)
      last = next
    }
    expect(timeOf(last)).toBe(1_763_700_000_000)
  })
})
