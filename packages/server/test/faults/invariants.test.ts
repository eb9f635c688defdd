import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches, brokenInvariants, type Invariant, invariants } from '../../src/administration/invariants.ts'
import { freshDatabase } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { connect } from '../kit/oauth.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** Ways to break each invariant, once nothing in the schema prevents it any more. */
const breaking: Record<Invariant, string[]> = {
  'seq is gapless from 1 to the last_seq of the board': [
    'delete from activities where seq = 3',
    'delete from activities where seq = 1',
    'update boards set last_seq = last_seq + 1',
  ],
  'activity ids ascend with seq, and their times never step back': [
    'update activities set id = (select id from activities where seq = 1) where seq = 3',
    `update activities set created_at = created_at - interval '1 hour' where seq = 3`,
  ],
  "a board's last_activity_id is that of its last activity": ['update boards set last_activity_id = id'],
  'each hash of the log follows from its activity and the hash before it': [
    `update activities set actor_id = gen_random_uuid() where seq = 2`,
    `update activities set payload_hash = sha256('x') where seq = 2`,
    'update activities set hash = null where seq = 2',
    `update activities set hash = sha256('x') where seq = 2`,
  ],
  'the log of a board has hashes up to its hashed_seq, of which last_hash is the last, and none behind it': [
    'update boards set hashed_seq = hashed_seq - 1',
    'update boards set hashed_seq = hashed_seq + 1',
    'update boards set last_hash = null',
  ],
  'card numbers are unique on a board and at most its last_card_number': [
    'update cards set number = 1',
    'update boards set last_card_number = 1',
  ],
  'ranks are unique in a list, on a board and on a card': [
    `update cards set rank = 'a0'`,
    `update lists set rank = 'a0'`,
    `update checklist_items set rank = 'a0'`,
  ],
  'the counters on a card are the counts of its rows': [
    'update cards set comment_count = comment_count + 1',
    'update cards set checklist_total = checklist_total + 1',
    'delete from checklist_items where done_at is not null',
    'delete from comments',
    'update cards set attachment_count = attachment_count + 1',
  ],
  'a file is kept exactly when an attachment, an import or a picture names it': [
    `insert into files (key, kept, created_at, sweep_at) values ('lost', true, now(), now())`,
  ],
  'the search index has the texts of all cards and no other text, except for texts that wait to be indexed': [
    'delete from card_texts where part_id = card_id',
    'delete from card_texts where part_id <> card_id',
    `update card_texts set words = 'other'`,
    'update comments set deleted_at = now()',
  ],
  'an agent has at most one live session on a card': ['insert into sessions select * from sessions where ended_at is null'],
  'a session has ended_at exactly when it has ended, and a question exactly when it awaits input': [
    'update sessions set ended_at = now()',
    `update sessions set state = 'done'`,
    `update sessions set question = '{}'`,
  ],
  'the ids of session events ascend in time, and last_event_id is the greatest': [
    'update sessions set last_event_id = id',
    `update session_events set created_at = created_at - interval '2 hours' where kind = 'progress'`,
    'delete from session_events',
  ],
  'the session shown on a card belongs to that card': ['update cards set latest_session_id = id where latest_session_id is not null'],
  'each board has an admin who is a person': [`delete from members where role = 'admin'`, `update members set role = 'member'`],
  'a board that is deleted, or whose import is not done, has no members': ['update boards set deleted_at = now()'],
  'a finished import has one entry in the log of its board, and an unfinished one has none': [
    `insert into imports (id, actor_id, state, filename, size_bytes, may_add_members, board_id, created_at, finished_at)
     select gen_random_uuid(), created_by, 'done', 'board.json', 1, true, id, now(), now() from boards limit 1`,
  ],
  'an assignment is open and due as its card is': [
    'update card_assignees set is_open = not is_open',
    `update card_assignees set due_at = coalesce(due_at, now()) + interval '1 day'`,
  ],
  'people and agents that have a card are members of its board': [
    'delete from members where actor_id in (select actor_id from card_assignees)',
    'update cards set delegate_actor_id = id',
    'update checklist_items set assignee_actor_id = id',
  ],
  'each notified person or agent is or was a member of the board': ['update notifications set actor_id = id'],
  'each notification is of an activity of its board, at most once per actor': [
    'update notifications set activity_id = id',
    'insert into notifications select * from notifications',
  ],
  'an activity is mailed at most once to each person, and to people only': [
    'delete from activities',
    `update actors set kind = 'agent'`,
    'insert into notification_mails select * from notification_mails',
  ],
  'each due date has at most one reminder, and only open cards wait for one': [
    'update cards set completed_at = now()',
    'update cards set due_at = null',
    `update activities set verb = 'card.due_soon', payload = '{"dueAt": "2026-08-01T10:00:00.000Z"}'`,
  ],
  'a pending delivery has its subscription, and its activity unless it is a ping': [
    `update deliveries set state = 'pending', seq = 1000`,
    `update deliveries set state = 'pending', webhook_id = id`,
  ],
  'a delivery is finished exactly when it is no longer pending': [
    `update deliveries set state = 'delivered', finished_at = null`,
    `update deliveries set state = 'pending', finished_at = now()`,
  ],
  'a removed integration has no live token, subscription, secret or agent, and each other integration has its own': [
    `update integrations set status = 'removed'`,
    'update tokens set revoked_at = now()',
    'update actors set deactivated_at = now()',
    'delete from webhooks',
  ],
  'the token of an integration is limited to its board': [`update tokens set scopes = '{boards:read}'`],
  'an OAuth access token is for an agent of the person who gave the grant, and has only scopes that OAuth can grant': [
    'update tokens set actor_id = minted_by_actor_id where oauth_grant_id is not null',
    'update tokens set minted_by_actor_id = actor_id where oauth_grant_id is not null',
    `update tokens set scopes = '{tokens:write}' where oauth_grant_id is not null`,
    `update oauth_grants set scopes = '{admin}'`,
    'update oauth_grants set connected_at = null',
    'update actors set owner_actor_id = null where id in (select agent_actor_id from oauth_grants)',
  ],
  'a revoked grant has ended, and so has each token that was issued for it': [
    `update oauth_grants set revoked_at = now() + interval '1000 days'`,
    'update oauth_grants set revoked_at = created_at',
  ],
  'rules run once for each activity, in the order of the log, and not beyond its end': [
    'update automations set seq = 1000',
    'update automations set seq = 0',
    'insert into rule_runs select * from rule_runs',
    'update rule_runs set first_seq = 1',
  ],
  'a rule that acted has one entry in the log, among the entries of its actions': [
    `delete from activities where verb = 'rule.run'`,
    'update rule_runs set first_seq = null',
    `update rule_runs set reason = 'none'`,
  ],
  'a rule that has failed ten times in a row is off, and a board with rules has an automation account': [
    'update rules set failures_in_a_row = 10',
    'delete from automations',
  ],
  'every row belongs to the board of its card and has a parent': [
    ...[
      'lists',
      'members',
      'cards',
      'card_assignees',
      'checklist_items',
      'comments',
      'sessions',
      'session_events',
      'activities',
      'links',
      'integrations',
    ].map((table) => `update ${table} set board_id = '${randomUUID()}'`),
    'update comments set session_id = id',
    'update activities set actor_id = id',
    'update activities set card_id = id',
    'update deliveries set webhook_id = id',
    'update web_sessions set actor_id = id',
    'update tokens set actor_id = id',
    `update ledger set actor_id = '${randomUUID()}'`,
  ],
}

