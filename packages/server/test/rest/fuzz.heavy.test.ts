import { isDeepStrictEqual } from 'node:util'
import { catalogue, type OperationName, type OperationSpec, operationNames } from '@tandem/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { sql } from '../../src/db/database.ts'
import { openApiDocument } from '../../src/surfaces/rest/openapi.ts'
import { createDocumentCheck, type Received } from './document-check.ts'
import { createKnownIds } from './fuzz-ids.ts'
import { anyFile, createInputs, foreignHeaders, headerValues, IdOf } from './fuzz-input.ts'
import { type Caller, furnish, startWorld, type World } from './world.ts'

/**
 * F95: every operation of the document, with parameters, headers and bodies made from its schemas, valid and not, by everyone. No answer is
 * a 5xx, and none contradicts the document's description of its status. FUZZ_RUNS sets how many times each operation gets one to three
 * requests at once, FUZZ_SEED repeats a run, FUZZ_REPORT=1 shows which statuses each operation gave.
 */
const document = openApiDocument('/')
const inputOf = createInputs(document)
const problemOf = createDocumentCheck(document)

const runs = Number(process.env.FUZZ_RUNS ?? Math.round(900 / operationNames.length))
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const msForEach = 30_000 + runs * 300

/** These end credentials or memberships: they come last. */
const ending = new Set([
  'auth.logout',
  'auth.password',
  'auth.reset',
  'agent.deactivate',
  'token.revoke',
  'member.remove',
  'admin.actors.update',
])
const inOrder = [...operationNames.filter((name) => !ending.has(name)), ...operationNames.filter((name) => ending.has(name))]

type Name = 'admin' | 'member' | 'viewer' | 'outsider' | 'agent' | 'reader' | 'anonymous' | 'intruder'
const weights: Record<Name, number> = { admin: 12, member: 5, viewer: 2, outsider: 1, agent: 4, reader: 1, anonymous: 1, intruder: 1 }
const anyone = (weights: Record<Name, number>): fc.Arbitrary<Name> =>
  fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Name) })))
/** Only the agent of a session may post to it, so that one is chosen more often. */
const callerOf = (name: OperationName) => anyone(name === 'session.post' ? { ...weights, agent: 40 } : weights)

/** Operations that the service refuses with a 503 while it serves a few of them. */
const oneByOne = new Set<OperationName>(['board.export'])

type Request = {
  caller: Name
  parameters: Record<string, unknown>
  headers: Record<string, unknown>
  foreign: Record<string, string>
  body: unknown
}

let world: World
const ids = createKnownIds({
  boardId: () => [world.board.id],
  listId: () => world.board.lists,
  cardId: () => world.board.cards,
  agentActorId: () => [world.agent.actorId],
  actorId: () => [world.admin, world.member, world.viewer, world.agent].map((caller) => caller.actorId),
})
const statuses = new Map<string, Map<number, number>>()

