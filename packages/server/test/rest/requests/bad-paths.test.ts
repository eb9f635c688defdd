import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectRefusal, startWorld, type World } from '../world.ts'
import { exchange } from './raw.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.service.stop())

const unknown = '019f0000-0000-7000-8000-0000000000ff'

describe('an id that names nothing of the caller is a 404', () => {
  const malformed: [string, string][] = [
    ['a word', 'first'],
    ['a number', '1'],
    ['a UUID cut short', unknown.slice(0, -1)],
    ['a UUID with more behind it', `${unknown}0`],
    ['a UUID without hyphens', unknown.replaceAll('-', '')],
    ['a UUID in braces', `%7B${unknown}%7D`],
    ['a UUID with a line break', `${unknown}%0A`],
    ['NUL', '%00'],
    ['NUL behind a UUID', `${unknown}%00`],
    ['SQL', `%27%20or%20%271%27%3D%271`],
    ['dots', '%2e%2e'],
    ['an encoded slash', '..%2f..%2fetc%2fpasswd'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['300 characters', 'x'.repeat(300)],
    ['not ASCII', '%F0%9F%9A%80'],
  ]

  test.each([...malformed, ['unknown', unknown]])('in a read: %s', async (_, id) => {
    expectRefusal(await world.admin.get(`/api/boards/${id}`), 404, 'not_found')
    expectRefusal(await world.admin.get(`/api/cards/${id}/activity`), 404, 'not_found')
  })

  test.each([...malformed, ['unknown', unknown]])('in a mutation: %s', async (_, id) => {
    const before = await world.snapshot()
    expectRefusal(await world.admin.patch(`/api/boards/${id}`, { name: 'Taken' }), 404, 'not_found')
    expectRefusal(await world.admin.post(`/api/lists/${id}/cards`, { title: 'Taken' }), 404, 'not_found')
    expectRefusal(await world.admin.patch(`/api/cards/${id}`, { title: 'Taken' }), 404, 'not_found')
    expect(await world.snapshot()).toEqual(before)
  })

  test('on a board that the caller cannot read, for every operation', async () => {
    const before = await world.snapshot()
    const { id, lists, cards } = world.otherBoard
    expectRefusal(await world.admin.get(`/api/boards/${id}`), 404, 'not_found')
    expectRefusal(await world.admin.get(`/api/boards/${id}/activity`), 404, 'not_found')
    expectRefusal(await world.admin.get(`/api/cards/${cards[0]}/activity`), 404, 'not_found')
    expectRefusal(await world.admin.patch(`/api/boards/${id}`, { name: 'Taken' }), 404, 'not_found')
    expectRefusal(await world.admin.post(`/api/boards/${id}/lists`, { name: 'Taken' }), 404, 'not_found')
    expectRefusal(await world.admin.patch(`/api/lists/${lists[0]}`, { name: 'Taken' }), 404, 'not_found')
    expectRefusal(await world.admin.post(`/api/lists/${lists[0]}/cards`, { title: 'Taken' }), 404, 'not_found')
    expectRefusal(await world.admin.patch(`/api/cards/${cards[0]}`, { title: 'Taken' }), 404, 'not_found')
    expect(await world.snapshot()).toEqual(before)
  })

  test('and an id of another board inside a body is refused without a trace', async () => {
    const before = await world.snapshot()
    const [cardId] = world.board.cards
    const foreign = world.otherBoard
    const card = (change: object) => world.admin.patch(`/api/cards/${cardId}`, change)
    expectRefusal(await card({ beforeId: foreign.cards[0] }), 400, 'validation')
    expectRefusal(await card({ assigneeActorIds: [world.outsider.actorId] }), 400, 'validation')
    expectRefusal(await card({ assigneeActorIds: [world.member.actorId, world.outsider.actorId] }), 400, 'validation')
    expectRefusal(await card({ labelIds: [unknown] }), 400, 'validation')
    expect([400, 404]).toContain((await card({ title: 'Taken', listId: foreign.lists[0] })).status)
    expect(await world.snapshot()).toEqual(before)
  })

  test('while an id in capitals is the same id', async () => {
    expect((await world.admin.get(`/api/boards/${world.board.id.toUpperCase()}`)).status).toBe(200)
  })
})

describe('F57: no other spelling of a route gets past its checks', () => {
  const id = () => world.board.id

  test.each<[string, () => string]>([
    ['a trailing slash', () => `/api/boards/${id()}/`],
    ['a doubled slash', () => `/api//boards/${id()}`],
    ['capitals', () => `/API/Boards/${id()}`],
    ['a dot segment, encoded', () => `/api/%2e/boards/${id()}`],
    ['two dots, encoded', () => `/api/lists/%2e%2e/boards/${id()}`],
    ['an encoded slash', () => `/api%2Fboards%2F${id()}`],
    ['a backslash', () => `/api\\boards\\${id()}`],
    ['a path parameter', () => `/api/boards;x=1/${id()}`],
    ['a suffix', () => `/api/boards/${id()}.json`],
    ['a space behind', () => `/api/boards/${id()}%20`],
  ])('%s leads nowhere', async (_, path) => {
    const anonymous = await exchange(world.service.url, [`GET ${path()} HTTP/1.1`, 'Host: localhost'])
    const member = await exchange(world.service.url, [
      `GET ${path()} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${world.member.headers.cookie}`,
    ])
    expect([401, 404]).toContain(anonymous.status)
    expectRefusal(member, 404, 'not_found')
  })

  test.each<[string, (path: string) => string]>([
    ['a fragment', (path) => `${path}#x`],
    ['an absolute address', (path) => `http://elsewhere.test${path}`],
    ['an encoded letter', (path) => path.replace('boards', '%62oards')],
    ['a query', (path) => `${path}?boardId=${unknown}&access=public`],
  ])('%s meets the same checks', async (_, spell) => {
    const target = spell(`/api/boards/${id()}`)
    const anonymous = await exchange(world.service.url, [`GET ${target} HTTP/1.1`, 'Host: localhost'])
    const outsider = await exchange(world.service.url, [
      `GET ${target} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${world.outsider.headers.cookie}`,
    ])
    expect([401, 404]).toContain(anonymous.status)
    expect(outsider.status).toBe(404)
  })

  test('HEAD asks for the same right as GET and shows nothing', async () => {
    const head = (headers: Record<string, string>) => fetch(`${world.service.url}/api/boards/${id()}`, { method: 'HEAD', headers })
    expect((await head({})).status).toBe(401)
    expect((await head(world.outsider.headers)).status).toBe(404)
    const allowed = await head(world.member.headers)
    expect([allowed.status, await allowed.text()]).toEqual([200, ''])
  })

  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])('%s overrides nothing', async (header) => {
    const before = await world.snapshot()
    const [cardId] = world.board.cards
    const asDelete = await world.member.get(`/api/boards/${id()}?_method=DELETE`, { [header]: 'DELETE' })
    expect(asDelete.status).toBe(200)
    expectRefusal(await world.member.post(`/api/cards/${cardId}`, { title: 'Taken' }, { [header]: 'PATCH' }), 404, 'not_found')
    expect(await world.snapshot()).toEqual(before)
  })

  test.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path'])('%s redirects nothing', async (header) => {
    expectRefusal(await world.outsider.get('/api/nothing', { [header]: `/api/boards/${id()}` }), 404, 'not_found')
  })
})

