import { catalogue, errorCodes, type OperationName, operationNames, refusals } from '@tandem/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Answer, Sender } from '../../../packages/server/test/kit/http.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let cards: string

beforeAll(async () => {
  world = await startWorld()
  board = await makeBoard(world)
  cards = `/api/lists/${board.lists[0]}/cards`
})
afterAll(() => world?.tandem.stop())

const somewhere = '019f0000-0000-7000-8000-000000000001'
const json = { 'content-type': 'application/json' }

/** Words with which messages tell what to do next. */
const nextStep =
  /\b(Add|Ask|Answer|Check|Choose|Create|Delegate|Enter|Flatten|Give|Leave|List|Fix|Mint|Open|Read|Remove|Repeat|Request|Send|Sign|Take|Try|Upgrade|Use|Wait|lists them|are listed)\b/
const internals =
  /\bat .*\.[jt]s:\d+|\b(select|insert into|update|delete from) \w+ (from|set|\(|where)|node_modules|\/(work|home|usr|tmp)\/|postgres|kbt_\w{20}|whsec_/i

function requireEnvelope(about: string, answer: Answer): void {
  expect([about, Object.keys(answer.body ?? {})]).toEqual([about, ['error']])
  const { code, message, details, reason, params, ...more } = answer.body.error
  // The reason is one of the table, and there are no parameters without a reason.
  expect([about, reason === undefined || reason in refusals, reason !== undefined || params === undefined]).toEqual([about, true, true])
  expect([about, errorCodes[code as keyof typeof errorCodes]?.status, more]).toEqual([about, answer.status, {}])
  expect([about, typeof message, details === null]).toEqual([about, 'string', false])
  expect(message, about).toMatch(nextStep)
  expect(answer.text, about).not.toMatch(internals)
  expect(answer.headers.get('content-type'), about).toMatch(/^application\/json/)
}

/** Calls an operation with ids in its path that do not exist, except that of the board. */
async function attempt(by: Sender, name: OperationName, body?: string): Promise<Answer> {
  const [method = '', template = ''] = catalogue[name].rest.split(' ')
  const path = template.replace(/:(\w+)/g, (_, key: string) => (key === 'boardId' ? board.id : somewhere))
  return method === 'GET' ? by.get(path) : by[method.toLowerCase() as 'post'](path, body ?? '{}', json)
}

scenario(
  'every refusal of every route is the envelope, says what to do next and gives nothing away',
  ['error.envelope.shape', 'error.envelope.every-route', 'error.envelope.message-next-step', 'error.envelope.no-internals'],
  async () => {
    const person = await world.tandem.register('Ellen')
    const people: [string, Sender][] = [
      ['nobody', world.tandem.anonymous],
      ['a stranger', person],
      ['an admin', world.person],
      ['a wrong token', world.tandem.withToken('kbt_nonsense')],
    ]
    const codes = new Set<string>()
    for (const [who, by] of people) {
      for (const name of operationNames) {
        if (name === 'auth.logout' || name === 'auth.forgot') continue
        for (const body of ['{"title": 7, "role": [], "name": {}, "scopes": 1, "reasons": 3}', '{"title"', '[]']) {
          const answer = await attempt(by, name, body)
          if (answer.status < 400) continue
          requireEnvelope(`${name} by ${who}`, answer)
          codes.add(answer.body.error.code)
        }
      }
    }
    expect([...codes].toSorted()).toEqual(expect.arrayContaining(['forbidden', 'invalid_token', 'not_found', 'unauthorized', 'validation']))
    const others = {
      'an unknown path': await world.person.get('/api/nothing'),
      'a broken path': await world.person.get('/api/boards/%zz'),
      'a long path': await world.person.get(`/api/boards/${'x'.repeat(2_000)}`),
      'a NUL in a path': await world.person.get('/api/boards/%00'),
      'an empty body of another type': await world.person.post(cards, '', { 'content-type': 'text/plain' }),
      'a quote in a path': await world.person.get(`/api/boards/'; drop table boards; --`),
    }
    for (const [about, answer] of Object.entries(others)) requireEnvelope(about, answer)
    expect((await attempt(world.person, 'board.tree')).status).toBe(200)
  },
)

scenario('a body that is no JSON is a 400, and is accepted once it is corrected', ['error.code.malformed-json'], async () => {
  for (const body of ['{"title": "A"', "{'title': 'A'}", '{"title":"A",}', 'title=A', '\u0000', '"A"', '7', '[{"title":"A"}]']) {
    const answer = await world.person.post(cards, body, json)
    expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, 'validation'])
  }
  expect(await board.titles()).toBe('')
  expect((await world.person.post(cards, '{"title":"A"}', json)).status).toBe(201)
  expect(await board.titles()).toBe('A')
})

