import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

/** 300 kB, the longest that a description or a comment may be; no two of them are alike. */
const longText = (n: number) => `${n} `.padEnd(100_000, '漢字')
const [many, mostBytes, oneRow] = [18, 4 * 1_048_576, 700_000]

let team: Team
let cardId: string
let sessionId: string
beforeAll(async () => {
  team = await startTeam()
  cardId = await team.newCard()
  for (let n = 0; n < many; n++) {
    expect((await team.ada.patch(`/api/cards/${cardId}`, { description: longText(n) })).status).toBe(200)
    created(await team.ada.post(`/api/cards/${cardId}/comments`, { body: longText(n) }))
  }
  // On another card: an agent would get a context of 3 MB with its session.
  sessionId = await team.delegate(await team.newCard())
  for (let n = 0; n < 30; n++) {
    const answer = await team.post(sessionId, { op: 'log', payload: { text: longText(n).slice(0, 65_000) } })
    expect(answer.status, answer.text.slice(0, 200)).toBe(200)
  }
})
// Rows written directly to the database break the counts that team.stop() checks.
afterAll(() => team?.tandem.stop())

/** Every row behind a path, page by page, and how long the pages were. */
async function walk(path: string): Promise<{ rows: any[]; pages: { rows: number; bytes: number }[] }> {
  const [rows, pages]: [any[], { rows: number; bytes: number }[]] = [[], []]
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer = await team.ada.get(next)
    expect(answer.status, answer.text.slice(0, 200)).toBe(200)
    const page = Array.isArray(answer.body) ? answer.body : answer.body.events
    rows.push(...page)
    pages.push({ rows: page.length, bytes: Buffer.byteLength(answer.text) })
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return { rows, pages }
}

const logs = (): string[] =>
  [`/api/boards/${team.boardId}/activity`, `/api/cards/${cardId}/activity`, `/api/cards/${cardId}/comments`].flatMap((path) => [
    `${path}?limit=200`,
    `${path}?limit=200&since=2020-01-01`,
  ])

describe('a page of long texts ends at 4 MiB, and its Link leads to the rest', () => {
  test('of the logs of board and card and of comments, in both directions', { meta: { proves: ['limit.page.bytes'] } }, async () => {
    for (const all of logs()) {
      const { rows, pages } = await walk(all)
      expect(pages.length, all).toBeGreaterThan(1)
      for (const page of pages) expect(page.bytes, all).toBeLessThan(mostBytes + 100_000)
      for (const page of pages.slice(0, -1)) expect(page.bytes, all).toBeGreaterThan(mostBytes - oneRow)
      // As row by row, where no page is long.
      const { rows: single, pages: short } = await walk(all.replace('limit=200', 'limit=1'))
      expect(short.every((page) => page.rows <= 1)).toBe(true)
      const ids = rows.map((row) => row.id)
      expect(ids, all).toEqual(single.map((row) => row.id))
      expect(new Set(ids).size, all).toBe(ids.length)
    }
  })

  test('of the trail of a session, which names its next page too', async () => {
    const { rows, pages } = await walk(`/api/sessions/${sessionId}/events?limit=200`)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page.bytes).toBeLessThan(mostBytes + 100_000)
    expect(rows.filter((row) => row.kind === 'log')).toHaveLength(30)
    const { rows: again } = await walk(`/api/sessions/${sessionId}/events?limit=7`)
    expect(again.map((row) => row.id)).toEqual(rows.map((row) => row.id))
  })

  test('of sessions', async () => {
    await team.tandem.database.rows(endedSessions, [sessionId, longText(0).slice(0, 20_000), 'x'.repeat(400)])
    for (const path of [`/api/sessions/mine`, `/api/boards/${team.boardId}/sessions`]) {
      const { rows, pages } = await walk(`${path}?limit=200`)
      expect(rows).toHaveLength(101)
      expect(pages.length, path).toBeGreaterThan(1)
      for (const page of pages) expect(page.bytes, path).toBeLessThan(mostBytes + 300_000)
    }
  })
})

test('a row that is longer than a page is a page of its own', { meta: { proves: ['limit.page.bytes'] } }, async () => {
  const lone = await team.newCard()
  await team.tandem.database.rows(longComments, [team.boardId, lone, team.ada.actorId, 5_000_000])
  const { rows, pages } = await walk(`/api/cards/${lone}/comments?limit=200`)
  expect(rows).toHaveLength(3)
  expect(pages.map((page) => page.rows)).toEqual([1, 1, 1])
})

const endedSessions = sql(`insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, summary, plan, trigger,
    of_delegation, last_event_id, last_event_at, created_at, updated_at, ended_at)
  select board_id, uuid_at(created_at), card_id, agent_actor_id, initiator_actor_id, 'done', $2,
    (select json_agg(json_build_object('text', $3::text, 'status', 'done')) from generate_series(1, 40)),
    trigger, false, last_event_id, created_at, created_at, created_at, created_at
  from sessions, generate_series(1, 100) where id = $1`)

const longComments = sql(`insert into comments (board_id, id, card_id, actor_id, body, created_at)
  select $1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, repeat('x', $4), now() from generate_series(1, 3)`)
