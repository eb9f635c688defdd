import { catalogue, notificationReason, type OperationName, type OperationSpec, operationNames } from '@tandem/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Answer } from '../../../packages/server/test/kit/http.ts'
import { actable, makeReady, type ReadyAct } from '../../src/acts.ts'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
/** Each mutation once, with its answer. */
const done: { name: OperationName; act: ReadyAct; status: number; body: unknown }[] = []

beforeAll(async () => {
  world = await startWorld()
  for (const name of actable) {
    const act = await makeReady(world, name)
    const answer = await act.send()
    if (!answer.ok) throw new Error(`${name} was refused: ${answer.message}`)
    done.push({ name, act, status: answer.status, body: answer.body })
  }
})
afterAll(() => world?.tandem.stop())

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** The names that the description of the service itself spells otherwise. */
const asDescribed = new Set<string>(['delegated_to_me', 'sessions_awaiting_me', 'last_used_at', ...notificationReason.options])

/** A board on which all that there is happened, read in every way. */
async function readAll(): Promise<unknown[]> {
  const { ada, mia, robo } = world
  const board = await makeBoard(world)
  const { id: cardId, key } = await board.card('A', { dueAt: '2026-12-01T10:00:00+02:00', assigneeActorIds: [mia.actorId] })
  await allowed(mia, 'comment.create', { cardId, body: 'B' })
  await allowed(ada, 'checklist.add', { cardId, text: 'C' })
  const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
  await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which?' })
  const { id: gone } = await board.card('D')
  await allowed(ada, 'card.update', { cardId: gone, archived: true, completedAt: '2026-12-01T10:00:00Z' })
  const { id: boardId } = board
  await allowed(ada, 'webhook.create', { boardId, url: 'http://127.0.0.1:1025/', events: ['vcs.*'] })
  await allowed(ada, 'member.add', { boardId, email: 'somebody.else@example.com', role: 'viewer' })
  return [
    await allowed(ada, 'me.get', {}),
    await allowed(mia, 'me.work', {}),
    await allowed(ada, 'me.audit', {}),
    await allowed(ada, 'board.list', {}),
    await allowed(ada, 'board.tree', { boardId, archived: true }),
    await allowed(ada, 'board.archive.list', { boardId }),
    await allowed(ada, 'board.activity', { boardId }),
    await allowed(ada, 'card.getByKey', { key }),
    await allowed(ada, 'comment.list', { cardId }),
    await allowed(ada, 'session.get', { sessionId: session.id }),
    await allowed(ada, 'session.events', { sessionId: session.id }),
    await allowed(ada, 'member.list', { boardId }),
    await allowed(ada, 'invitation.list', { boardId }),
    await allowed(ada, 'member.requests', { boardId }),
    await allowed(ada, 'board.insights', { boardId }),
    await allowed(ada, 'agentStats.get', { agentActorId: robo.actorId }),
    await allowed(mia, 'notification.list', {}),
    await allowed(ada, 'token.list', {}),
    await allowed(ada, 'agent.list', {}),
    await allowed(ada, 'webhook.list', { boardId }),
    await allowed(ada, 'admin.actors.list', {}),
    await allowed(ada, 'admin.audit', {}),
  ]
}

/** Ids that others give. */
const foreign: ReadonlySet<string> = new Set(['externalId', 'externalUserId'])

/** Every key with its value, however deep. */
function* entriesIn(value: unknown): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [key, child]
    yield* entriesIn(child)
  }
}

