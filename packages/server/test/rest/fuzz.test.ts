import { isDeepStrictEqual } from 'node:util'
import { catalogue, errorCodes, notYetHandled, type OperationName, type OperationSpec, operationNames } from '@tandem/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { sql } from '../../src/db/database.ts'
import { openApiDocument } from '../../src/surfaces/rest/openapi.ts'
import { createInputs, IdOf } from './fuzz-input.ts'
import { type Caller, furnish, startWorld, type World } from './world.ts'

/**
 * F95: every operation of the document, with inputs made from its schemas, valid and not, by everyone. FUZZ_RUNS sets how many requests
 * each operation gets, FUZZ_SEED repeats a run, FUZZ_REPORT=1 shows which statuses each operation gave.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 60)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const msForEach = 30_000 + runs * 100

const document = openApiDocument('/')
const inputOf = createInputs(document)

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
const handled = operationNames.filter((name) => !(notYetHandled as readonly string[]).includes(name))
const inOrder = [...handled.filter((name) => !ending.has(name)), ...handled.filter((name) => ending.has(name))]

type Name = 'admin' | 'member' | 'viewer' | 'outsider' | 'agent' | 'reader' | 'anonymous' | 'intruder'
const weights: Record<Name, number> = { admin: 8, member: 4, viewer: 2, outsider: 1, agent: 3, reader: 1, anonymous: 1, intruder: 1 }
const anyone = (weights: Record<Name, number>): fc.Arbitrary<Name> =>
  fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Name) })))
/** Only the session's own agent may. */
const callerOf = (name: OperationName) => anyone(name === 'session.post' ? { ...weights, agent: 40 } : weights)

type Request = { caller: Name; parameters: Record<string, unknown>; body: unknown }

let world: World
const seen = new Map<string, string[]>()
const statuses = new Map<string, Map<number, number>>()

