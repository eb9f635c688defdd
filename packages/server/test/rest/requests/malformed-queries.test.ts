import { catalogue, type OperationName, type OperationSpec, operationNames } from '@tandem/contract'
import { exampleOf } from '@tandem/contract/examples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/surfaces/rest/openapi.ts'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'

type Schema = { $ref?: string; type?: string; enum?: unknown[]; format?: string; anyOf?: Schema[]; items?: Schema; const?: unknown }

const document = openApiDocument('/') as unknown as {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string; schema: Schema }[] }>>
  components: { schemas: Record<string, Schema> }
}

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

/** Whether the schema accepts any text, so that no value is malformed. */
function takesAnyText(given: Schema): boolean {
  const { type, enum: choices, format, anyOf, const: only } = resolved(given)
  if (anyOf) return anyOf.some(takesAnyText)
  return type === 'string' && choices === undefined && format === undefined && only === undefined
}

const kindOf = (given: Schema): string => {
  const { type = 'none', anyOf, items } = resolved(given)
  if (anyOf) return [...new Set(anyOf.map(kindOf))].join('|')
  return type === 'array' && items ? kindOf(items) : type
}

const malformed: Record<string, unknown[]> = {
  boolean: ['perhaps', 'yes', 'no', 'TRUE', '2', '-1', 'null', 'truefalse', ' true', ['true', 'false'], { a: '1' }],
  integer: ['perhaps', '', '0', '-1', '1.5', '1e2', '0x10', ' 5', '5 ', '+5', 'NaN', 'Infinity', 'true', ['5', '6'], { a: '5' }],
}
const anywhere = ['perhaps', 'null', '-', ['perhaps', 'not'], { a: 'perhaps' }]

const cases = operationNames.flatMap((name) => {
  const [method = '', url = ''] = catalogue[name].rest.split(' ')
  const described = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const inQuery = described?.parameters?.filter((parameter) => parameter.in === 'query') ?? []
  return inQuery
    .filter(({ name: key, schema }) => !takesAnyText(schema) && !key.startsWith('field.'))
    .map(({ name: key, schema }): [OperationName, string, string] => [name, key, kindOf(schema)])
})

test('there are such parameters, of every kind', () => {
  expect(cases.length).toBeGreaterThan(30)
  expect(new Set(cases.map(([, , kind]) => kind))).toEqual(new Set(['boolean', 'integer', 'string']))
})

test.each(cases)('%s refuses a malformed %s (%s)', (name, key, kind) => {
  const { input } = catalogue[name] as OperationSpec
  const example = { ...exampleOf(name)?.input }
  for (const value of malformed[kind] ?? anywhere) {
    const { success, error } = input.safeParse({ ...example, [key]: value })
    expect([value, success]).toEqual([value, false])
    expect(error?.issues.map(({ path }) => path[0])).toContain(key)
  }
})

describe('over HTTP', () => {
  let tandem: TestService
  let ada: Person
  let lists: { id: string }[]
  let boardId: string
  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    lists = (await ada.get(`/api/boards/${boardId}`)).body.lists
  })
  afterAll(() => tandem.stop())

  test('a malformed flag, number or choice is 400, and the details name it (F123)', {
    meta: { proves: ['convention.query.malformed'] },
  }, async () => {
    for (const [path, key] of [
      ['/api/search/cards?completed=perhaps', 'completed'],
      [`/api/boards/${boardId}?archived=perhaps`, 'archived'],
      ['/api/notifications?unread=no', 'unread'],
      ['/api/notifications?limit=0x10', 'limit'],
      ['/api/search/cards?sort=perhaps', 'sort'],
      ['/api/search/cards?priority=perhaps', 'priority'],
    ] as const) {
      const { status, body } = await ada.get(path)
      expect([path, status, body.error?.code]).toEqual([path, 400, 'validation'])
      expect(Object.keys(body.error.details.fieldErrors)).toEqual([key])
    }
    for (const flag of [
      'completed',
      'completed=',
      'completed=1',
      'completed=true',
      'completed=0',
      'completed=false',
      'limit=99999999999999999999',
    ])
      expect((await ada.get(`/api/search/cards?${flag}`)).status).toBe(200)
  })

  test('nothing stands between a card and itself: not of cards, lists, items, moves, by REST or by tools (F123)', {
    meta: { proves: ['move.refused.same-twice'] },
  }, async () => {
    const agent = await tandem.agent(ada, 'Robo', [boardId])
    const listId = lists[0]?.id
    const [one, two] = [
      (await ada.post(`/api/lists/${listId}/cards`, { title: 'One' })).body.id,
      (await ada.post(`/api/lists/${listId}/cards`, { title: 'Two' })).body.id,
    ]
    const item = (await ada.post(`/api/cards/${one}/checklist-items`, { text: 'Item' })).body.id
    const other = (await ada.post(`/api/cards/${one}/checklist-items`, { text: 'Other' })).body.id
    const same = (id: string | undefined) => ({ beforeId: id, afterId: id })
    const tries = [
      () => ada.post(`/api/lists/${listId}/cards`, { title: 'Three', ...same(one) }),
      () => ada.patch(`/api/cards/${two}`, same(one)),
      () => ada.patch(`/api/cards/${two}`, { listId, ...same(one?.toUpperCase()) }),
      () => ada.patch(`/api/cards/${two}`, { listId: lists[1]?.id, ...same(one) }),
      () => ada.patch(`/api/lists/${lists[2]?.id}`, same(lists[0]?.id)),
      () => ada.post(`/api/boards/${boardId}/lists`, { name: 'New', ...same(lists[0]?.id) }),
      () => ada.patch(`/api/checklist-items/${other}`, same(item)),
    ]
    const before = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body[0].seq
    for (const attempt of tries) {
      const { status, body } = await attempt()
      expect([String(attempt), status, body.error?.code]).toEqual([String(attempt), 400, 'validation'])
    }
    const call = { name: 'card_write', arguments: { method: 'move', params: { cardId: two, listId, ...same(one) } } }
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
    const told = await agent.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }, headers)
    expect(told.text).toContain('is the same card as beforeId')
    expect((await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body[0].seq).toBe(before)
  })
})