beforeAll(async () => {
  console.info(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`)
  world = await startWorld({ RATE_LIMIT_SESSION: '9000000/9000000', RATE_LIMIT_TOKEN: '9000000/9000000' })
  await populate()
})
afterAll(async () => {
  if (process.env.FUZZ_REPORT) for (const [name, counts] of statuses) console.info(name, JSON.stringify(Object.fromEntries(counts)))
  await world.service.stop()
})

test.each(inOrder)(
  'F95: %s: no 5xx, and every answer as documented',
  async (name) => {
    await ensureAlive()
    const shown = shownOf(catalogue[name])
    const request: fc.Arbitrary<Request> = fc.record({
      caller: callerOf(name),
      parameters: parametersOf(shown),
      headers: headersOf(shown),
      body: bodyOf(shown),
      foreign: fc.oneof({ weight: 30, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: foreignHeaders }),
    })
    const twice = request.map((same) => [same, same])
    const several = fc.oneof({ weight: 1, arbitrary: twice }, { weight: 9, arbitrary: fc.array(request, { minLength: 1, maxLength: 3 }) })
    const alone = request.map((one) => [one])
    const attempt = fc.asyncProperty(oneByOne.has(name) ? alone : several, (atOnce) => sendAndCheck(name, atOnce))
    const outcome = await fc.check(attempt, { numRuns: runs, seed: seed + inOrder.indexOf(name), endOnFailure: true })
    if (outcome.failed) throw new Error(reportOf(outcome), { cause: outcome.errorInstance })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
  msForEach,
)

const logGaps = sql<{ id: string }>(`select b.id from boards b left join activities a on a.board_id = b.id group by b.id
  having count(a.seq) <> b.last_seq or max(a.seq) <> b.last_seq`)

test('after all of it the log of every board is without gap', async () => {
  expect(await world.service.database.rows(logGaps)).toEqual([])
})

/** The requests and the answer, and how to reproduce them: requests depend on earlier answers, so the whole run is repeated. */
function reportOf({ errorInstance, counterexample, numRuns }: fc.RunDetails<[Request[]]>): string {
  const problem = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const again = `FUZZ_SEED=${seed} FUZZ_RUNS=${runs} npx vitest run packages/server/test/rest/fuzz.heavy.test.ts`
  return `${problem}\nattempt ${numRuns} of ${runs}, made as ${JSON.stringify(counterexample?.[0]).slice(0, 2_000)}\nonce more: ${again}`
}

function shownOf({ rest }: OperationSpec): oas31.OperationObject {
  const shown = document.paths?.[urlOf(rest)]?.[methodOf(rest).toLowerCase() as 'get']
  if (!shown) throw new Error(`${rest} is not in the document`)
  return shown
}

const methodOf = (rest: string): string => rest.slice(0, rest.indexOf(' '))
const urlOf = (rest: string): string => rest.slice(rest.indexOf(' ') + 1).replace(/:(\w+)/g, '{$1}')

/** Few optional parameters: with many, some would always contradict each other. */
function parametersOf(shown: oas31.OperationObject): fc.Arbitrary<Record<string, unknown>> {
  const named = (shown.parameters ?? []).flatMap((parameter) => ('in' in parameter && parameter.in !== 'header' ? [parameter] : []))
  const arbitraries = Object.fromEntries(named.map((parameter) => [parameter.name, inputOf(parameter.schema, parameter.name)]))
  const [needed, spare] = [true, false].map((inPath) =>
    named.flatMap(({ name, in: place }) => ((place === 'path') === inPath ? [name] : [])),
  )
  return fc.subarray(spare ?? [], { maxLength: Math.min(3, spare?.length ?? 0) }).chain((chosen) => {
    const all = [...(needed ?? []), ...chosen].map((name) => [name, arbitraries[name]] as const)
    return fc.record(Object.fromEntries(all) as Record<string, fc.Arbitrary<unknown>>)
  })
}

function headersOf(shown: oas31.OperationObject): fc.Arbitrary<Record<string, unknown>> {
  const names = (shown.parameters ?? []).flatMap(
    (parameter) => /\/parameters\/([\w-]+)$/.exec((parameter as { $ref?: string }).$ref ?? '')?.[1] ?? [],
  )
  const known = names.map((name) => [name, headerValues[name] ?? fc.constant('')] as const)
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(known), { requiredKeys: [] }) },
  )
}

/** Undefined for operations without a body. Where JSON and a form are possible, half of the bodies are forms. */
function bodyOf(shown: oas31.OperationObject): fc.Arbitrary<unknown> {
  if (!shown.requestBody || !('content' in shown.requestBody)) return fc.constant(undefined)
  const { 'application/json': json, 'multipart/form-data': form } = shown.requestBody.content
  const bodies = json ? [inputOf(json.schema, 'body')] : []
  if (form) bodies.push(fc.record({ file: anyFile, name: fc.string(), title: fc.string() }, { requiredKeys: ['file'] }))
  return fc.oneof(...bodies)
}

async function sendAndCheck(name: OperationName, atOnce: readonly Request[]): Promise<void> {
  const all = atOnce.map((request) => resolved(name, request))
  const exchanges = await Promise.all(all.map(async (sent) => [sent, await exchange(sent)] as const))
  for (const [sent, answer] of exchanges) {
    statuses.set(name, (statuses.get(name) ?? new Map()).set(answer.status, (statuses.get(name)?.get(answer.status) ?? 0) + 1))
    const problem = problemIn(catalogue[name], sent, answer)
    if (problem) throw new Error(`${problem}\n${shortOf(sent)}\n→ ${answer.status} ${shortOf([...answer.headers])} ${shortOf(answer.text)}`)
    learnFrom(answer)
  }
}

type Sent = { caller: Name; method: string; path: string; headers: Record<string, string>; body: string | FormData | undefined }

function resolved(name: OperationName, request: Request): Sent {
  const { rest } = catalogue[name]
  const values = ids.resolve(request.parameters) as Record<string, unknown>
  const template = rest.slice(rest.indexOf(' ') + 1)
  const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(asText(values[key]).toWellFormed()))
  const query = Object.entries(values).filter(([key]) => !template.includes(`:${key}`))
  const [type, body] = encoded(ids.resolve(request.body))
  const named = Object.entries(ids.resolve(request.headers) as Record<string, string>)
  const headers = { ...type, ...credentialOf(request.caller), ...Object.fromEntries(named), ...request.foreign }
  return { caller: request.caller, method: methodOf(rest), path: path + queryOf(query), headers, body }
}

/**
 * Sends a request again after a 503, which a slow machine can cause, and after a connection that was closed as idle when it was reused.
 * A fault that the request itself causes happens again.
 */
async function exchange(sent: Sent): Promise<Received> {
  for (let tried = 1; ; tried++) {
    const answer = await exchangeOnce(sent)
    const retryAfter = answer.status === 0 ? '0' : answer.headers.get('retry-after')
    if ((answer.status !== 503 && answer.status !== 0) || tried === 3 || retryAfter === null) return answer
    console.info(`fuzz: sent again: ${shortOf(sent)} → ${answer.status} ${answer.text}`)
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * 1_000))
  }
}

async function exchangeOnce({ method, path, headers, body }: Sent): Promise<Received> {
  try {
    const response = await fetch(world.service.url + path, { method, headers, body, signal: AbortSignal.timeout(20_000) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return { status: 0, headers: new Headers(), text: `no answer: ${String(error)} ${String((error as Error).cause ?? '')}` }
  }
}

function problemIn(operation: OperationSpec, { method }: Sent, answer: Received): string | null {
  if (answer.status === 0) return 'there was no answer'
  if (answer.status >= 500) return 'a failure of the service'
  return problemOf(urlOf(operation.rest), method, answer) ?? undeclaredIn(operation, answer)
}

/** The document leaves objects open; here, unknown properties in an answer are errors. */
function undeclaredIn({ output }: OperationSpec, { status, headers, text }: Received): string | null {
  if (status >= 300 || output === null || !headers.get('content-type')?.startsWith('application/json')) return null
  const answer: unknown = JSON.parse(text)
  const parsed = output.safeParse(answer)
  return isDeepStrictEqual(parsed.data, answer) ? null : `an undeclared property, or ${parsed.error?.message}`
}

function learnFrom({ status, headers, text }: Received): void {
  if (status >= 300 || text === '') return
  ids.learn('etag', headers.get('etag') ?? '')
  if (headers.get('content-type')?.startsWith('application/json')) ids.harvest(JSON.parse(text))
}

function encoded(body: unknown): [Record<string, string>, string | FormData | undefined] {
  if (body === undefined) return [{}, undefined]
  const values = Object.entries(body ?? {})
  if (!values.some(([, value]) => value instanceof File)) return [{ 'content-type': 'application/json' }, JSON.stringify(body)]
  const form = new FormData()
  for (const [key, value] of values) form.append(key, value instanceof File ? value : String(value).toWellFormed())
  return [{}, form]
}

function credentialOf(caller: Name): Record<string, string> {
  return caller === 'intruder' ? { authorization: `Bearer kbt_${'a'.repeat(46)}` } : world[caller].headers
}

function queryOf(values: readonly [string, unknown][]): string {
  const query = new URLSearchParams()
  for (const [key, value] of values) {
    const name = key.replace('{id}', String(ids.resolve(new IdOf('fieldId', 2))))
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, asText(each).toWellFormed())
  }
  return query.size === 0 ? '' : `?${query}`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const shortOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 1_500)

/** Creates a record of each kind. */
async function populate(): Promise<void> {
  ids.clear()
  const { admin, member, agent, board } = world
  ids.learn('boardId', board.id)
  for (const caller of [admin, member, agent] as Caller[]) ids.learn(caller === agent ? 'agentActorId' : 'actorId', caller.actorId)
  const [first, second] = board.cards
  const made = [
    () => admin.get(`/api/boards/${board.id}`),
    () => admin.post(`/api/boards/${board.id}/labels`, { name: 'One', color: 'red' }),
    () => admin.post(`/api/boards/${board.id}/fields`, { name: 'One', type: 'text' }),
    () => admin.post(`/api/boards/${board.id}/views`, { name: 'One', query: { priority: 'high' }, shared: true }),
    () => admin.post(`/api/cards/${first}/comments`, { body: 'Look, @mo.' }),
    () => admin.post(`/api/cards/${first}/checklist-items`, { text: 'One' }),
    () => admin.post(`/api/cards/${first}/delegation`, { agentActorId: agent.actorId }),
    () => agent.post(`/api/cards/${second}/sessions`, {}),
    () => admin.post(`/api/boards/${board.id}/webhooks`, { url: 'http://127.0.0.1:61999/', events: ['*'] }),
    () => agent.post(`/api/actors/${agent.actorId}/webhooks`, { url: 'http://127.0.0.1:61999/', events: ['agent_session.*'] }),
    () => admin.post(`/api/boards/${board.id}/members`, { email: 'guest@example.com', role: 'viewer' }),
    () => admin.post('/api/tokens', { label: 'one', scopes: ['boards:read'] }),
    () => admin.get(`/api/boards/${board.id}/activity`),
  ]
  // One after another: parallel requests would reuse connections that the service is closing as idle.
  for (const make of made) {
    const { status, body } = await make()
    if (status < 300) ids.harvest(body)
  }
  await attachFile(first ?? '')
}

async function attachFile(cardId: string): Promise<void> {
  const body = new FormData()
  body.append('file', new File(['Doors open at seven.\n'], 'programme.txt', { type: 'text/plain' }))
  const url = `${world.service.url}/api/cards/${cardId}/attachments`
  const response = await fetch(url, { method: 'POST', headers: world.admin.headers, body })
  if (response.ok) ids.harvest(await response.json())
}

/** A run may remove the rights of every caller: then people and boards are created again. */
async function ensureAlive(): Promise<void> {
  const callers = [world.admin, world.member, world.viewer, world.agent]
  const answers = await Promise.all(callers.map((caller) => caller.get(`/api/boards/${world.board.id}`)))
  const mayWrite = await world.admin.post(`/api/lists/${world.board.lists[0]}/cards`, { title: 'Alive' })
  if (answers.every((answer) => answer.status === 200) && mayWrite.status === 201) {
    const session = await world.agent.post(`/api/cards/${mayWrite.body.id}/sessions`, {})
    ids.harvest([mayWrite.body, session.body])
    return
  }
  world = await furnish(world.service)
  await populate()
}
