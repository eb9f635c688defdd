import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { movableClock } from '../kit/clock.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { makeBoard, type RuleBoard } from './fixture.ts'

let tandem: TestService
let ada: Person
let board: RuleBoard
const runRules = () => tandem.service.workers.rules.runOnce()
const standup = () => [{ type: 'create_card', listId: board.lists[0], title: 'Standup' }]
const titles = async () => (await ada.get(`/api/boards/${board.id}`)).body.lists[0].cards.map((card: { title: string }) => card.title)

/** Starts a service whose clock stands still at `at` until a test moves it. */
async function openAt(at: string): Promise<void> {
  const startMs = Date.parse(at)
  tandem = await startTestService({ clock: movableClock(() => startMs) })
  await tandem.service.workers.stop()
  const registered = await tandem.register('Ada')
  // A web session would expire within the half year of these tests.
  const { token } = (await registered.post('/api/tokens', { label: 'all year', scopes: ['admin'] })).body
  ada = { ...registered, ...tandem.withToken(token) }
  board = await makeBoard(ada)
}
const advanceTo = (at: string) => tandem.clock.advance(Date.parse(at) - tandem.clock.now())
beforeEach(() => openAt('2026-03-28T11:00:00Z'))
afterEach(() => tandem?.stop())

test('a card comes again and again by the clock of its time zone, also where that changes', {
  meta: { proves: ['rule.schedule.time-zone'] },
}, async () => {
  const ruleId = await board.rule({ schedule: { cron: '30 2 * * *', timezone: 'Europe/Berlin' } }, standup())
  const due: [string, number][] = [
    ...([
      ['2026-03-29T00:59:59Z', 0],
      ['2026-03-29T01:00:00Z', 1],
      ['2026-03-29T02:00:00Z', 1],
    ] as [string, number][]),
    ...([
      ['2026-03-30T00:29:59Z', 1],
      ['2026-03-30T00:30:00Z', 2],
    ] as [string, number][]),
  ]
  for (const [at, cards] of due) {
    advanceTo(at)
    await runRules()
    expect([at, await titles()]).toEqual([at, Array.from({ length: cards }, () => 'Standup')])
  }
  expect(await board.runs(ruleId)).toMatchObject([
    { state: 'done', activityId: null, depth: 0, actions: [{ type: 'create_card', outcome: 'done' }] },
    { state: 'done' },
  ])
  advanceTo('2026-10-24T12:00:00Z')
  await runRules()
  for (const [at, cards] of [
    ['2026-10-25T00:30:00Z', 4],
    ['2026-10-25T01:30:00Z', 4],
    ['2026-10-26T01:30:00Z', 5],
  ] as const) {
    advanceTo(at)
    await runRules()
    expect([at, (await titles()).length]).toEqual([at, cards])
  }
})

test('a missed run is made up for once, by the first instance', { meta: { proves: ['rule.schedule.missed'] } }, async () => {
  await board.rule({ schedule: { cron: '0 9 * * *', timezone: 'UTC' } }, standup())
  advanceTo('2026-04-05T12:00:00Z')
  const other = await startTestService({ address: tandem.address, clock: tandem.clock })
  await other.service.workers.stop()
  await Promise.all([runRules(), other.service.workers.rules.runOnce(), runRules()])
  await other.stop()
  expect(await titles()).toEqual(['Standup'])
  advanceTo('2026-04-06T09:00:00Z')
  await runRules()
  expect(await titles()).toHaveLength(2)
})

test('a rule on a schedule does what it says to each card that meets its conditions, and to no archived one', {
  meta: { proves: ['rule.schedule.cards'] },
}, async () => {
  const [toDo, , done] = board.lists
  const conditions = [{ field: 'completedAt', op: 'is_set' }]
  const ruleId = await board.rule({ schedule: { cron: '0 * * * *', timezone: 'UTC' } }, [{ type: 'move_card', listId: done }], {
    conditions,
  })
  const cards: string[] = []
  for (let at = 0; at < 60; at++) cards.push(await board.card(`Card ${at}`))
  const [first, archived, open, last] = [cards[0], cards[1], cards[2], cards[59]]
  for (const id of [first, archived, last]) await ada.patch(`/api/cards/${id}`, { completedAt: '2026-03-28T10:00:00.000Z' })
  await ada.patch(`/api/cards/${archived}`, { archived: true })
  advanceTo('2026-03-28T12:00:00Z')
  await runRules()
  expect((await board.runs(ruleId)).map((run) => run.cardId).toSorted()).toEqual([first, last].toSorted())
  const where = async (id: string | undefined) => (await board.read(id ?? '')).listId
  expect([await where(first), await where(last), await where(archived), await where(open)]).toEqual([done, done, toDo, toDo])
  for (const id of [first, last]) await ada.patch(`/api/cards/${id}`, { completedAt: null })
  advanceTo('2026-03-28T13:00:00Z')
  await runRules()
  expect((await board.runs(ruleId))[0]).toMatchObject({ state: 'skipped', reason: 'No card meets the conditions.', cardId: null })
})