scenario(
  'in every answer ids are UUIDs of version 7, times UTC with milliseconds, and keys in camelCase',
  ['convention.ids.uuid', 'convention.ids.uuid-v7', 'convention.times.iso-millis', 'convention.body.camel-case'],
  async () => {
    const answers = [...done.map(({ body }) => body), ...(await readAll())]
    const entries = answers.flatMap((answer) => [...entriesIn(answer)])
    const ids = entries
      .filter(([key]) => /^id$|Ids?$/.test(key) && !foreign.has(key))
      .flatMap(([key, value]) => [value].flat().map((id) => [key, id]))
    expect(ids.filter(([, id]) => id !== null && !uuidV7.test(String(id)))).toEqual([])
    expect(new Set(ids.map(([key]) => key)).size).toBeGreaterThan(20)
    const times = entries.filter(([key, value]) => /At$|_at$/.test(key) || /^\d{4}-\d\d-\d\dT/.test(String(value)))
    expect(times.filter(([, value]) => value !== null && !time.test(String(value)))).toEqual([])
    expect(new Set(times.filter(([, value]) => value !== null).map(([key]) => key)).size).toBeGreaterThan(10)
    expect(entries.filter(([key]) => !/^[a-z][a-zA-Z0-9]*$/.test(key) && !asDescribed.has(key))).toEqual([])
    const inputs = operationNames.flatMap((name) => Object.keys((catalogue[name] as OperationSpec).input.shape))
    expect(inputs.filter((key) => !/^[a-z][a-zA-Z0-9]*$/.test(key))).toEqual([])
  },
)

scenario(
  'deleting answers 204 without a body; a toggle does so the first time and every time after',
  ['convention.status.delete-204', 'convention.status.toggle-204'],
  async () => {
    const removing = done.filter(({ name }) => catalogue[name].rest.startsWith('DELETE '))
    expect(removing.length).toBeGreaterThan(8)
    expect(removing.filter(({ status, body }) => status !== 204 || body !== null).map(({ name }) => name)).toEqual([])
    const toggles = ['watch.set', 'watch.clear', 'card.label', 'card.unlabel', 'card.unassign', 'delegation.clear'] as const
    for (const name of toggles) {
      const again = await done.find((one) => one.name === name)?.act.send()
      expect([name, again?.status]).toEqual([name, 204])
    }
    const removed = done.find(({ name }) => name === 'comment.delete')?.act
    expect((await removed?.send())?.status).toBe(404)
  },
)

scenario('routes live under /api, and nowhere else', ['convention.paths.api-base'], async () => {
  const { person } = world
  expect((await person.get('/api/boards')).status).toBe(200)
  for (const name of operationNames) {
    const [method = '', template = ''] = catalogue[name].rest.split(' ')
    if (template.startsWith('/health/')) continue
    expect(template).toMatch(/^\/api\//)
    const path = template.slice('/api'.length).replace(/:\w+/g, '019f0000-0000-7000-8000-000000000001')
    const answer = await person[method.toLowerCase() as 'get'](path)
    expect([path, answer.status, answer.body?.error.code]).toEqual([path, 404, 'not_found'])
  }
})

scenario(
  'JSON goes in and comes out, in the envelopes that are drawn and as bare arrays elsewhere',
  ['convention.body.json', 'convention.shape.drawn-envelopes', 'convention.shape.bare-collection', 'error.code.unsupported-media-type'],
  async () => {
    const { person } = world
    const board = await makeBoard(world)
    const cards = `/api/lists/${board.lists[0]}/cards`
    const card = await person.post(cards, '{"title":"A"}', { 'content-type': 'application/json; charset=utf-8' })
    expect([card.status, card.body.title, card.headers.get('content-type')]).toEqual([
      201,
      'A',
      expect.stringMatching(/^application\/json/),
    ])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await person.post(cards, '{"title":"B"}', { 'content-type': type })
      expect([type, answer.status, answer.body.error.code]).toEqual([type, 415, 'unsupported_media_type'])
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    }
    expect(await board.titles()).toBe('A')
    const { id: sessionId } = await allowed(world.robo, 'session.open', { cardId: card.body.id })
    const webhook = { url: 'http://127.0.0.1:1025/', events: ['vcs.*'] }
    const drawn = [
      ['card', await person.get(`/api/cards/${card.body.id}`)],
      ['webhook', await person.post(`/api/boards/${board.id}/webhooks`, webhook)],
      ['events', await person.get(`/api/sessions/${sessionId}/events`)],
    ] as const
    for (const [key, answer] of drawn) expect(Object.keys(answer.body)).toEqual([key])
    const of = `/api/boards/${board.id}`
    const collections = ['activity', 'members', 'invitations', 'webhooks', 'sessions', 'archive'].map((name) => `${of}/${name}`)
    collections.push('/api/boards', '/api/notifications', '/api/tokens', '/api/agents', '/api/sessions/mine', '/api/me/audit')
    collections.push(`/api/cards/${card.body.id}/comments`, `/api/cards/${card.body.id}/activity`, `/api/cards/${card.body.id}/sessions`)
    for (const path of collections) expect([path, Array.isArray((await person.get(path)).body)]).toEqual([path, true])
  },
)