describe('what is not there', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/boards/x/y/z', '/favicon.ico', '/.env', '/.git/config'])(
    'GET %s is a 404 that names the document',
    async (path) => {
      const answer = await world.anonymous.get(path)
      expectRefusal(answer, 404, 'not_found')
      expect(answer.body.error.message).toContain('/openapi.json')
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    '%s on a path that does not take it is a 404',
    async (method) => {
      const answer = await exchange(world.service.url, [
        `${method} /api/boards HTTP/1.1`,
        'Host: localhost',
        `Cookie: ${world.member.headers.cookie}`,
        'Content-Length: 0',
      ])
      expectRefusal(answer, 404, 'not_found')
    },
  )

  test('a body of any type to nowhere is a 404 too', async () => {
    expectRefusal(await world.member.post('/api/nothing', 'not json', { 'content-type': 'text/plain' }), 404, 'not_found')
  })

  test.each(['/api/boards/%', '/api/boards/%zz', '/api/boards/%E0%A4%A', '/%c0%ae%c0%ae/etc/passwd'])(
    'a malformed percent-encoding is a 404: %s',
    async (path) => {
      const answer = await exchange(world.service.url, [
        `GET ${path} HTTP/1.1`,
        'Host: localhost',
        `Cookie: ${world.member.headers.cookie}`,
      ])
      expectRefusal(answer, 404, 'not_found')
    },
  )
})

