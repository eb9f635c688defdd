import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginHolding } from '../kit/database.ts'
import type { Answer, Sender } from '../kit/http.ts'
import { type Person, password, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras } from '../mcp/client.ts'

/** Answers and refusals of dry runs. The examples test, for each mutation, that a dry run leaves nothing behind. */
let tandem: TestService
let ada: Person
let mia: Person
let robo: Person
beforeAll(async () => {
  tandem = await startTestService()
  await tandem.service.workers.stop()
  ada = await tandem.register('Ada')
  mia = await tandem.register('Mia')
  robo = await tandem.agent(ada, 'Robo')
})
afterAll(() => tandem?.stop())

const prefer = { prefer: 'respond-async, Dry-Run; wait=1' }
const tried = (by: Sender) => ({
  post: (path: string, body: object = {}) => by.post(path, body, prefer),
  patch: (path: string, body: object) => by.patch(path, body, prefer),
})
const told = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.headers.get('preference-applied')).toBe('dry-run')
  return answer.body
}

async function makeBoard(name: string, keyPrefix: string) {
  const { id } = (await ada.post('/api/boards', { name, keyPrefix, template: 'kanban' })).body
  for (const { actorId } of [mia, robo]) await ada.post(`/api/boards/${id}/members`, { actorId, role: 'member' })
  const lists: string[] = (await ada.get(`/api/boards/${id}`)).body.lists.map((list: { id: string }) => list.id)
  const card = async (title: string) => (await ada.post(`/api/lists/${lists[0]}/cards`, { title })).body
  return { id, lists, card }
}

test('a card that would go to another board: both logs, who is told, what is sent, and which rules run', {
  meta: { proves: ['dry-run.answer', 'dry-run.rules'] },
}, async () => {
  const [from, to] = [await makeBoard('From', 'FRO'), await makeBoard('To', 'TOO')]
  const card = await from.card('Crank')
  await mia.put(`/api/cards/${card.id}/watch`)
  const { webhook } = (await ada.post(`/api/boards/${to.id}/webhooks`, { url: 'http://127.0.0.1:1025/', events: ['card.*'] })).body
  const trigger = { verb: 'card.moved', filters: { toListId: to.lists[1] } }
  const rules = []
  for (const value of ['Crank', 'Valve']) {
    const rule = { name: value, trigger, conditions: [{ field: 'title', op: 'is', value }], actions: [{ type: 'complete_card' }] }
    rules.push((await ada.post(`/api/boards/${to.id}/rules`, rule)).body.id)
  }
  const seqs = async () => Promise.all([from, to].map(async ({ id }) => (await ada.get(`/api/boards/${id}`)).headers.get('etag')))
  const before = await seqs()
  const predicted = told(await tried(ada).patch(`/api/cards/${card.id}`, { listId: to.lists[1] }))
  expect(predicted.result).toMatchObject({ id: card.id, boardId: to.id, key: 'TOO-1' })
  const moved = predicted.activities.filter(({ verb }: { verb: string }) => verb === 'card.moved')
  expect(moved.map(({ boardId }: { boardId: string }) => boardId).toSorted()).toEqual([from.id, to.id].toSorted())
  expect(predicted.notifications).toContainEqual(expect.objectContaining({ actorId: mia.actorId, reason: 'watching', cardId: card.id }))
  expect(predicted.deliveries).toContainEqual({ webhookId: webhook.id, activityId: expect.any(String), verb: 'card.moved' })
  expect(predicted.rules).toEqual([{ ruleId: rules[0], name: 'Crank', boardId: to.id, activityId: expect.any(String) }])
  expect([await seqs(), (await ada.get(`/api/cards/${card.id}`)).body.card.key]).toEqual([before, 'FRO-1'])
  const unread = async () => (await mia.get('/api/notifications')).body.length
  expect(await unread()).toBe(0)
  const real = await ada.patch(`/api/cards/${card.id}`, { listId: to.lists[1] })
  expect([real.status, real.headers.get('preference-applied')]).toEqual([200, null])
  expect(await unread()).toBe(predicted.notifications.length)
})