const nextOf = ({ headers }: Answer) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

scenario(
  'a list gives 50 rows, at most 200, and a link to the next page until the last',
  [
    ...(['convention.limit.default-50', 'convention.limit.clamped-200', 'convention.limit.invalid'] as const),
    ...(['convention.paging.link-next', 'convention.paging.last-page-no-link'] as const),
  ],
  async () => {
    const board = await makeBoard(world)
    const { id: cardId } = await board.card('A')
    const { id: sessionId } = await allowed(world.robo, 'session.open', { cardId })
    for (let n = 1; n <= 205; n++) {
      await allowed(world.mia, 'comment.create', { cardId, body: `${n}` })
      await allowed(world.robo, 'session.post', { sessionId, op: 'progress', note: `${n}` })
    }
    const { person } = world
    const rows = ({ body }: Answer): { id: string }[] => body.events ?? body
    const paged = [
      `/api/boards/${board.id}/activity`,
      `/api/cards/${cardId}/activity`,
      `/api/cards/${cardId}/comments`,
      '/api/notifications',
    ]
    for (const path of [...paged, `/api/sessions/${sessionId}/events`]) {
      const counts = [await person.get(path), await person.get(`${path}?limit=200`), await person.get(`${path}?limit=5000`)]
      expect([path, ...counts.map((answer) => rows(answer).length)]).toEqual([path, 50, 200, 200])
      for (const limit of ['0', '-1', '1.5', 'ten', '']) {
        const answer = await person.get(`${path}?limit=${limit}`)
        expect([path, limit, answer.status, answer.body.error?.code]).toEqual([path, limit, 400, 'validation'])
      }
    }
    for (const path of [...paged, `${paged[0]}?since=2020-01-01T00:00:00Z`]) {
      const ids: string[] = []
      let pages = 0
      for (let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=100`; next; pages++) {
        const page: Answer = await person.get(next)
        expect(page.body.length).toBeGreaterThan(0)
        ids.push(...rows(page).map(({ id }) => id))
        next = nextOf(page)
      }
      expect([path, new Set(ids).size === ids.length, ids.length >= 205, pages]).toEqual([path, true, true, Math.ceil(ids.length / 100)])
    }
    const exact = await person.get(
      `/api/cards/${cardId}/comments?since=${(await allowed(world.ada, 'comment.list', { cardId, limit: 3 }))[2]?.id}&limit=2`,
    )
    expect([exact.body.length, nextOf(exact)]).toEqual([2, undefined])
  },
)

scenario('a since that names nothing known is refused', ['convention.since.unknown-id', 'convention.since.invalid-time'], async () => {
  const board = await makeBoard(world)
  const { id: cardId } = await board.card()
  const { id: own } = await allowed(world.ada, 'comment.create', { cardId, body: 'A' })
  const [newest] = await allowed(world.ada, 'board.activity', { boardId: board.id, limit: 1 })
  for (const since of ['019f0000-0000-7000-8000-000000000001', 'yesterday', '2026-02-30T25:00:00Z', '']) {
    await refused(world.ada, 'board.activity', { boardId: board.id, since }, 'validation')
    await refused(world.ada, 'card.activity', { cardId, since }, 'validation')
    await refused(world.ada, 'comment.list', { cardId, since }, 'validation')
  }
  expect(await allowed(world.ada, 'comment.list', { cardId, since: own })).toEqual([])
  expect(await allowed(world.ada, 'board.activity', { boardId: board.id, since: newest?.id })).toEqual([])
  expect((await call(world.ada, 'comment.list', { cardId, since: '2020-01-01T00:00:00Z' })).ok).toBe(true)
})
