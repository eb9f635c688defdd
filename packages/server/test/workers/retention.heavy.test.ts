import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { iso } from '../../src/kernel/common/clock.ts'
import { uuidV7 } from '../../src/kernel/common/ids.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { batch, createRetention, mostPerRun, retention } from '../../src/workers/retention.ts'
import { movableClock } from '../kit/clock.ts'
import { type Sender, send, until } from '../kit/http.ts'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

const [minute, day] = [60_000, 86_400_000]

async function startBoard(environment: Record<string, string> = {}) {
  const tandem = await startTestService({ environment })
  onTestFinished(() => tandem.stop())
  const ada = await tandem.register('Ada')
  const boardId: string = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  const listId: string = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  const addCard = (title: string, clientMutationId?: string) => ada.post(`/api/lists/${listId}/cards`, { title, clientMutationId })
  const sweep = () => tandem.service.workers.retention.runOnce()
  return { tandem, ada, boardId, addCard, sweep, count: (rows: string, values?: unknown[]) => countOf(tandem, rows, values) }
}

async function countOf(tandem: TestService, rows: string, values: unknown[] = []): Promise<number> {
  return (await tandem.database.pool.query(`select count(*) from ${rows}`, values)).rows[0].count
}

const fillLedger = (tandem: TestService, rows: number, atMs: number) =>
  tandem.database.pool.query(
    `insert into ledger (actor_id, mutation_id, operation, target, status, input_hash, created_at)
    select gen_random_uuid(), 'old-' || n, 'card.create', '', 201, '', $2 from generate_series(1, $1::int) n`,
    [rows, iso(atMs)],
  )