beforeAll(async () => {
  console.info(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`)
  world = await startWorld()
  await populate()
})
afterAll(async () => {
  if (process.env.FUZZ_REPORT) for (const [name, counts] of statuses) console.info(name, JSON.stringify(Object.fromEntries(counts)))
  await world.service.stop()
})

test.each(inOrder)(
  '%s: no 5xx, refusals in the envelope, successes as declared',
  async (name) => {
    await ensureAlive()
    const operation: OperationSpec = catalogue[name]
    const shown = shownOf(operation)
    const requests: fc.Arbitrary<Request> = fc.record({ caller: callerOf(name), parameters: parametersOf(shown), body: bodyOf(shown) })
    const attempt = fc.asyncProperty(requests, (request) => sendAndCheck(name, operation, shown, request))
    await fc.assert(attempt, { numRuns: runs, seed: seed + inOrder.indexOf(name), endOnFailure: true })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
  msForEach,
)

const logGaps = sql<{ id: string }>(`select b.id from boards b left join activities a on a.board_id = b.id group by b.id
  having count(a.seq) <> b.last_seq or max(a.seq) <> b.last_seq`)

test('after all of it the log of every board is without gap', async () => {
  expect(await world.service.database.rows(logGaps)).toEqual([])
})

function shownOf({ rest }: OperationSpec): oas31.OperationObject {
  const [method = '', template = ''] = rest.split(' ')
  const shown = document.paths?.[template.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'get']
  if (!shown) throw new Error(`${rest} is not in the document`)
  return shown
}

function parametersOf(shown: oas31.OperationObject): fc.Arbitrary<Record<string, unknown>> {
  const named = (shown.parameters ?? []).flatMap((parameter) => ('in' in parameter && parameter.in !== 'header' ? [parameter] : []))
  const arbitraries = Object.fromEntries(named.map((parameter) => [parameter.name, inputOf(parameter.schema, parameter.name)]))
  const inPath = named.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : []))
  return fc.record(arbitraries, { requiredKeys: inPath })
}

/** Undefined where there is none. */
function bodyOf(shown: oas31.OperationObject): fc.Arbitrary<unknown> {
  if (!shown.requestBody || !('content' in shown.requestBody)) return fc.constant(undefined)
  return inputOf(shown.requestBody.content['application/json']?.schema, 'body')
}

async function sendAndCheck(name: OperationName, operation: OperationSpec, shown: oas31.OperationObject, request: Request): Promise<void> {
  const [method = '', template = ''] = operation.rest.split(' ')
  const values = resolve(request.parameters) as Record<string, unknown>
  const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(asText(values[key]).toWellFormed()))
  const rest = Object.entries(values).filter(([key]) => !template.includes(`:${key}`))
  const body = request.body === undefined ? undefined : JSON.stringify(resolve(request.body))
  const response = await fetch(`${world.service.url}${path}${queryOf(rest)}`, {
    method,
    headers: { ...headersOf(request.caller), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body,
  })
  const text = await response.text()
  count(name, response.status)
  const context = `${request.caller} ${method} ${path}${queryOf(rest)} ${body?.slice(0, 500)}\n→ ${response.status} ${text.slice(0, 500)}`
  expect(Object.keys(shown.responses ?? {}), context).toContain(`${response.status}`)
  if (response.status >= 400) expectEnvelope(response.status, text, context)
  else expectDeclared(operation, text, context)
}

function expectEnvelope(status: number, text: string, context: string): void {
  expect(status, context).toBeLessThan(500)
  const { error } = JSON.parse(text) as { error: { code: keyof typeof errorCodes; message: string } }
  expect(errorCodes[error.code]?.status, context).toBe(status)
  expect(error.message, context).toMatch(/^.{10,}$/s)
}

function expectDeclared({ output }: OperationSpec, text: string, context: string): void {
  if (output === null) return expect(text, context).toBe('')
  const answer: unknown = JSON.parse(text)
  const parsed = output.safeParse(answer)
  expect(parsed.error, context).toBeUndefined()
  if (!isDeepStrictEqual(parsed.data, answer)) expect(answer, `an undeclared property: ${context}`).toEqual(parsed.data)
  harvest(answer, 'id')
}

function headersOf(caller: Request['caller']): Record<string, string> {
  return caller === 'intruder' ? { authorization: `Bearer kbt_${'a'.repeat(46)}` } : world[caller].headers
}

function queryOf(values: readonly [string, unknown][]): string {
  const query = new URLSearchParams()
  for (const [key, value] of values)
    for (const each of Array.isArray(value) ? value : [value]) query.append(key, asText(each).toWellFormed())
  return query.size === 0 ? '' : `?${query}`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Puts known ids where the input has placeholders. */
function resolve(value: unknown): unknown {
  if (value instanceof IdOf) return idFor(value)
  if (Array.isArray(value)) return value.map(resolve)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, resolve(child)]))
}

const aliases: Record<string, string[]> = {
  otherCardId: ['cardId'],
  agentActorId: ['agentActorId'],
  actorId: ['actorId', 'agentActorId'],
  assigneeActorId: ['actorId'],
  beforeId: ['cardId', 'listId', 'checklistItemId'],
  afterId: ['cardId', 'listId', 'checklistItemId'],
  questionEventId: ['eventId'],
}

/** Mostly one of that kind, as a rule of the board that all know; now and then any at all, or one that nobody has. */
function idFor({ name, at }: IdOf): string {
  if (at % 16 === 0) return '019f0000-0000-7000-8000-0000000000ff'
  const names = aliases[name] ?? [name]
  const known = names.flatMap((alias) => [...(seen.get(alias) ?? [])])
  const shared = at % 4 !== 0 ? names.flatMap((alias) => sharedIds[alias]?.() ?? []) : []
  const pool = [shared, known, [...seen.values()].flatMap((ids) => [...ids])].find((ids) => ids.length > 0 && at % 16 !== 1) ?? known
  return pool[Math.floor(at / 4) % pool.length] ?? ''
}

const sharedIds: Record<string, () => readonly string[]> = {
  boardId: () => [world.board.id],
  listId: () => world.board.lists,
  cardId: () => world.board.cards,
  agentActorId: () => [world.agent.actorId],
  actorId: () => [world.admin, world.member, world.viewer, world.agent].map((caller) => caller.actorId),
}

const kindOfId: Record<string, string> = { lists: 'listId', cards: 'cardId', checklistItems: 'checklistItemId', comments: 'commentId' }

/** Keeps the ids of an answer under the names that inputs use. */
function harvest(answer: unknown, name: string): void {
  if (typeof answer === 'string') return learn(name, answer)
  if (Array.isArray(answer)) for (const each of answer.slice(0, 20)) harvest(each, name)
  else if (typeof answer === 'object' && answer !== null) {
    const kind = kindOfId[name] ?? kindOf(answer)
    for (const [key, child] of Object.entries(answer)) harvest(child, key === 'id' ? kind : key.replace(/Ids$/, 'Id'))
  }
}

/** By a property that only things of this kind have. */
function kindOf(answer: object): string {
  const marks: [string, string][] = [
    ['trigger', 'sessionId'], ['kind', 'eventId'], ['listId', 'cardId'], ['wipLimit', 'listId'], ['keyPrefix', 'boardId'],
    ['editedAt', 'commentId'], ['doneAt', 'checklistItemId'], ['consecutiveFailures', 'webhookId'], ['scopes', 'tokenId'],
    ['readAt', 'notificationId'], ['invitedByActorId', 'invitationId'], ['ownerActorId', 'actorId'],
  ] // biome-ignore format: a table
  return marks.find(([mark]) => mark in answer)?.[1] ?? 'id'
}

function learn(name: string, value: string): void {
  if (name !== 'key' && !/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)) return
  const known = seen.get(name) ?? []
  if (known.includes(value)) return
  seen.set(name, [...known.slice(-30), value])
}

function count(name: string, status: number): void {
  const counts = statuses.get(name) ?? new Map<number, number>()
  statuses.set(name, counts.set(status, (counts.get(status) ?? 0) + 1))
}

/** Something of each kind to begin with. */
async function populate(): Promise<void> {
  seen.clear()
  const { admin, member, agent, board } = world
  learn('boardId', board.id)
  for (const caller of [admin, member, agent] as Caller[]) learn(caller === agent ? 'agentActorId' : 'actorId', caller.actorId)
  const [first, second] = board.cards
  const made = [
    admin.get(`/api/boards/${board.id}`),
    admin.post(`/api/cards/${first}/comments`, { body: 'Look, @mo.' }),
    admin.post(`/api/cards/${first}/checklist-items`, { text: 'One' }),
    admin.post(`/api/cards/${first}/delegation`, { agentActorId: agent.actorId }),
    agent.post(`/api/cards/${second}/sessions`, {}),
    admin.post(`/api/boards/${board.id}/webhooks`, { url: 'http://127.0.0.1:61999/', events: ['*'] }),
    agent.post(`/api/actors/${agent.actorId}/webhooks`, { url: 'http://127.0.0.1:61999/', events: ['agent_session.*'] }),
    admin.post(`/api/boards/${board.id}/members`, { email: 'guest@example.com', role: 'viewer' }),
    admin.post('/api/tokens', { label: 'one', scopes: ['boards:read'] }),
    admin.get(`/api/boards/${board.id}/activity`),
  ]
  for (const { status, body } of await Promise.all(made)) if (status < 300) harvest(body, 'id')
}

/** A run may take everyone's rights away: then there are new people and boards. */
async function ensureAlive(): Promise<void> {
  const callers = [world.admin, world.member, world.viewer, world.agent]
  const answers = await Promise.all(callers.map((caller) => caller.get(`/api/boards/${world.board.id}`)))
  const mayWrite = await world.admin.post(`/api/lists/${world.board.lists[0]}/cards`, { title: 'Alive' })
  if (answers.every((answer) => answer.status === 200) && mayWrite.status === 201) {
    const session = await world.agent.post(`/api/cards/${mayWrite.body.id}/sessions`, {})
    harvest([mayWrite.body, session.body], 'id')
    return
  }
  world = await furnish(world.service)
  await populate()
}
