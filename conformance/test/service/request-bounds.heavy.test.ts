import { catalogue, type InputOf, type OperationName, type OperationSpec, operationNames } from '@tandem/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actable, makeReady } from '../../src/acts.ts'
import { anyProperty, type Place, placesInRequests } from '../../src/bounds/in-requests.ts'
import { boundsOf } from '../../src/bounds/in-schemas.ts'
import { sized } from '../../src/bounds/values.ts'
import { type Caller, call, type Refusal } from '../../src/call.ts'
import type { RequirementId } from '../../src/requirements.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, makePlugin, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
beforeAll(async () => {
  world = await startWorld()
  board = await makeBoard(world)
})
afterAll(() => world?.tandem.stop())

const places = placesInRequests()
const bounded = places.filter((place): place is Place & { bound: number } => place.bound !== null)

/** Bounds that the document cannot express as a number, with the requirement that states each. */
const saidElsewhere: Record<string, RequirementId> = {
  payload: 'limit.session.log',
  'payload.*': 'limit.session.log',
  config: 'limit.integrations.config',
  'config.*': 'limit.integrations.config',
  ifConfig: 'limit.integrations.config',
  'ifConfig.*': 'limit.integrations.config',
  'query.field': 'limit.search.fields',
  // A JSON Web Key with a private part is refused.
  d: 'integration.self.key',
}

/** A pattern without an open end bounds a text as well. */
const boundsByPattern = (pattern = '.*'): boolean => !/[*+]|\{\d+,\}/.test(pattern)

scenario('every text, list and record of a request has a bound', ['convention.bounds.complete'], async () => {
  // Numbers without one are kept as they are: versions, which only equal a stored one, and values of custom fields.
  const open = places.filter(({ bound, kind, schema }) => bound === null && kind !== 'number' && !boundsByPattern(schema.pattern))
  expect(open.map(({ operation, path }) => `${operation} ${path}`).filter((one) => !((one.split(' ')[1] ?? '') in saidElsewhere))).toEqual(
    [],
  )
  expect(Object.keys(saidElsewhere).filter((path) => !open.some((one) => one.path === path))).toEqual([])
})

scenario('what the contract bounds is in the document', ['convention.bounds.complete'], async () => {
  const documented = Map.groupBy(bounded, ({ operation }) => operation)
  const declared = operationNames.map((name) => ({ name, bounds: new Set(boundsOf((catalogue[name] as OperationSpec).input)) }))
  expect(declared.reduce((count, { bounds }) => count + bounds.size, 0)).toBeGreaterThan(300)
  const lost = declared.flatMap(({ name, bounds }) => {
    const said = new Set(documented.get(name)?.map(({ bound }) => bound))
    return [...bounds].flatMap((bound) => (said.has(bound) ? [] : [`${name} ${bound}`]))
  })
  expect(lost).toEqual([])
})

test('a bound of a schema is found in every part of it', () => {
  const inner = z.object({ name: z.string().max(30).optional(), tags: z.array(z.string().max(20)).max(10) })
  const schema = z.union([inner, z.record(z.string().max(40), z.number().lte(50)).transform(String), z.lazy(() => z.string().max(60))])
  expect([...boundsOf(schema)].toSorted((a, b) => a - b)).toEqual([10, 20, 30, 40, 50, 60])
})

/** Columns are limited by their number: each may occur once. */
const inTable = ['columns', 'columns[].column', 'columns[].widthPx', 'sort']
/** Their form allows less than the bound: no time zone, verb or scope is so long, an emoji is counted in bytes, and a week has no seven quiet days. */
const narrower = ['timezone', 'trigger.schedule.timezone', 'verb', 'scopes[]', 'events[]', 'emoji', 'lanes', 'quiet.days', ...inTable]
/** Parts of its own, not one text that could be filled up to the bound. */
const inParts = ['list.cards cursor']
/** Higher values are lowered instead of refused: `convention.limit.clamped-200`. */
const lowered = ['limit', 'firstCards']

function schemaOf({ operation, property }: Place): z.ZodType | undefined {
  const { input } = catalogue[operation] as OperationSpec
  return (property === anyProperty ? input.def.catchall : input.shape[property.replace(/\..*/, '')]) as z.ZodType | undefined
}
const fits = (place: Place, size: number): boolean => {
  const value = sized(place, size)
  // In a URL each custom field is a parameter of its own, `field.<id>`.
  const whole = place.property === 'field.{id}' ? { '019f0000-0000-7000-8000-000000000001': value } : value
  return schemaOf(place)?.safeParse(whole).success ?? false
}
const named = ({ operation, path, bound }: Place) => `${operation} ${path} ${bound}`