describe('what has served its time is deleted', () => {
  test('a result is replayed for 7 days, on a board and off it; after that the same id is a fresh act', async () => {
    const { tandem, ada, addCard, sweep } = await startBoard()
    const first = await addCard('Pump', 'm-card')
    const board = await ada.post('/api/boards', { name: 'Off', clientMutationId: 'm-board' })
    tandem.clock.advance(7 * day - minute)
    await sweep()
    const again = [await addCard('Pump', 'm-card'), await ada.post('/api/boards', { name: 'Off', clientMutationId: 'm-board' })]
    expect(again.map(({ status, body }) => [status, body.id])).toEqual([first, board].map(({ body }) => [201, body.id]))
    expect(again.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(['true', 'true'])
    tandem.clock.advance(2 * minute)
    await sweep()
    const fresh = [await addCard('Pump', 'm-card'), await ada.post('/api/boards', { name: 'Off', clientMutationId: 'm-board' })]
    expect(fresh.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, null],
      [201, null],
    ])
    expect(new Set([first, board, ...fresh].map(({ body }) => body.id)).size).toBe(4)
  })

  test('web sessions a day after they ended, while one that is used stays', async () => {
    const { tandem, ada, sweep, count } = await startBoard()
    const bob = await tandem.register('Bob')
    const ofBob = () => count('web_sessions where actor_id = $1', [bob.actorId])
    tandem.clock.advance(20 * day)
    await ada.get('/api/me')
    tandem.clock.advance(10.5 * day)
    await sweep()
    expect([(await bob.get('/api/me')).status, await ofBob()]).toEqual([401, 1])
    tandem.clock.advance(day)
    await sweep()
    expect([(await ada.get('/api/me')).status, await ofBob()]).toEqual([200, 0])
  })

  test('failed logins when a day has passed: the account starts anew, and one that still waits goes on waiting', async () => {
    const { tandem, sweep, count } = await startBoard()
    const fail = async (email: string) => (await tandem.anonymous.post('/api/auth/login', { email, password: `not ${password}` })).status
    const [old, young] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    for (let n = 0; n < 5; n++) await fail(old)
    tandem.clock.advance(day + minute)
    for (let n = 0; n < 5; n++) await fail(young)
    // The sixth waits some seconds: long enough for a slow machine.
    await tandem.database.pool.query(`update login_addresses set retry_at = retry_at + interval '5 minutes' where account = $1`, [young])
    await sweep()
    const left = (account: string) =>
      Promise.all(['login_failures', 'login_addresses'].map((table) => count(`${table} where account = $1`, [account])))
    expect([await left(old), await fail(young), await fail(old)]).toEqual([[0, 0], 429, 401])
  })

  test('resets and invitations a day after they ended; what is open still works, and an e-mail can be invited again', async () => {
    const { tandem, ada, boardId, sweep, count } = await startBoard({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://tandem.test' })
    const email = `${randomUUID()}@example.com`
    const invite = async (to: string): Promise<string> =>
      (await ada.post(`/api/boards/${boardId}/members`, { email: to, role: 'member' })).body.inviteUrl.split('/invite/')[1]
    await tandem.register('Bob', { email: `bob.${email}` })
    await tandem.anonymous.post('/api/auth/forgot', { email: `bob.${email}` })
    const lost = await invite(email)
    await invite(`other.${email}`)
    tandem.clock.advance(day)
    await sweep()
    expect(await count('password_resets')).toBe(1)
    tandem.clock.advance(7 * day - 2 * minute)
    const kept = await invite(email)
    expect((await tandem.anonymous.get(`/api/invitations/${kept}`)).status).toBe(200)
    tandem.clock.advance(3 * minute)
    await sweep()
    expect([await count('password_resets'), await count('invitations')]).toEqual([0, 1])
    expect((await tandem.anonymous.get(`/api/invitations/${lost}`)).status).toBe(404)
    expect((await tandem.anonymous.get(`/api/invitations/${kept}`)).body).toMatchObject({ email })
    expect(await invite(`other.${email}`)).toMatch(/^[\w-]{43}$/)
  })

  test('the links of people a day after they ended, used or not', async () => {
    const { tandem, ada, boardId, sweep, count } = await startBoard()
    const installed = await ada.post(`/api/boards/${boardId}/integrations`, { type: 'chat', inboundUrl: 'https://chat.example.com/hook' })
    const plugin = tandem.withToken(installed.body.token)
    const ask = async (externalUserId: string): Promise<string> =>
      (await plugin.post('/api/integrations/self/person-links', { externalUserId, displayName: externalUserId })).body.url.split(
        '/connect/',
      )[1]
    await ask('U1')
    expect((await ada.post(`/api/person-links/${await ask('U2')}/confirm`)).status).toBe(204)
    tandem.clock.advance(day)
    await ask('U3')
    await sweep()
    expect(await count('person_links')).toBe(3)
    tandem.clock.advance(11 * minute)
    await sweep()
    expect(await count(`person_links where external_user_id = 'U3'`)).toBe(1)
    expect(await count('person_links')).toBe(1)
  })

  test('notifications 180 days after they were read; unread ones stay', { meta: { proves: ['retention.swept'] } }, async () => {
    const { tandem, ada, boardId, addCard, sweep } = await startBoard()
    const bob = await tandem.register('Bob')
    await ada.post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'member' })
    const cards = [(await addCard('Read')).body.id, (await addCard('Read later')).body.id, (await addCard('Unread')).body.id]
    for (const card of cards) await ada.post(`/api/cards/${card}/assignees`, { actorId: bob.actorId })
    const inbox = async () => (await (await signedInAgain(tandem, bob)).get('/api/notifications')).body as { id: string; cardId: string }[]
    const read = async (card: string) => {
      const row = (await inbox()).find(({ cardId }) => cardId === card)
      expect((await (await signedInAgain(tandem, bob)).post(`/api/notifications/${row?.id}/read`)).status).toBe(200)
    }
    await read(cards[0])
    tandem.clock.advance(2 * day)
    await read(cards[1])
    tandem.clock.advance(179 * day)
    await sweep()
    expect((await inbox()).map(({ cardId }) => cardId)).toEqual([cards[2], cards[1]])
  })

  test('finished deliveries after 30 days, the audit log after 400; a delivery that is pending and the log itself stay', {
    meta: { proves: ['retention.swept'] },
  }, async () => {
    const { tandem, ada, boardId, addCard, sweep, count } = await startBoard()
    const refused = { url: 'http://127.0.0.1:1999/hook', events: ['card.created'] }
    const { id } = (await ada.post(`/api/boards/${boardId}/webhooks`, refused)).body.webhook
    const insert = (state: string, ageMs: number) =>
      tandem.database.pool.query(
        `insert into deliveries (id, webhook_id, board_id, seq, state, next_attempt_at, created_at, finished_at)
        values ($1, $2, $3, 1, $4::text, $5, $6, case when $4 <> 'pending' then $6::timestamptz end)`,
        [uuidV7(Date.now() - ageMs), id, boardId, state, iso(Date.now() + day), iso(Date.now() - ageMs)],
      )
    for (const state of ['delivered', 'failed', 'canceled', 'pending']) {
      await insert(state, 30 * day + minute)
      await insert(state, 30 * day - 10 * minute)
    }
    await addCard('Pump')
    const activities = await count('activities')
    await sweep()
    const left = await tandem.database.pool.query('select state, count(*) from deliveries where seq = 1 group by state order by state')
    expect(left.rows.map((row) => [row.state, row.count])).toEqual([
      ['canceled', 1],
      ['delivered', 1],
      ['failed', 1],
      ['pending', 2],
    ])
    tandem.clock.advance(399 * day)
    await sweep()
    expect([await count('activities'), (await count('audit_log')) > 0]).toEqual([activities, true])
    tandem.clock.advance(2 * day)
    await sweep()
    expect([await count('activities'), await count('audit_log')]).toEqual([activities, 0])
  })

  test('letters that no mail server has taken for 7 days', async () => {
    const { tandem, sweep } = await startBoard()
    const put = (recipient: string, atMs: number) =>
      tandem.database.pool.query(
        `insert into mails (id, recipient, subject, body, next_attempt_at, created_at) values ($1, $2, '', '', $3, $3)`,
        [uuidV7(atMs), recipient, iso(atMs)],
      )
    await put('old', Date.now() - 7 * day - minute)
    await put('young', Date.now() - 7 * day + 10 * minute)
    await sweep()
    const { rows } = await tandem.database.pool.query('select recipient from mails')
    expect(rows).toEqual([{ recipient: 'young' }])
  })
})