scenario(
  'a path that no route serves, and a method that a path does not take, are a 404',
  ['error.code.unknown-route', 'error.code.method-not-allowed'],
  async () => {
    const { person } = world
    const nowhere: Promise<Answer>[] = [
      ...['/api', '/api/', '/api/nothing', `/api/boards/${board.id}/nothing`, '/api/boards/', '/nothing'].map((path) => person.get(path)),
      person.put('/api/boards'),
      person.delete('/api/boards'),
      person.patch(cards),
      person.post(`/api/boards/${board.id}`),
      person.delete('/api/version'),
      person.post('/health/live'),
      person.put(`/api/boards/${board.id}`),
    ]
    for (const answer of await Promise.all(nowhere)) expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
    expect((await person.get('/api/boards')).status).toBe(200)
  },
)

scenario(
  'a body beyond the limit is a 413, and one within it is looked at',
  ['error.code.payload-too-large', 'error.code.unsupported-media-type'],
  async () => {
    const { person } = world
    const ofBytes = (bytes: number) => JSON.stringify({ title: 'Big', ignored: 'x'.repeat(bytes) })
    const before = (await board.tree()).seq
    const tooLarge = await person.post(cards, ofBytes(1_048_576), json)
    expect([tooLarge.status, tooLarge.body.error.code]).toEqual([413, 'payload_too_large'])
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      const answer = await person.post(cards, '{"title":"B"}', { 'content-type': type })
      expect([type, answer.status, answer.body.error.code]).toEqual([type, 415, 'unsupported_media_type'])
    }
    expect((await board.tree()).seq).toBe(before)
    expect((await person.post(cards, ofBytes(1_000_000), json)).status).toBe(201)
  },
)

scenario('the last admin can neither leave nor step down', ['error.code.last-admin'], async () => {
  const { ada, mia } = world
  const boardId = board.id
  const self = { boardId, actorId: ada.actorId }
  await refused(ada, 'member.remove', self, 'validation')
  for (const role of ['member', 'viewer'] as const) await refused(ada, 'member.update', { ...self, role }, 'validation')
  expect((await allowed(ada, 'member.list', { boardId })).find(({ actorId }) => actorId === ada.actorId)?.role).toBe('admin')
  await allowed(ada, 'member.update', { boardId, actorId: mia.actorId, role: 'admin' })
  expect((await allowed(ada, 'member.update', { ...self, role: 'member' })).role).toBe('member')
  await allowed(mia, 'member.update', { ...self, role: 'admin' })
  await allowed(mia, 'member.update', { boardId, actorId: mia.actorId, role: 'member' })
})

scenario('who asks too much is told when to come back, and others are not', ['error.code.rate-limited'], async () => {
  const limited = await startWorld({ RATE_LIMIT_TOKEN: '6/4' })
  try {
    const { tandem, ada } = limited
    const token = async () => {
      const { token } = await allowed(ada, 'token.create', { label: 'x', scopes: ['boards:read'] })
      return as(tandem, { ...limited.person, token, cookie: null })
    }
    const [one, other] = [await token(), await token()]
    for (let n = 0; n < 4; n++) await allowed(one, 'board.list', {})
    const refusal = await refused(one, 'board.list', {}, 'rate_limited')
    expect([refusal.status, Number(refusal.headers.get('retry-after'))]).toEqual([429, 10])
    await allowed(other, 'board.list', {})
    tandem.clock.advance(10_000)
    await allowed(one, 'board.list', {})
    await refused(one, 'board.list', {}, 'rate_limited')
  } finally {
    await limited.tandem.stop()
  }
})

scenario(
  'an unexpected failure is a 500 that keeps its cause to itself, and nothing of the mutation stays',
  ['error.code.internal', 'error.envelope.no-internals'],
  async () => {
    const broken = await startWorld()
    try {
      const own = await makeBoard(broken)
      const { seq } = await own.tree()
      const { id } = await own.card('Whole')
      await broken.tandem.database.pool.query('drop view comment_faces; alter table comments rename to comments_gone')
      const comments = `/api/cards/${id}/comments`
      for (const answer of [await broken.person.get(comments), await broken.person.post(comments, { body: 'Lost' })]) {
        expect([answer.status, answer.body.error.code]).toEqual([500, 'internal'])
        requireEnvelope('an unexpected failure', answer)
        expect(answer.text).not.toMatch(/relation|comments|exist|column|42P01/)
      }
      expect((await own.tree()).seq).toBe(seq + 1)
    } finally {
      await broken.tandem.stop()
    }
  },
)