test('an agent tries a claim: the session that would begin, on the card that it then gets', async () => {
  const board = await makeBoard('Queue', 'QUE')
  const claim = { boardId: board.id }
  expect(told(await tried(robo).post('/api/work/claim', claim)).result).toMatchObject({ card: null, because: 'empty' })
  await ada.patch(`/api/lists/${board.lists[0]}`, { queue: {} })
  const card = await board.card('Next')
  for (const _ of [1, 2]) {
    const predicted = told(await tried(robo).post('/api/work/claim', claim))
    expect(predicted.result.card.id).toBe(card.id)
    expect(predicted.sessions).toEqual([expect.objectContaining({ cardId: card.id, state: 'working', agentActorId: robo.actorId })])
  }
  expect((await robo.post('/api/work/claim', claim)).body.card.id).toBe(card.id)
})

test('a dry run is refused as the real call is; a read ignores the header', { meta: { proves: ['dry-run.refused'] } }, async () => {
  const board = await makeBoard('Refused', 'REF')
  const card = await board.card('Stays')
  const stranger = await tandem.register('Eve')
  const path = `/api/cards/${card.id}`
  for (const [by, at, body] of [
    [tandem.anonymous, path, { title: '' }],
    [stranger, path, { title: '' }],
    [ada, path, { title: '' }],
    [ada, path, { title: 'New', ifVersion: 99 }],
    [mia, `/api/boards/${board.id}`, { name: 'Mine' }],
  ] as const) {
    const [dry, real] = [await tried(by).patch(at, body), await by.patch(at, body)]
    expect(real.status).toBeGreaterThanOrEqual(400)
    expect([dry.status, dry.body, dry.headers.get('preference-applied')]).toEqual([real.status, real.body, null])
  }
  const read = await ada.get(path, prefer)
  expect([read.headers.get('preference-applied'), read.body.card.title]).toEqual([null, 'Stays'])
})

test('wrong passwords are counted, the right one signs nobody in, and a token that would be made is not shown', {
  meta: { proves: ['dry-run.passwords', 'dry-run.secrets'] },
}, async () => {
  const { email } = (await mia.get('/api/me')).body
  const login = (word: string) => tried(tandem.anonymous).post('/api/auth/login', { email, password: word })
  const right = await login(password)
  expect(told(right)).toMatchObject({ result: { email }, activities: [] })
  expect(right.headers.getSetCookie()).toEqual([])
  for (let failures = 0; failures < 5; failures++) expect((await login('wrong password')).status).toBe(401)
  expect((await login(password)).status).toBe(429)
  expect((await tandem.anonymous.post('/api/auth/login', { email, password })).status).toBe(429)
  const minted = told(await tried(ada).post('/api/tokens', { label: 'new', scopes: ['boards:read'] }))
  expect(minted.result).toMatchObject({ label: 'new', token: null })
  expect((await ada.get('/api/tokens')).body.map(({ label }: { label: string }) => label)).not.toContain('new')
})