/** The same person with a cookie of now: the old one ends while the clock moves by months. */
async function signedInAgain(tandem: TestService, { actorId }: Person): Promise<Sender> {
  const { rows } = await tandem.database.pool.query('select email from actors where id = $1', [actorId])
  return send(tandem.url, { cookie: cookieOf(await tandem.anonymous.post('/api/auth/login', { email: rows[0].email, password })) })
}

describe('a round', () => {
  let tandem: TestService
  beforeAll(async () => {
    tandem = await startTestService()
  })
  afterAll(() => tandem?.stop())
  const sweep = () => tandem.service.workers.retention.runOnce()
  const old = () => tandem.clock.now() - 8 * day

  test('takes at most so many rows of a table, and the next one the rest', { meta: { proves: ['limit.retention.round'] } }, async () => {
    await fillLedger(tandem, mostPerRun + batch + 1, old())
    expect((await sweep()).ledger).toBe(mostPerRun)
    expect((await sweep()).ledger).toBe(batch + 1)
    expect((await sweep()).ledger).toBe(0)
  })

  test('together with that of another instance deletes each row once, and neither waits or fails', async () => {
    const second = await startTestService({ clock: tandem.clock, address: tandem.address })
    onTestFinished(() => second.stop())
    await fillLedger(tandem, 7 * batch + 3, old())
    await fillLedger(tandem, 5, tandem.clock.now())
    const rounds = await Promise.all([sweep(), second.service.workers.retention.runOnce()])
    expect(rounds.reduce((total, round) => total + (round.ledger ?? 0), 0)).toBe(7 * batch + 3)
    expect(await countOf(tandem, 'ledger')).toBe(5)
  })

  test('leaves out a row that somebody holds, without waiting for it', async () => {
    await fillLedger(tandem, 3, old())
    const holder = await tandem.database.pool.connect()
    await holder.query('begin')
    await holder.query(`select from ledger where mutation_id = 'old-2' for update`)
    expect((await sweep()).ledger).toBe(2)
    await holder.query('rollback')
    holder.release()
    expect((await sweep()).ledger).toBe(1)
  })

  test('that cannot sweep one table says so, and sweeps the others', async () => {
    const lines: string[] = []
    const log = pino(new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }))
    const { database, clock } = tandem
    const metrics = createMetrics()
    const worker = createRetention({ database, clock, log, metrics })
    await fillLedger(tandem, 3, old())
    await database.pool.query('alter table web_sessions rename to elsewhere')
    onTestFinished(async () => void (await database.pool.query('alter table elsewhere rename to web_sessions')))
    const longAgo = iso(clock.now() - 3 * day)
    await database.pool.query(`insert into login_failures values ('quiet@example.com', 1, $1)`, [longAgo])
    expect(await worker.runOnce()).toMatchObject({ ledger: 3, web_sessions: 0, login_failures: 1 })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, table: 'web_sessions' }])
    const rounds = (await metrics.text()).split('\n').filter((line) => line.startsWith('tandem_worker_rounds_total{'))
    expect(rounds).toEqual(['tandem_worker_rounds_total{worker="retention",outcome="failed"} 1'])
  })

  test('comes by itself: soon after the start, then every hour, and at once again while it lags behind', async () => {
    const clock = movableClock()
    const worker = createRetention({ database: tandem.database, clock, log: pino({ level: 'silent' }), metrics: createMetrics() })
    const until7DaysAgo = iso(clock.now() - 7 * day)
    const rows = () => countOf(tandem, 'ledger where created_at <= $1', [until7DaysAgo])
    worker.start()
    onTestFinished(() => worker.stop())
    await fillLedger(tandem, 2, old())
    clock.advance(minute)
    await until(async () => (await rows()) === 0)
    await fillLedger(tandem, mostPerRun + 1, old())
    // The next alarm is set when the round has ended, which may be a moment from now.
    await until(async () => {
      if ((await rows()) <= 1) return true
      clock.advance(60 * minute)
      return false
    })
    let seconds = 0
    await until(async () => {
      clock.advance(1_000)
      seconds += 1
      return (await rows()) === 0
    })
    expect(seconds).toBeLessThan(3_600)
  })

  test('that is stopped ends with the statement under way', async () => {
    const { database, clock } = tandem
    const log = pino({ level: 'silent' })
    await fillLedger(tandem, 3 * batch, old())
    const worker = createRetention({ database, clock, log, metrics: createMetrics() })
    const round = worker.runOnce()
    await worker.stop()
    expect((await round).ledger).toBe(batch)
    await sweep()
  })
})