describe('a time to read from', () => {
  const logs = () => {
    const [cardId] = world.board.cards
    return [`/api/boards/${world.board.id}/activity`, `/api/cards/${cardId}/activity`, `/api/cards/${cardId}/comments`]
  }

  test.each([
    '0000-01-01',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-10:00',
    '2026-13-01',
    '2026-11-21junk',
    '21.11.2026',
    '12:00',
    '1795253400',
  ])('that is none, or beyond the years 0001 to 9999, is refused: %s', async (since) => {
    for (const path of logs()) expectRefusal(await world.admin.get(`${path}?since=${encodeURIComponent(since)}`), 400, 'validation')
  })

  test.each(['0001-01-01', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456+02:00', '2026-01-01T00:00', '9999-12-31T23:59:59Z'])(
    'is taken: %s',
    async (since) => {
      for (const path of logs()) expect((await world.admin.get(`${path}?since=${encodeURIComponent(since)}`)).status).toBe(200)
    },
  )

  test('without an offset is UTC, in every time zone of the service', async () => {
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    const path = `/api/boards/${world.board.id}/activity`
    const [last] = (await world.admin.get(`${path}?limit=1`)).body
    const later = new Date(Date.parse(last.createdAt) + 1).toISOString().replace('Z', '')
    const earlier = new Date(Date.parse(last.createdAt) - 1).toISOString().replace('Z', '')
    expect((await world.admin.get(`${path}?since=${later}`)).body).toEqual([])
    expect((await world.admin.get(`${path}?since=${earlier}`)).body.at(-1)).toEqual(last)
    vi.unstubAllEnvs()
  })
})

describe('a query that does not fit is refused', () => {
  test.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'limit=1e99',
    'limit=NaN',
    'limit=5&limit=6',
    'limit[]=5',
    'since=yesterday',
    `since=${unknown}`,
    'since=a%00b',
    'since=x&since=y',
    'before=last',
    `before=${unknown}`,
    'x%00=1',
    '__proto__=1',
    '__proto__[polluted]=1',
  ])('%s', async (query) => {
    const answer = await world.admin.get(`/api/boards/${world.board.id}/activity?${query}`)
    if (query === 'limit[]=5' || query === '__proto__[polluted]=1') expect(answer.status).toBe(200)
    else expectRefusal(answer, 400, 'validation')
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  test('a flag twice, or as an object', async () => {
    expectRefusal(await world.admin.get('/api/boards?archived=1&archived=0'), 400, 'validation')
  })

  test('while an unknown parameter, and names that every object has, do nothing', async () => {
    const plain = await world.admin.get(`/api/boards/${world.board.id}/activity`)
    const odd = await world.admin.get(`/api/boards/${world.board.id}/activity?constructor=1&toString=2&hasOwnProperty=3&x=%ZZ&%=1`)
    expect([odd.status, odd.body]).toEqual([200, plain.body])
  })

  test('while a limit beyond the largest page is taken as that', async () => {
    expect((await world.admin.get(`/api/boards/${world.board.id}/activity?limit=100000`)).status).toBe(200)
  })
})

test('a long id reaches the operation, which knows of none like it; beyond 2,048 characters it is no route', {
  meta: { proves: ['limit.path.id'] },
}, async () => {
  const message = async (length: number) => (await world.admin.get(`/api/boards/${'x'.repeat(length)}`)).body.error.message
  expect(await message(1_000)).toContain('the id in the path')
  expect(await message(2_100)).toContain('There is nothing at GET /api/boards/x')
})
