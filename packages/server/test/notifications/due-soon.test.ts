import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dueSoon } from '../../src/workers/due-reminders.ts'
import { claim, dueRecipients } from '../../src/workers/mail/notifications.ts'
import type { Person } from '../kit/service.ts'
import { startTestService } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

const hour = 3_600_000
const day = 24 * hour
const service = '00000000-0000-7000-8000-000000000001'
const INTEGRATION_SECRET_KEY = randomBytes(32).toString('hex')

describe('reminders of what is due soon', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam({ environment: { INTEGRATION_SECRET_KEY } })
    // The tests remind by themselves, so that they know when it is done.
    await team.tandem.service.workers.stop()
  })
  afterAll(() => team?.stop())

  const at = (fromNowMs: number): string => new Date(team.tandem.clock.now() + fromNowMs).toISOString()
  const remind = () => team.tandem.service.workers.dueReminders.runOnce()
  const patch = async (cardId: string, change: object) => expect((await team.ada.patch(`/api/cards/${cardId}`, change)).status).toBe(200)
  const remindersOf = async (cardId: string, of: Person = team.bob): Promise<string[]> =>
    (await team.inbox(of, 'due_soon')).filter((row) => row.cardId === cardId).map((row) => row.excerpt)
  const bobs = (more: object) => team.newCard({ assigneeActorIds: [team.bob.actorId], ...more })

  test('reach those who are assigned or watch, 24 hours ahead, once, and stand in the log', async () => {
    const dueAt = at(2 * day)
    const cardId = await bobs({ dueAt })
    for (const watcher of [team.bob, team.eve]) await watcher.put(`/api/cards/${cardId}/watch`)
    const lookAgain = at(day - 60_000)
    team.tandem.clock.advance(Date.parse(lookAgain) - team.tandem.clock.now())
    expect(await remind()).toBe(0)
    team.tandem.clock.advance(60_000)
    expect(await remind()).toBe(1)
    expect(await remind()).toBe(0)
    for (const person of [team.bob, team.eve]) expect(await remindersOf(cardId, person)).toEqual([dueAt])
    for (const person of [team.ada, team.robo]) expect(await remindersOf(cardId, person)).toEqual([])
    const [entry] = (await team.log(cardId)).filter(({ verb }) => verb === 'card.due_soon')
    expect(entry).toMatchObject({ actorId: service, payload: { dueAt } })
    const [row] = await team.inbox(team.bob, 'due_soon')
    expect(row).toMatchObject({ activityId: entry?.id, verb: 'card.due_soon', actor: { id: service, name: 'Tandem', kind: 'agent' } })
  })

  test('come again for a new date, and not for one that was reminded of before', async () => {
    const [first, second, far] = [at(hour), at(2 * hour), at(9 * day)]
    const cardId = await bobs({ dueAt: first })
    expect(await remind()).toBe(1)
    await patch(cardId, { dueAt: far })
    expect(await remind()).toBe(0)
    await patch(cardId, { dueAt: second })
    expect(await remind()).toBe(1)
    await patch(cardId, { dueAt: first })
    await remind()
    expect(await remindersOf(cardId)).toEqual([second, first])
    await patch(cardId, { title: 'Still due' })
    expect(await remind()).toBe(0)
  })

  test('are for a date that lay ahead when it was set, even if it has just passed since; not for one of the past', async () => {
    const [soon, past] = [await bobs({ dueAt: at(10_000) }), await bobs({ dueAt: at(-10_000) })]
    const later = await bobs({})
    await patch(later, { dueAt: at(-10_000) })
    const missed = await bobs({ dueAt: at(20_000) })
    team.tandem.clock.advance(15_000)
    expect(await remind()).toBe(2)
    expect(await Promise.all([soon, past, later, missed].map((cardId) => remindersOf(cardId)))).toMatchObject([[{}], [], [], [{}]])
    const long = await bobs({ dueAt: at(10_000) })
    team.tandem.clock.advance(2 * hour)
    expect([await remind(), await remindersOf(long)]).toEqual([0, []])
  })

  test('are for cards to be done: not for completed or archived ones, and for those that are brought back', async () => {
    const dueAt = at(3 * hour)
    const [done, away, withList] = [
      await bobs({ dueAt }),
      await bobs({ dueAt }),
      created(await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Later' })).id,
    ]
    const inList = created(
      await team.ada.post(`/api/lists/${withList}/cards`, { title: 'There', dueAt, assigneeActorIds: [team.bob.actorId] }),
    ).id
    await patch(done, { completedAt: at(0) })
    await patch(away, { archived: true })
    await team.ada.patch(`/api/lists/${withList}`, { archived: true })
    expect(await remind()).toBe(0)
    await patch(done, { completedAt: null })
    await patch(away, { archived: false })
    await team.ada.patch(`/api/lists/${withList}`, { archived: false })
    expect(await remind()).toBe(3)
    for (const cardId of [done, away, inList]) expect(await remindersOf(cardId)).toEqual([dueAt])
    await patch(done, { completedAt: at(0) })
    await patch(done, { completedAt: null })
    await remind()
    expect(await remindersOf(done)).toEqual([dueAt])
  })

  test('wait while the board is archived, and do not delay others', async () => {
    const boardId = created(await team.ada.post('/api/boards', { name: 'Shelf', template: 'kanban' })).id
    const listId = (await team.ada.get(`/api/boards/${boardId}`)).body.lists[0].id
    const cards = await Promise.all(
      Array.from({ length: 101 }, async () =>
        created(
          await team.ada.post(`/api/lists/${listId}/cards`, { title: 'Shelved', dueAt: at(hour), assigneeActorIds: [team.ada.actorId] }),
        ),
      ),
    )
    await team.ada.patch(`/api/boards/${boardId}`, { archived: true })
    const other = await bobs({ dueAt: at(2 * hour) })
    expect(await remind()).toBe(1)
    expect(await remindersOf(other)).toHaveLength(1)
    await team.ada.patch(`/api/boards/${boardId}`, { archived: false })
    expect(await remind()).toBe(cards.length)
  })

  test('are sent once, with any number of instances and concurrent changes', async () => {
    const { clock } = team.tandem
    const others = await Promise.all(
      [1, 2].map(() => startTestService({ address: team.tandem.address, clock, environment: { INTEGRATION_SECRET_KEY } })),
    )
    onTestFinished(async () => void (await Promise.all(others.map((other) => other.stop()))))
    const dueAt = at(hour)
    const cards = await Promise.all(Array.from({ length: 30 }, () => bobs({ dueAt })))
    const [moved = '', ...still] = cards
    await Promise.all([
      ...[team.tandem, ...others].map(({ service }) => service.workers.dueReminders.runOnce()),
      ...still.slice(0, 10).map((cardId) => patch(cardId, { title: 'Renamed' })),
      patch(moved, { dueAt: at(3 * hour) }),
    ])
    await remind()
    for (const cardId of still) expect(await remindersOf(cardId)).toEqual([dueAt])
    const log = (await team.log(moved)).filter(({ verb }) => verb === 'card.due_soon').map(({ payload }) => payload.dueAt)
    expect(new Set(log).size).toBe(log.length)
  })
})