describe('the statements', () => {
  test('find old rows by an index in a full table, with every setting of the planner', async () => {
    const tandem = await startTestService()
    onTestFinished(() => tandem.stop())
    await tandem.register('Ada')
    const client = new pg.Client(tandem.address)
    await client.connect()
    onTestFinished(() => client.end())
    await fill(client)
    for (const { name, deleteSome, ageMs, cutoff } of retention) {
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`)
        await client.query(`prepare sweep as ${deleteSome.statement.text}`)
        const answer = await client.query(`explain execute sweep('${cutoff(Date.now() - ageMs)}')`)
        const plan = answer.rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan, `${name}, ${mode}`).toMatch(new RegExp(`Index Scan using \\w+ on ${name}`))
        expect(plan, `${name}, ${mode}`).not.toMatch(/Seq Scan|Sort/)
        await client.query('deallocate sweep')
      }
    }
  })
})

/** 20,000 rows of every kind, spread over two years; without the checks of foreign keys, which no plan sees. */
async function fill(client: pg.Client): Promise<void> {
  const at = `now() - n * interval '52 minutes'`
  const [id, hash, actor] = [`uuid_at(${at})`, `sha256(n::text::bytea)`, '(select id from actors limit 1)']
  const inserts = [
    `ledger (actor_id, mutation_id, operation, target, status, input_hash, created_at) select ${actor}, n::text, '', '', 200, '', ${at}`,
    `audit_log (id, act, outcome, created_at) select ${id}, '', '', ${at}`,
    `web_sessions (id, hash, actor_id, created_at, last_seen_at, expires_at) select ${id}, ${hash}, ${actor}, ${at}, ${at}, ${at}`,
    `password_resets (hash, actor_id, expires_at) select ${hash}, ${actor}, ${at}`,
    `socket_tickets (hash, method, credential_id, expires_at) select ${hash}, 'session', ${actor}, ${at}`,
    `invitation_letters (board_id, email, sender_id, sent_at) select ${actor}, n::text, ${actor}, ${at}`,
    `login_failures (account, failures, retry_at) select n::text, 1, ${at}`,
    `registrations (address, registered, ends_at) select n::text, 1, ${at}`,
    `link_previews (url, expires_at) select n::text, ${at}`,
    `login_addresses (account, address, failures, retry_at, expires_at) select n::text, '', 1, ${at}, ${at}`,
    `invitations (board_id, id, email, role, hash, invited_by, created_at, expires_at)
      select ${actor}, ${id}, n::text, 'member', ${hash}, ${actor}, ${at}, ${at}`,
    `person_links (id, integration_id, hash, external_user_id, display_name, created_at, expires_at)
      select ${id}, ${actor}, ${hash}, '', '', ${at}, ${at}`,
    `removed_attachments (board_id, id, card_id, kind, name, filename, url, created_by, created_at, removed_at)
      select ${actor}, ${id}, ${actor}, 'link', '', '', '', ${actor}, ${at}, ${at}`,
    `notifications (id, actor_id, activity_id, board_id, reason, verb, by_actor_id, created_at, read_at)
      select ${id}, ${actor}, ${id}, ${actor}, '', '', ${actor}, ${at}, case when n % 2 = 0 then ${at} end`,
    `deliveries (id, webhook_id, board_id, seq, state, next_attempt_at, created_at, finished_at)
      select ${id}, ${actor}, ${actor}, n, 'delivered', ${at}, ${at}, ${at}`,
    `imports (id, actor_id, state, filename, size_bytes, may_add_members, created_at, finished_at)
      select ${id}, ${actor}, 'done', '', 1, true, ${at}, ${at}`,
    `agent_requests (id, board_id, agent_actor_id, owner_actor_id, role, requested_by, created_at, settled_at, outcome)
      select ${id}, ${id}, ${actor}, ${actor}, 'member', ${actor}, ${at}, ${at}, case when n % 2 = 0 then 'accepted' else 'declined' end`,
    `oauth_clients (id, name, redirect_uris, created_at, kept_until) select n::text, '', '{}', ${at}, ${at}`,
    `oauth_grants (id, client_id, human_actor_id, agent_actor_id, scopes, resource, code_hash, code_challenge, redirect_uri, created_at, expires_at)
      select ${id}, n::text, ${actor}, ${actor}, '{}', '', ${hash}, '', '', ${at}, ${at}`,
    `oauth_refresh_tokens (hash, grant_id, created_at, expires_at) select ${hash}, ${actor}, ${at}, ${at}`,
    `tokens (id, hash, last_four, label, actor_id, minted_by_actor_id, scopes, created_at, expires_at, oauth_grant_id)
      select ${id}, ${hash}, '', '', ${actor}, ${actor}, '{}', ${at}, ${at}, ${actor}`,
    `rule_runs (id, board_id, rule_id, activity_id, state, depth, actions, created_at)
      select ${id}, ${actor}, ${actor}, ${id}, 'done', 1, '[]', ${at}`,
    `mails (id, recipient, subject, body, next_attempt_at, created_at) select ${id}, '', '', '', ${at}, ${at}`,
    `notification_mails (id, actor_id, activity_id, board_id, reason, by_actor_id, next_attempt_at)
      select ${id}, ${actor}, ${id}, ${actor}, '', ${actor}, ${at}`,
    `push_messages (id, device_id, what, next_attempt_at, created_at) select ${id}, ${actor}, 'test', ${at}, ${at}`,
  ]
  await client.query('set session_replication_role = replica')
  for (const insert of inserts) await client.query(`insert into ${insert} from generate_series(1, 20000) n`)
  await client.query('analyze')
}