const dropConstraints = `do $$ declare r record; begin
  for r in select conrelid::regclass as place, conname from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'u', 'p')
    order by contype = 'p'
  loop execute format('alter table %s drop constraint if exists %I cascade', r.place, r.conname); end loop;
  for r in select i.indexrelid::regclass as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique
  loop execute format('drop index %s', r.name); end loop;
  for r in select distinct tgrelid::regclass as place from pg_trigger where not tgisinternal
  loop execute format('alter table %s disable trigger user', r.place); end loop;
end $$`

describe('the checker of the invariants', () => {
  let tandem: TestService
  let client: pg.Client
  let drop: () => Promise<void>

  beforeAll(async () => {
    const fresh = await freshDatabase()
    drop = fresh.drop
    tandem = await startTestService({ address: fresh.address, environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    client = new pg.Client(fresh.address)
    await client.connect()
    await makeOneOfEverything(tandem)
    // The sweeps of the workers lock the tables in another order than the breaches: both could deadlock.
    await tandem.service.workers.stop()
    await tandem.service.textIndex.takeIn()
  })
  afterAll(async () => {
    await client?.end()
    await tandem?.stop()
    await drop?.()
  })

  test('finds nothing where nothing is broken', async () => {
    expect(await brokenInvariants(client)).toEqual([])
  })

  test('names what is broken', async () => {
    await client.query('update cards set comment_count = comment_count + 1')
    expect(await brokenInvariants(client)).toEqual([expect.stringMatching(/^the counters on a card are the counts of its rows: \[\{"id"/)])
    await client.query('update cards set comment_count = comment_count - 1')
  })

  const cases = (Object.keys(invariants) as Invariant[]).flatMap((name) => breaking[name].map((breach) => [name, breach] as const))
  test.each(cases)('%s: notices %s', { meta: { proves: ['check.invariants'] } }, async (name, breach) => {
    await client.query('begin')
    try {
      await client.query(dropConstraints)
      expect(await breaches(client, name)).toEqual([])
      expect((await client.query(breach)).rowCount).toBeGreaterThan(0)
      expect(await breaches(client, name)).not.toEqual([])
    } finally {
      await client.query('rollback')
    }
  })
})

async function makeOneOfEverything(tandem: TestService): Promise<void> {
  const [ada, bob] = [await tandem.register('Ada'), await tandem.register('Bob')]
  const made = async (by: Person, path: string, body: object): Promise<string> => {
    const answer = await by.post(path, body)
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.body.id
  }
  const boardId = await made(ada, '/api/boards', { name: 'Engine', template: 'kanban' })
  const robo = await tandem.agent(ada, 'Robo', [boardId])
  await made(ada, `/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'member' })
  await made(ada, `/api/boards/${boardId}/webhooks`, { url: 'http://127.0.0.1:59999/nobody-listens', events: ['*'] })
  const listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  const cardId = await made(ada, `/api/lists/${listId}/cards`, { title: 'one', clientMutationId: randomUUID() })
  await made(ada, `/api/lists/${listId}/cards`, { title: 'two', dueAt: new Date(tandem.clock.now() + 172_800_000).toISOString() })
  const installed = await ada.post(`/api/boards/${boardId}/integrations`, { type: 'github', inboundUrl: 'http://127.0.0.1:59999/plugin' })
  const link = { externalSystem: 'github', externalId: '1', externalUrl: 'https://example.com/1' }
  await tandem.withToken(installed.body.token).put(`/api/cards/${cardId}/links`, link)
  await made(ada, `/api/cards/${cardId}/assignees`, { actorId: bob.actorId })
  const itemId = await made(ada, `/api/cards/${cardId}/checklist-items`, { text: 'a' })
  await made(ada, `/api/cards/${cardId}/checklist-items`, { text: 'b' })
  await ada.patch(`/api/checklist-items/${itemId}`, { done: true })
  const sessionId = await made(robo, `/api/cards/${cardId}/sessions`, {})
  tandem.clock.advance(3_600_000)
  await robo.post(`/api/sessions/${sessionId}/events`, { op: 'progress', note: 'begun' })
  await made(robo, `/api/cards/${cardId}/comments`, { body: `seen, @${bob.handle}` })
  await connect(tandem.url, ada.cookie ?? '', { boardIds: [boardId] })
  const actions = [{ type: 'add_checklist_item', text: 'again' }]
  await made(ada, `/api/boards/${boardId}/rules`, { name: 'Updated', trigger: { verb: 'card.updated' }, actions })
  for (const title of ['One', 'Uno']) await ada.patch(`/api/cards/${cardId}`, { title })
  await until(async () => (await tandem.service.workers.rules.runOnce()) === 0)
}