test('each time it is due it deals with 200 cards and says that it leaves the others', {
  meta: { proves: ['limit.rules.cards'] },
}, async () => {
  await tandem.database.rows(addCards, [board.id, board.lists[0], ada.actorId])
  const ruleId = await board.rule({ schedule: { cron: '0 * * * *', timezone: 'UTC' } }, [{ type: 'set_priority', priority: 'high' }], {
    conditions: [{ field: 'priority', op: 'is', value: 'none' }],
  })
  const left = async () => (await tandem.database.row(countLeft, [board.id]))?.cards
  advanceTo('2026-03-28T12:00:00Z')
  for (let round = 0; round < 3; round++) await runRules()
  expect([await left(), (await board.runs(ruleId))[0]]).toMatchObject([1, { state: 'skipped', reason: expect.stringContaining('200') }])
  advanceTo('2026-03-28T13:00:00Z')
  await runRules()
  expect(await left()).toBe(0)
})

const addCards =
  sql(`insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
  select $1, uuid_at(now()), $2, n, 'Card ' || n, '', 'a' || lpad(n::text, 4, '0') || 'i', 'none', $3, now(), now() from generate_series(1, 201) n`)
const countLeft = sql<{ cards: number }>(`select count(*)::int as cards from cards where board_id = $1 and priority = 'none'`)

test('one that is off, or on an archived board, is not due', async () => {
  const ruleId = await board.rule({ schedule: { cron: '0 * * * *', timezone: 'UTC' } }, standup())
  await ada.patch(`/api/rules/${ruleId}`, { enabled: false })
  advanceTo('2026-03-28T12:00:00Z')
  await runRules()
  await ada.patch(`/api/rules/${ruleId}`, { enabled: true })
  await ada.patch(`/api/boards/${board.id}`, { archived: true })
  advanceTo('2026-03-28T13:00:00Z')
  await runRules()
  expect(await board.runs(ruleId)).toEqual([])
  await ada.patch(`/api/boards/${board.id}`, { archived: false })
  await runRules()
  expect(await board.runs(ruleId)).toHaveLength(1)
})

test.each([
  ['* * * * *', 'UTC', /every five minutes/],
  ['58,1 * * * *', 'UTC', /every five minutes/],
  ['0 0 31 2 *', 'UTC', /never runs/],
  ['99 0 * * *', 'UTC', /is not valid/],
  ['a b c d e', 'UTC', /is not valid/],
  ['0 9 * *', 'UTC', /five parts/],
  ['0 9 * * *', 'Mars/Base', /time zone/],
])('the schedule %j in %s is refused, and says why', { meta: { proves: ['rule.schedule.refused'] } }, async (cron, timezone, why) => {
  const answer = await ada.post(`/api/boards/${board.id}/rules`, {
    name: 'x',
    trigger: { schedule: { cron, timezone } },
    actions: standup(),
  })
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation'])
  expect(JSON.stringify(answer.body.error)).toMatch(why)
})

test('on a schedule cards are made or changed, not both, and every fifth minute is often enough', async () => {
  const schedule = { cron: '*/5 * * * *', timezone: 'UTC' }
  const post = (more: object) =>
    ada.post(`/api/boards/${board.id}/rules`, { name: 'x', trigger: { schedule }, actions: standup(), ...more })
  expect((await post({})).status).toBe(201)
  expect((await post({ actions: [...standup(), { type: 'complete_card' }] })).status).toBe(400)
  expect((await post({ conditions: [{ field: 'title', op: 'is_set' }] })).status).toBe(400)
})

test('a schedule tells its next five times, in its time zone, or what is wrong with it', {
  meta: { proves: ['rule.times.next-five'] },
}, async () => {
  const times = (cron: string, timezone = 'Europe/Berlin') =>
    ada.get(`/api/boards/${board.id}/rules/times?${new URLSearchParams({ cron, timezone })}`)
  expect((await times('0 9 * * *')).body).toEqual([
    '2026-03-29T07:00:00.000Z',
    ...[30, 31].map((day) => `2026-03-${day}T07:00:00.000Z`),
    ...['01', '02'].map((day) => `2026-04-${day}T07:00:00.000Z`),
  ])
  for (const [cron, timezone] of [
    ['0 9 31 2 *', 'UTC'],
    ['* * * * *', 'UTC'],
    ['0 9 * * *', 'Mars/Olympus'],
    ['0 25 * * *', 'UTC'],
  ] as const)
    expect(await times(cron, timezone)).toMatchObject({ status: 400, body: { error: { code: 'validation' } } })
})
