import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../kit/http.ts'
import { expectRefusal, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.service.stop())

/** Expects a refusal that changes nothing in the database. */
async function refusedWithoutTrace(act: () => Promise<Answer>, status: number, code: string): Promise<Answer> {
  const before = await world.snapshot()
  const answer = await act()
  expectRefusal(answer, status, code)
  expect(await world.snapshot()).toEqual(before)
  return answer
}

const cardsPath = () => `/api/lists/${world.board.lists[0]}/cards`

async function postRaw(body: RequestInit['body'], headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(world.service.url + cardsPath(), {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json', ...world.member.headers, ...headers },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) }
}

describe('a body that is no JSON object is refused', () => {
  test.each([
    ['cut off', '{"title": "a"'],
    ['single quotes', "{'title': 'a'}"],
    ['a trailing comma', '{"title": "a",}'],
    ['two documents', '{"title":"a"}{"title":"b"}'],
    ['an array', '[{"title":"a"}]'],
    ['a string', '"title"'],
    ['a number', '7'],
    ['null', 'null'],
    ['NaN', '{"title": NaN}'],
    ['a byte that is no UTF-8', new Uint8Array([0x7b, 0x22, 0x74, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['UTF-16', Buffer.from('{"title":"a"}', 'utf16le')],
  ])('%s', async (_, body) => {
    await refusedWithoutTrace(() => postRaw(body), 400, 'validation')
  })

  test('while the same request with an object is done', async () => {
    expect((await postRaw('{"title":"Fits"}')).status).toBe(201)
    expect((await postRaw(Buffer.from('\ufeff{"title":"With a mark"}'))).status).toBe(201)
  })
})

describe('a value of another type is refused, and the details name its field', () => {
  test.each([
    ['title', 7],
    ['title', null],
    ['title', ''],
    ['title', '   '],
    ['title', 'x'.repeat(501)],
    ['title', { toString: 'a' }],
    ['description', ['a']],
    ['description', 'x'.repeat(100_001)],
    ['priority', 'highest'],
    ['priority', 'constructor'],
    ['dueAt', 'tomorrow'],
    ['dueAt', 1_795_253_400],
    ['dueAt', '2026-02-30T00:00:00.000Z'],
    ['dueAt', '0000-01-01T00:00:00.000Z'],
    ['dueAt', '9999-12-31T23:59:59-10:00'],
    ['labelIds', 'a'],
    ['labelIds', ['a']],
    ['assigneeActorIds', { 0: 'a' }],
    ['assigneeActorIds', Array.from({ length: 51 }, () => '019f0000-0000-7000-8000-000000000001')],
    ['beforeId', 'last'],
    ['clientMutationId', 7],
    ['clientMutationId', ''],
    ['clientMutationId', 'x'.repeat(129)],
  ])('%s: %j', async (field, value) => {
    const act = () => world.member.post(cardsPath(), { title: 'A card', [field]: value })
    const answer = await refusedWithoutTrace(act, 400, 'validation')
    expect(Object.keys(answer.body.error.details.fieldErrors)).toEqual([field])
  })

  test('a missing field is named too', async () => {
    const answer = await refusedWithoutTrace(() => world.member.post(cardsPath(), {}), 400, 'validation')
    expect(answer.body.error.details.fieldErrors).toHaveProperty('title')
  })
})

describe('text that could not be given back unchanged is refused', () => {
  test.each([
    ['NUL in a value', '{"title":"a\\u0000b"}'],
    ['NUL in a key', '{"title":"a","b\\u0000":1}'],
    ['NUL deep inside', '{"title":"a","x":[{"y":["\\u0000"]}]}'],
    ['half of a surrogate pair', '{"title":"a\\ud800"}'],
    ['a raw control character', '{"title":"a\u0000"}'],
  ])('%s', async (_, body) => {
    await refusedWithoutTrace(() => postRaw(body), 400, 'validation')
  })

  test('while whole characters beyond the first plane are kept', async () => {
    const title = 'Ship it 🚀 – für Łukasz, 日本語, \u202eRTL'
    expect((await world.member.post(cardsPath(), { title })).body.title).toBe(title)
  })
})

describe('names that every object has do nothing', () => {
  test.each([
    ['__proto__', '{"title":"a","__proto__":{"polluted":true}}'],
    ['__proto__ deep inside', '{"title":"a","x":{"__proto__":{"polluted":true}}}'],
  ])('%s is refused', async (_, body) => {
    await refusedWithoutTrace(() => postRaw(body), 400, 'validation')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('constructor, prototype and toString are unknown properties like any other', async () => {
    const answer = await postRaw('{"title":"Plain","constructor":{"prototype":{"polluted":true}},"prototype":1,"toString":2}')
    expect([answer.status, answer.body.title]).toEqual([201, 'Plain'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('F80: bodies made to cost much are refused', () => {
  test.each([
    ['objects 10,000 deep', `{"title":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['arrays 10,000 deep', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['33 deep', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ])('%s', { meta: { proves: ['limit.body.depth'] } }, async (_, body) => {
    await refusedWithoutTrace(() => postRaw(body), 400, 'validation')
  })

  test('while 32 levels are taken', { meta: { proves: ['limit.body.depth'] } }, async () => {
    expect((await postRaw(`{"title":"Deep","x":${'{"a":'.repeat(31)}1${'}'.repeat(31)}}`)).status).toBe(201)
  })

  test('a million keys (F107)', async () => {
    const body = `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":0`).join()}}`
    await refusedWithoutTrace(() => postRaw(body), 413, 'payload_too_large')
  })

  test('while some thousand keys are taken and left aside', async () => {
    const body = `{"title":"Wide",${Array.from({ length: 4_000 }, (_, at) => `"k${at}":0`).join()}}`
    expect((await postRaw(body)).status).toBe(201)
  })

  test('and a text full of commas and brackets, however long', async () => {
    const description = '[{"a":1},'.repeat(10_000)
    expect((await postRaw(JSON.stringify({ title: 'Punctuated', description }))).body.description).toBe(description)
  })

  test('more than 1 MiB, announced', { meta: { proves: ['limit.body.bytes'] } }, async () => {
    await refusedWithoutTrace(() => postRaw(JSON.stringify({ title: 'a', description: 'x'.repeat(1_048_576) })), 413, 'payload_too_large')
  })

  test('more than 1 MiB, in chunks without a length', { meta: { proves: ['limit.body.bytes'] } }, async () => {
    const chunk = new TextEncoder().encode('x'.repeat(65_536))
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 64) controller.close()
        else controller.enqueue(chunk)
      },
    })
    await refusedWithoutTrace(() => postRaw(endless), 413, 'payload_too_large')
  })

  test('a gzip bomb is not even unpacked', async () => {
    const bomb = gzipSync(JSON.stringify({ title: 'x'.repeat(50_000_000) }))
    await refusedWithoutTrace(() => postRaw(bomb, { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type')
  })
})

test.each([
  [15_000, 400, 'validation'],
  [100_000, 413, 'payload_too_large'],
])('F80: a search of %i characters is refused', async (length, status, code) => {
  await refusedWithoutTrace(() => world.member.get(`/api/search/cards?q=${'x'.repeat(length)}`), status, code)
})

describe('a body of another type is refused', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'text/plain; application/json',
    'application',
    '*/*',
  ])('%s', async (type) => {
    await refusedWithoutTrace(() => postRaw('{"title":"a"}', { 'content-type': type }), 415, 'unsupported_media_type')
  })

  test.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x'])('Content-Encoding: %s', async (encoding) => {
    await refusedWithoutTrace(() => postRaw('{"title":"a"}', { 'content-encoding': encoding }), 415, 'unsupported_media_type')
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    'while %s is taken',
    async (type) => {
      expect((await postRaw('{"title":"Typed"}', { 'content-type': type, 'content-encoding': 'identity' })).status).toBe(201)
    },
  )
})

describe('F63: what a caller may not set is left aside', () => {
  const forged = {
    id: '019f0000-0000-7000-8000-0000000000ff',
    number: 4_711,
    key: 'ROOT-1',
    rank: 'zzz',
    role: 'admin',
    actorId: '019f0000-0000-7000-8000-0000000000ff',
    createdBy: '019f0000-0000-7000-8000-0000000000ff',
    createdAt: '2001-01-01T00:00:00.000Z',
    updatedAt: '2001-01-01T00:00:00.000Z',
    version: 99,
    seq: 99,
    scopes: ['admin'],
    isInstanceAdmin: true,
  }

  test('when a card is made', async () => {
    const { body } = await world.member.post(cardsPath(), { title: 'Honest', ...forged, boardId: world.otherBoard.id })
    expect(body).toMatchObject({ title: 'Honest', boardId: world.board.id, createdBy: world.member.actorId, version: 1 })
    for (const name of ['id', 'number', 'key', 'rank', 'createdAt', 'updatedAt'] as const) expect(body[name]).not.toEqual(forged[name])
    for (const name of ['role', 'scopes', 'seq', 'actorId']) expect(body).not.toHaveProperty(name)
  })

  test('when a card is changed', async () => {
    const [cardId] = world.board.cards
    const tree = async () => (await world.member.get(`/api/boards/${world.board.id}`)).body
    const cardIn = (board: { lists: { cards: { id: string }[] }[] }) =>
      board.lists.flatMap((list) => list.cards).find((card) => card.id === cardId)
    const before = cardIn(await tree())
    const answer = await world.member.patch(`/api/cards/${cardId}`, { ...forged, boardId: world.otherBoard.id })
    expect(answer.status).toBe(200)
    expect(cardIn(await tree())).toEqual(before)
  })

  test('when a board is made', async () => {
    const { body } = await world.member.post('/api/boards', { name: 'Mine', ...forged })
    for (const name of ['id', 'createdAt', 'version'] as const) expect(body[name]).not.toEqual(forged[name])
    expect(body.role).toBe('admin')
  })

  test('and the id in the path wins over one in the body', async () => {
    const [mine, , another] = world.board.cards
    const answer = await world.member.patch(`/api/cards/${mine}`, { cardId: another, title: 'Mine alone' })
    expect(answer.body).toMatchObject({ id: mine, title: 'Mine alone' })
  })
})
