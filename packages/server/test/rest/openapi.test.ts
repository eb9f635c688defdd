import {
  catalogue,
  type ErrorCode,
  errorCodes,
  type OperationName,
  type OperationSpec,
  operationNames,
  verbNames,
  verbs,
} from '@tandem/contract'
import { exampleOf } from '@tandem/contract/examples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { protocolPaths } from '../../src/surfaces/rest/openapi/protocols.ts'
import { openApiDocument } from '../../src/surfaces/rest/openapi.ts'
import { startTestService, type TestService } from '../kit/service.ts'
import { createAjv } from './document-check.ts'

const document = openApiDocument('/')
const operations = operationNames.map((name) => [name, shownOf(name)] as const)
const mutations = operations.filter(([name]) => specOf(name).kind === 'mutation')

function specOf(name: OperationName): OperationSpec {
  return catalogue[name]
}

function locationOf(name: OperationName): { url: string; method: 'get' | 'post' | 'put' | 'patch' | 'delete' } {
  const [method = '', template = ''] = specOf(name).rest.split(' ')
  return { url: template.replace(/:(\w+)/g, '{$1}'), method: method.toLowerCase() as 'get' }
}

function shownOf(name: OperationName): oas31.OperationObject {
  const { url, method } = locationOf(name)
  const shown = document.paths?.[url]?.[method]
  if (!shown) throw new Error(`${name} is not in the document`)
  return shown
}

function bodyOf(shown: oas31.OperationObject, type = 'application/json'): oas31.MediaTypeObject | undefined {
  return shown.requestBody && 'content' in shown.requestBody ? shown.requestBody.content[type] : undefined
}

function namesIn(shown: oas31.OperationObject, place: 'path' | 'query'): string[] {
  return (shown.parameters ?? []).flatMap((parameter) => ('in' in parameter && parameter.in === place ? [parameter.name] : []))
}

function propertiesOf(media: oas31.MediaTypeObject | undefined): string[] {
  return media?.schema && 'properties' in media.schema ? Object.keys(media.schema.properties ?? {}) : []
}

const isForAnyone = (name: OperationName): boolean => name === 'service.live' || name === 'service.ready'

function examplesIn(shown: oas31.OperationObject): [string, unknown][] {
  return (shown.parameters ?? []).flatMap((parameter): [string, unknown][] =>
    'in' in parameter && parameter.example !== undefined ? [[parameter.name, parameter.example]] : [],
  )
}

function refusalIn(response: oas31.ResponseObject | oas31.ReferenceObject): oas31.ResponseObject {
  if (!('$ref' in response) || response.$ref === undefined) return response as oas31.ResponseObject
  return document.components?.responses?.[response.$ref.split('/').at(-1) ?? ''] as oas31.ResponseObject
}

function successOf(name: OperationName): oas31.ResponseObject {
  const operation = specOf(name)
  return shownOf(name).responses?.[`${operation.status ?? (operation.output === null ? 204 : 200)}`] as oas31.ResponseObject
}