describe('the statements', () => {
  test('find due cards by an index in full tables, with every setting of the planner', async () => {
    const tandem = await startTestService()
    onTestFinished(() => tandem.stop())
    await tandem.register('Ada')
    const client = new pg.Client(tandem.address)
    await client.connect()
    onTestFinished(() => client.end())
    await fill(client)
    const now = new Date().toISOString()
    const plans = [
      { statement: dueSoon, values: `'${now}', '${new Date(Date.now() + day).toISOString()}'`, by: /Index Scan using cards_to_remind/ },
      { statement: dueRecipients, values: `'${now}'`, by: /using notification_mails_due/ },
      { statement: claim.statement, values: `array[gen_random_uuid()], '${now}', '${now}'`, by: /using notification_mails_/ },
    ]
    for (const { statement, values, by } of plans) {
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`)
        await client.query(`prepare looked as ${statement.text}`)
        const answer = await client.query(`explain execute looked(${values})`)
        const plan = answer.rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan, mode).toMatch(by)
        expect(plan, mode).not.toMatch(/Seq Scan on (cards|notification_mails)/)
        await client.query('deallocate looked')
      }
    }
  })
})

/** 20,000 cards, half of them with a date, over two years, and as many mails; without foreign keys and triggers, which no plan uses. */
async function fill(client: pg.Client): Promise<void> {
  const at = `now() - interval '1 year' + n * interval '52 minutes'`
  const [id, actor] = ['gen_random_uuid()', '(select id from actors limit 1)']
  await client.query('set session_replication_role = replica')
  for (const insert of [
    `boards (id, name, description, agent_guidance, key_prefix, created_by, created_at) select ${id}, '', '', '', n::text, ${actor}, ${at}
      from generate_series(1, 500) n`,
    `members (board_id, actor_id, role, added_at) select id, ${actor}, 'admin', now() from boards`,
    `cards (board_id, id, list_id, number, title, description, rank, priority, due_at, remind_due_at, created_by, created_at, updated_at)
      select (select id from boards limit 1), ${id}, ${id}, n, '', '', n::text, 'none', ${at}, case when n % 2 = 0 then ${at} end, ${actor},
        now(), now() from generate_series(1, 20000) n`,
    `notification_mails (id, actor_id, activity_id, board_id, reason, by_actor_id, next_attempt_at)
      select ${id}, ${id}, ${id}, ${id}, 'question', ${actor}, ${at} from generate_series(1, 20000) n`,
  ])
    await client.query(`insert into ${insert}`)
  await client.query('analyze')
}