scenario('what reaches its bound is taken, and one more is not', ['convention.bounds.kept'], async () => {
  expect(bounded.length).toBeGreaterThan(300)
  expect(
    bounded
      .filter(
        (place) => !narrower.includes(place.path) && !inParts.includes(`${place.operation} ${place.path}`) && !fits(place, place.bound),
      )
      .map(named),
  ).toEqual([])
  expect(bounded.filter((place) => !lowered.includes(place.path) && fits(place, place.bound + 1)).map(named)).toEqual([])
})

const isInvalid = (answer: { ok: boolean } | Refusal, { property, isInPath }: Place): boolean => {
  if (answer.ok) return false
  const { code, details } = answer as Refusal
  // The router itself refuses what is longer than any parameter of a path.
  if (isInPath) return code === 'not_found' || code === 'validation'
  return code === 'validation' && Object.keys(details?.fieldErrors ?? {}).includes(nameOf(property).replace(/\..*/, ''))
}

/** As it is sent. */
const nameOf = (property: string): string => (property === anyProperty ? 'token' : property.replace('{id}', someId(1)))

/** The ids in the paths of reads and of operations without an act. */
async function idsInPaths(): Promise<Record<string, string>> {
  const { ada, robo } = world
  const { id: cardId } = await board.card()
  const { id: sessionId } = await allowed(robo, 'session.open', { cardId })
  const { id: viewId } = await allowed(ada, 'view.create', { boardId: board.id, name: 'Urgent', query: { priority: 'urgent' } })
  return { boardId: board.id, cardId, sessionId, viewId, agentActorId: robo.actorId }
}

scenario('one more than the bound answers 400 and names the field', ['convention.bounds.kept'], async () => {
  const ids = await idsInPaths()
  const anonymous: Caller = { url: world.tandem.url, headers: {} }
  const problems: unknown[] = []
  const sent = new Set<OperationName>()
  for (const [name, those] of Map.groupBy(bounded, ({ operation }) => operation)) {
    const { rest, access } = catalogue[name] as OperationSpec
    const ready = actable.includes(name) ? await makeReady(world, name) : undefined
    const inPath = [...rest.matchAll(/:(\w+)/g)].map(([, key = '']) => key)
    const by = ready?.by ?? ('public' in access ? anonymous : world.ada)
    for (const place of those.filter(({ path }) => !lowered.includes(path))) {
      if (!ready && inPath.some((key) => !(key in ids) && key !== place.property)) continue
      const input = { ...(ready?.input ?? ids), [nameOf(place.property)]: sized(place, place.bound + 1) }
      const answer = await call(by, name, input as InputOf<typeof name>)
      sent.add(name)
      if (!isInvalid(answer, place)) problems.push([named(place), answer])
    }
  }
  expect(problems).toEqual([])
  expect(sent.size).toBeGreaterThan(100)
})

const someId = (at: number) => `019f0000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`

scenario('a search and a view take conditions on 20 custom fields, and no more', ['limit.search.fields'], async () => {
  const fields = await Promise.all(
    Array.from({ length: 20 }, (_, at) => allowed(world.ada, 'field.create', { boardId: board.id, name: `Field ${at}`, type: 'text' })),
  )
  const field = Object.fromEntries(fields.map(({ id }) => [id, 'a']))
  const view = { boardId: board.id, name: 'Many' }
  expect((await allowed(world.ada, 'view.create', { ...view, query: { field } })).query.field).toEqual(field)
  await refused(world.ada, 'view.create', { ...view, query: { field: { ...field, [someId(1)]: 'a' } } }, 'validation')
  const inUrl = (count: number) => Array.from({ length: count }, (_, at) => `field.${someId(at)}=a`).join('&')
  expect((await world.person.get(`/api/search/cards?${inUrl(20)}`)).status).toBe(200)
  expect((await world.person.get(`/api/search/cards?${inUrl(21)}`)).status).toBe(400)
})

scenario('the config of an integration takes 64 KiB of JSON, and no more', ['limit.integrations.config'], async () => {
  const config = (characters: number) => ({ text: 'a'.repeat(characters - '{"text":""}'.length) })
  const { integrationId } = await makePlugin(world, board.id)
  const update = { boardId: board.id, integrationId }
  await allowed(world.ada, 'integration.update', { ...update, config: config(65_536) })
  await refused(world.ada, 'integration.update', { ...update, config: config(65_537) }, 'validation')
})