/** Every value in the document with its JSON pointer. */
function* walk(value: unknown, pointer = ''): Generator<[string, unknown]> {
  yield [pointer, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) yield* walk(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

describe('every operation that is served', () => {
  test('is in the document, and nothing else is', () => {
    const shown = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      path in protocolPaths ? [] : Object.values(item).map((operation) => operation.operationId),
    )
    expect(new Set(shown)).toEqual(new Set(operationNames))
    expect(shown).toHaveLength(operationNames.length)
  })

  test.each(operations)('%s takes the whole of its input, each name in one place', (name, shown) => {
    const { input, body } = specOf(name)
    const inBody = propertiesOf(bodyOf(shown, body === 'multipart' ? 'multipart/form-data' : undefined))
    const inQuery = namesIn(shown, 'query').map((parameter) => parameter.replace('.{id}', ''))
    expect([...namesIn(shown, 'path'), ...inQuery, ...inBody].toSorted()).toEqual(Object.keys(input.shape).toSorted())
  })

  test.each(operations)('%s takes the parameters of its path there', (name, shown) => {
    const inUrl = [...locationOf(name).url.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(namesIn(shown, 'path')).toEqual(inUrl)
  })

  test.each(operations)('%s is tagged, described and secured', (name, shown) => {
    const { access } = specOf(name)
    const known = (document.tags ?? []).map((tag) => tag.name)
    expect(known).toEqual(expect.arrayContaining(shown.tags ?? ['none']))
    if ('public' in access) expect(shown.security).toEqual([])
    else if (access.credential === 'session') expect(shown.security).toEqual([{ session: [] }])
    else expect(shown.security).toEqual([{ session: [] }, { bearer: access.scope ? [access.scope] : [] }])
    if (!('public' in access) && access.scope && !access.credential) expect(shown.description).toContain(`\`${access.scope}\``)
    if ('target' in access) expect(shown.description).toContain(`**${access.role}**`)
  })

  test.each(operations)('%s names the refusals of its entry and those that any request may meet', (name, shown) => {
    const declared = (specOf(name).errors ?? []).map((code) => `${errorCodes[code].status}`)
    const ofCredentials = isForAnyone(name) ? [] : ['401', '429']
    expect(Object.keys(shown.responses ?? {})).toEqual(expect.arrayContaining([...declared, '400', ...ofCredentials, '503']))
  })

  test.each(operations)('%s shows each of its refusals in the envelope', (_, shown) => {
    for (const [status, response] of Object.entries(shown.responses ?? {})) {
      if (status < '400') continue
      const { examples = {} } = refusalIn(response).content?.['application/json'] ?? {}
      expect(Object.keys(examples)).not.toEqual([])
      for (const [code, example] of Object.entries(examples)) {
        expect('value' in example && example.value).toMatchObject({ error: { code, message: expect.stringMatching(/^.{10,}$/) } })
        expect(`${errorCodes[code as ErrorCode].status}`).toBe(status)
      }
    }
  })

  test.each(operations)('%s has an example of its request and of its answer', (name, shown) => {
    const json = bodyOf(shown)
    const sent = { ...Object.fromEntries(examplesIn(shown)), ...(json?.example as object) }
    const { input, output } = exampleOf(name) ?? {}
    expect(sent).toEqual(specOf(name).body === 'multipart' && !json ? sent : input)
    const answer = successOf(name).content?.['application/json']
    if (answer) expect(answer.example).toEqual(output)
  })
})

describe('mutations', () => {
  test.each(mutations)('%s takes clientMutationId and Idempotency-Key, and says when it replays', (name, shown) => {
    expect(shown.parameters).toContainEqual({ $ref: '#/components/parameters/Idempotency-Key' })
    expect(Object.keys(shown.responses ?? {})).toEqual(expect.arrayContaining(['403', '409', '413', '415']))
    expect(Object.keys(successOf(name).headers ?? {})).toContain('Idempotency-Replayed')
  })
})

describe('headers', () => {
  test('show paging, the state of the tree and the cookie', () => {
    expect(Object.keys(successOf('board.activity').headers ?? {})).toContain('Link')
    expect(Object.keys(successOf('board.tree').headers ?? {})).toContain('ETag')
    expect(shownOf('board.tree').responses).toHaveProperty('304')
    for (const name of ['auth.register', 'auth.login', 'auth.logout'] as const)
      expect(Object.keys(successOf(name).headers ?? {})).toContain('Set-Cookie')
  })
})

describe('schemas', () => {
  test('are one component each, never one for input and one for output', () => {
    const names = Object.keys(document.components?.schemas ?? {})
    expect(names.filter((name) => /(Input|Output)$/.test(name) || names.includes(`${name}Output`))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['Activity', 'BoardTree', 'Card', 'ErrorEnvelope', 'Session']))
  })

  test('leave out patterns that restate a format, bounds of safe integers and closed objects', () => {
    const found = [...walk(document)].filter(([pointer, value]) => {
      if (pointer.endsWith('/pattern')) return String(value).length > 80
      return (
        value === Number.MAX_SAFE_INTEGER ||
        value === Number.MIN_SAFE_INTEGER ||
        (pointer.endsWith('/additionalProperties') && value === false)
      )
    })
    expect(found).toEqual([])
  })

  test('are all there that are referred to', () => {
    const pointers = new Set([...walk(document)].map(([pointer]) => `#${pointer}`))
    const references = [...walk(document)].flatMap(([pointer, value]) => (pointer.endsWith('/$ref') ? [String(value)] : []))
    expect(references.filter((reference) => !pointers.has(reference))).toEqual([])
  })
})

describe('examples', () => {
  const ajv = createAjv(document)

  /** Each pair of `schema` and `example` side by side. */
  const withExample = [...walk(document)].flatMap(([pointer, value]) => {
    const place = value as { schema?: unknown; example?: unknown; examples?: Record<string, { value: unknown }> } | null
    if (typeof place !== 'object' || place === null || !place.schema) return []
    const named = Object.entries(place.examples ?? {}).map(([name, example]) => [`${pointer} ${name}`, pointer, example.value] as const)
    return place.example === undefined ? named : [...named, [pointer, pointer, place.example] as const]
  })

  test.each(withExample)('%s fits its schema', (_, pointer, example) => {
    const validate = ajv.getSchema(`openapi#${pointer.split('/').map(encodeURIComponent).join('/')}/schema`)
    expect(validate?.(example), JSON.stringify({ example, errors: validate?.errors }, null, 1).slice(0, 1000)).toBe(true)
  })

  test.each(operations)('of %s are taken and given by the service itself', (name, shown) => {
    const { input, output } = specOf(name)
    if (specOf(name).body !== 'multipart' || bodyOf(shown)) {
      const request = { ...Object.fromEntries(examplesIn(shown)), ...(bodyOf(shown)?.example as object) }
      expect(input.safeParse(request).error, JSON.stringify(request)).toBeUndefined()
    }
    const answer: unknown = successOf(name).content?.['application/json']?.example
    if (answer !== undefined) expect(output?.safeParse(answer).error).toBeUndefined()
  })

  test.each(verbNames)('of %s are an activity with the payload of that verb', (verb) => {
    const item = document.webhooks?.[verb]
    const shown = item && 'post' in item ? item.post : undefined
    const example = bodyOf(shown ?? {})?.example as { verb: string; payload: unknown }
    expect(example.verb).toBe(verb)
    expect(verbs[verb].safeParse(example.payload).error).toBeUndefined()
  })
})

describe('GET /openapi.json', () => {
  let tandem: TestService
  beforeAll(async () => {
    tandem = await startTestService()
  })
  afterAll(() => tandem.stop())

  test('needs no credential and answers the document', async () => {
    const answer = await tandem.anonymous.get('/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('is compressed for clients that accept that, with an ETag of its own', async () => {
    const packed = await tandem.anonymous.get('/openapi.json', { 'accept-encoding': 'br, gzip' })
    const plain = await tandem.anonymous.get('/openapi.json', { 'accept-encoding': 'gzip;q=0' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.body).toEqual(plain.body)
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(Number(packed.headers.get('content-length')) * 10).toBeLessThan(JSON.stringify(plain.body).length)
  })

  test('is not sent again to a client that has it', async () => {
    const first = await tandem.anonymous.get('/openapi.json')
    const again = await tandem.anonymous.get('/openapi.json', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await tandem.anonymous.get('/openapi.json', { 'if-none-match': '"another"' })).status).toBe(200)
  })
})
