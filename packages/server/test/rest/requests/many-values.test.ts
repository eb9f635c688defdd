import { parse } from 'node:querystring'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mostValues, refuseManyFields, refuseManyValues } from '../../../src/surfaces/http/body-size.ts'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'

/** A refused body is never parsed: the test counts calls of the parser instead of measuring time. */
const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":0`).join()
const shapes = {
  'an object of 110,000 keys': `{${keys(110_000)}}`,
  'keys one level down': `{"a":{${keys(90_000)}}}`,
  'an array of numbers': `{"a":[${'0,'.repeat(400_000)}0]}`,
  'empty arrays in arrays': `{"a":[${'[],'.repeat(200_000)}[]]}`,
  'texts with quotes and backslashes': `{"a":[${'"\\\\\\"",'.repeat(100_000)}0]}`,
}

let tandem: TestService
let ada: Person
let agent: Person
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  agent = await tandem.agent(ada, 'Robo')
})
afterAll(() => tandem.stop())
afterEach(() => void vi.restoreAllMocks())

describe.each(Object.entries(shapes))('%s', (_, body) => {
  test.each([
    ['REST without a credential', '/api/auth/login', () => ({})],
    ['REST', '/api/boards', () => ({ cookie: ada.cookie ?? '' })],
    ['MCP', '/mcp', () => ({ authorization: `Bearer ${agent.token}` })],
    ['OAuth', '/oauth/register', () => ({})],
  ])('at %s is refused before it is parsed', async (_, path, headers: () => Record<string, string>) => {
    const parsing = vi.spyOn(JSON, 'parse')
    const sent = body.slice(0, 1_040_000)
    const response = await fetch(tandem.url + path, {
      method: 'POST',
      body: sent,
      headers: { 'content-type': 'application/json', ...headers() },
    })
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining(`${mostValues} properties and items`)])
    expect(parsing.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([])
  })
})

test.each(['/oauth/token', '/oauth/revoke'])(
  'a form of 100,000 fields at %s is refused (F107)',
  { meta: { proves: ['edge.bodies.many-values'] } },
  async (path) => {
    const body = Array.from({ length: 100_000 }, (_, at) => `k${at}=`).join('&')
    const response = await fetch(tandem.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(413)
  },
)

test('the bound is exact, and texts do not count (F107)', { meta: { proves: ['edge.bodies.many-values'] } }, () => {
  const most = `[${'0,'.repeat(mostValues - 1)}0${' '.repeat(mostValues)}]`
  expect(JSON.parse(most)).toHaveLength(mostValues)
  expect(() => refuseManyValues(Buffer.from(most))).not.toThrow()
  expect(() => refuseManyValues(Buffer.from(`[0,${most.slice(1)}`))).toThrow(/more than 5000/)
  expect(() => refuseManyValues(Buffer.from(JSON.stringify({ a: ',[{"\\'.repeat(mostValues) })))).not.toThrow()
  const fields = Array.from({ length: mostValues }, (_, at) => `k${at}=1`).join('&')
  expect(Object.keys(parse(fields, '&', '=', { maxKeys: 0 }))).toHaveLength(mostValues)
  expect(() => refuseManyFields(fields)).not.toThrow()
  expect(() => refuseManyFields(`${fields}&a=1`)).toThrow(/more than 5000/)
})
