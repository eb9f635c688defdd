import { catalogue, type OperationSpec, operationNames } from '@tandem/contract'
import { exampleOf } from '@tandem/contract/examples'
import { describe, expect, test } from 'vitest'
import { bind } from '../src/request.ts'
import { cannedClient, ok } from './fixture/canned.ts'

const boardId = '019f0000-0000-7000-8000-000000000001'
const cardId = '019f0000-0000-7000-8000-000000000003'

describe('a request is bound as the catalogue says', () => {
  const withExample = operationNames.filter((name) => exampleOf(name))

  test.each(withExample)('%s: every value of its example is in the path, the query or the body, once', (name) => {
    const operation: OperationSpec = catalogue[name]
    const input = exampleOf(name)?.input ?? {}
    const request = bind(operation, input)
    const body = request.body instanceof FormData ? Object.fromEntries(request.body) : JSON.parse(request.body ?? '{}')
    const spread = { ...Object.fromEntries(request.query), ...body }
    const inPath = [...operation.rest.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
    expect(`${request.method} ${request.path}`).not.toMatch(/[:?]/)
    for (const key of inPath) expect(request.path).toContain(encodeURIComponent(String(input[key])))
    expect(Object.keys(spread).toSorted()).toEqual(
      Object.keys(input)
        .filter((key) => !inPath.includes(key))
        .toSorted(),
    )
  })

  test('a value in the path cannot leave its segment', () => {
    expect(bind(catalogue['card.getByKey'], { key: '../boards?x=1#y' }).path).toBe('/api/cards/by-key/..%2Fboards%3Fx%3D1%23y')
  })

  test('a record in a query becomes one parameter for each of its entries', () => {
    expect(bind(catalogue['search.cards'], { field: { [cardId]: 'M' } }).query.toString()).toBe(`field.${cardId}=M`)
  })

  test('what a DELETE says goes in its query, and in its body when an address would be too long for it', () => {
    const operation = catalogue['card.field.clear']
    const input = { cardId, fieldId: boardId }
    expect(bind(operation, { ...input, ifValue: 3.5 })).toMatchObject({ query: new URLSearchParams({ ifValue: '3.5' }), body: undefined })
    const long = 'ü'.repeat(2_000)
    const request = bind(operation, { ...input, ifValue: long })
    expect([String(request.query), JSON.parse(String(request.body))]).toEqual(['', { ifValue: long }])
    // Properties without a value are not sent, and not counted.
    const sparse = bind(operation, { ...input, ifValue: long, clientMutationId: undefined })
    expect(sparse.headers).toEqual({ 'content-type': 'application/json', 'tandem-body-properties': '1' })
  })

  test('a list in a query repeats its key; what is undefined is left out', () => {
    expect(bind(catalogue['search.cards'], { priority: ['high', 'urgent'], q: undefined }).query.toString()).toBe(
      'priority=high&priority=urgent',
    )
  })

  test('a file goes as multipart with its id in a header; without a file the same operation sends JSON', () => {
    const file = new File(['hello'], 'hello.txt')
    const upload = bind(catalogue['attachment.add'], { cardId, file, clientMutationId: 'once' })
    expect(upload.headers).toEqual({ 'idempotency-key': 'once' })
    expect([...(upload.body as FormData)].map(([key, value]) => [key, (value as File).name])).toEqual([['file', 'hello.txt']])
    const link = bind(catalogue['attachment.add'], { cardId, url: 'https://example.org/a.pdf', clientMutationId: 'once' })
    expect(link.headers).toEqual({ 'content-type': 'application/json' })
    expect(JSON.parse(String(link.body))).toEqual({ url: 'https://example.org/a.pdf', clientMutationId: 'once' })
  })
})

describe('a mutation carries a clientMutationId', () => {
  test('a fresh UUID each time, in the body or, without one, in the query', async () => {
    const { client, sent } = cannedClient([ok({})])
    await client.call('board.update', { boardId, name: 'Engine' })
    await client.call('board.update', { boardId, name: 'Engine' })
    await client.call('delegation.clear', { cardId })
    const ids = [
      ...sent.slice(0, 2).map(({ body }) => (body as Record<string, string>).clientMutationId),
      sent[2]?.url.searchParams.get('clientMutationId'),
    ]
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(new Set(ids).size).toBe(3)
  })

  test('or the one that is given', async () => {
    const { client, sent } = cannedClient([ok({})])
    await client.call('board.update', { boardId, name: 'Engine', clientMutationId: 'mine' })
    expect(sent[0]?.body).toEqual({ name: 'Engine', clientMutationId: 'mine' })
  })

  test('a read carries none', async () => {
    const { client, sent } = cannedClient([ok([])])
    await client.call('board.list')
    expect(sent[0]?.url.href).toBe('https://tandem.example.com/api/boards')
  })
})

describe('credentials', () => {
  test('a token is sent as bearer, and no cookie beside it', async () => {
    const { client, sent } = cannedClient([ok([])], { token: 'kbt_x', cookie: 'kb_session=y' })
    await client.call('board.list')
    expect(sent[0]?.headers).toEqual({ authorization: 'Bearer kbt_x' })
  })

  test('a URL with a path and a slash at its end keeps the path', async () => {
    const { client, sent } = cannedClient([ok([])], { url: 'https://example.com/tandem/' })
    await client.call('board.list')
    expect(sent[0]?.url.href).toBe('https://example.com/tandem/api/boards')
  })

  test('the compiler knows inputs and outputs', () => {
    const { client } = cannedClient([ok({})])
    const calls = async () => {
      // @ts-expect-error boardId is required
      await client.call('board.tree', {})
      // @ts-expect-error there is no such operation
      await client.call('board.explode', {})
      // @ts-expect-error a file is no JSON
      await client.call('attachment.download', { attachmentId: cardId })
      // @ts-expect-error a tree is not paged
      client.pages('board.tree', { boardId })
      const tree = await client.call('board.tree', { boardId })
      return tree.lists[0]?.cards[0]?.title satisfies string | undefined
    }
    expect(calls).toBeTypeOf('function')
  })
})