test('with the id of a call that was done it answers the first result, and nothing that would happen', {
  meta: { proves: ['dry-run.replay'] },
}, async () => {
  const board = await makeBoard('Again', 'AGA')
  const body = { title: 'Once', clientMutationId: 'once' }
  const path = `/api/lists/${board.lists[0]}/cards`
  expect(told(await tried(ada).post(path, body)).activities).toHaveLength(1)
  const { body: first } = await ada.post(path, body)
  const again = await tried(ada).post(path, body)
  expect(told(again)).toMatchObject({ result: { id: first.id }, activities: [], notifications: [] })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

test('an owner who renames an agent is told of no board that is not theirs to see', {
  meta: { proves: ['dry-run.hidden-boards'] },
}, async () => {
  const board = await makeBoard('Left', 'LEF')
  const rename = async () => told(await tried(ada).patch(`/api/agents/${robo.actorId}`, { name: 'Rivet' }))
  const boardsIn = ({ activities }: { activities: { boardId: string }[] }) => activities.map(({ boardId }) => boardId)
  expect(boardsIn(await rename())).toContain(board.id)
  await ada.patch(`/api/boards/${board.id}/members/${mia.actorId}`, { role: 'admin' })
  expect((await ada.delete(`/api/boards/${board.id}/members/${ada.actorId}`)).status).toBe(204)
  const predicted = await rename()
  expect(boardsIn(predicted)).not.toContain(board.id)
  expect(predicted.result.name).toBe('Rivet')
})

test('what is listed, matched and tried at once is bounded, and what is cut is said', {
  meta: { proves: ['dry-run.bounded'] },
}, async () => {
  const board = await makeBoard('Many', 'MAN')
  const { pool } = tandem.database
  await pool.query(
    `insert into cards (board_id, id, list_id, number, title, description, priority, rank, created_by, created_at, updated_at)
     select $1, gen_random_uuid(), $2, n, 'Card ' || n, '', 'none', 'b' || lpad(n::text, 5, '0') || 'V', $3, now(), now() from generate_series(1, 1001) n`,
    [board.id, board.lists[2], ada.actorId],
  )
  await pool.query('update boards set last_card_number = 1001 where id = $1', [board.id])
  const copied = told(await tried(ada).post(`/api/boards/${board.id}/copy`, { withCards: true }))
  expect([copied.activities.length, copied.cut]).toEqual([1_000, ['activities']])
  const parent = await board.card('Parent')
  const rule = { trigger: { verb: 'card.created' }, conditions: [], actions: [{ type: 'complete_card' }] }
  for (const name of ['One', 'Two', 'Three']) await ada.post(`/api/boards/${board.id}/rules`, { name, ...rule })
  const titles = Array.from({ length: 50 }, (_, at) => `Part ${at}`)
  const split = told(await tried(ada).post(`/api/cards/${parent.id}/children`, { titles }))
  expect([split.rules.length, split.cut]).toEqual([100, ['rules']])

  const holder = await pool.connect()
  try {
    await holder.query(beginHolding)
    await holder.query('select from boards where id = $1 for update', [board.id])
    const asked = Array.from({ length: 260 }, () => tried(ada).patch(`/api/boards/${board.id}`, { name: 'Held' }))
    expect((await Promise.race(asked)).status).toBe(429)
    await holder.query('rollback')
    await Promise.all(asked)
  } finally {
    holder.release(true)
  }
})

test.each(eras)(
  'a tool on the %s protocol tries what the header of its request asks to be tried',
  {
    meta: { proves: ['dry-run.tools'] },
  },
  async (era) => {
    const board = await makeBoard(`Header ${era}`, era === 'modern' ? 'HDM' : 'HDL')
    const { key, id } = await board.card('Comment here')
    const client = await connect(tandem.url, robo.token ?? '', era, { prefer: 'respond-async, Dry-Run' })
    try {
      const params = { cardId: key, body: 'Look' }
      for (const more of [{}, { dryRun: false }])
        expect(await client.use('card_write', 'comment', { ...params, ...more })).toMatchObject({ dryRun: true, result: { cardId: id } })
      expect((await client.use('card_write', 'attach', { cardId: key, text: 'notes', name: 'notes.md' })).dryRun).toBe(true)
      const read = await client.use('card_read', 'get', { cardId: key })
      expect([read.dryRun, read.card.key]).toEqual([undefined, key])
      const { card } = (await ada.get(`/api/cards/${id}`)).body
      expect([card.commentCount ?? 0, card.attachmentCount]).toEqual([0, 0])
      const refused = await client.refused('card_write', 'comment', { cardId: key, body: '' })
      expect(refused).toMatchObject({ code: 'validation', next: { params: { dryRun: true } } })
    } finally {
      await client.close()
    }
  },
)

test('a tool tries what it is asked to, where it writes', { meta: { proves: ['dry-run.tools'] } }, async () => {
  const board = await makeBoard('Tools', 'TOL')
  const { key, id } = await board.card('Comment here')
  const client = await connect(tandem.url, robo.token ?? '')
  try {
    const predicted = await client.use('card_write', 'comment', { cardId: key, body: `@${mia.handle} look`, dryRun: true })
    expect(predicted).toMatchObject({
      dryRun: true,
      result: { cardId: id },
      activities: [{ verb: 'comment.added' }, { verb: 'comment.mentioned' }],
    })
    expect(predicted.notifications).toContainEqual(expect.objectContaining({ actorId: mia.actorId, reason: 'mentioned' }))
    expect(predicted.next).toBeUndefined()
    const file = await client.use('card_write', 'attach', { cardId: key, text: 'notes', name: 'notes.md', dryRun: 'true' })
    expect(file.activities).toMatchObject([{ verb: 'card.attachment_added' }])
    const detail = (await ada.get(`/api/cards/${id}`)).body
    expect([detail.card.commentCount ?? 0, detail.card.attachmentCount]).toEqual([0, 0])
    expect((await client.use('card_read', 'get', { cardId: key, dryRun: true })).dryRun).toBeUndefined()
    const refused = await client.refused('card_write', 'comment', { cardId: key, body: '', dryRun: true })
    expect(refused).toMatchObject({ code: 'validation', next: { params: { dryRun: true } } })
  } finally {
    await client.close()
  }
})
