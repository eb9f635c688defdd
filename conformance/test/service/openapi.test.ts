import { catalogue, type OperationName, operationNames } from '@tandem/contract'
import { exampleOf } from '@tandem/contract/examples'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Answer } from '../../../packages/server/test/kit/http.ts'
import { actable, makeReady } from '../../src/acts.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { makeBoard, startWorld, type World } from '../../src/world.ts'

type Shown = { responses: Record<string, { $ref?: string; content?: Record<string, unknown> }> }
type Document = { openapi: string; paths: Record<string, Record<string, Shown>> }

let world: World
let document: Document

beforeAll(async () => {
  world = await startWorld()
  document = (await world.tandem.anonymous.get('/openapi.json')).body
})
afterAll(() => world?.tandem.stop())

const inDocument = (template: string) => template.replace(/:(\w+)/g, '{$1}')
const somewhere = '019f0000-0000-7000-8000-000000000001'
const isNowhere = ({ status, body }: Answer) => status === 404 && body?.error?.reason === 'nothingThere'

/** The routes that the framework itself lists, as `METHOD /path`: it prints a tree, four characters a level. */
function routesOf(printed: string): string[] {
  const path: string[] = []
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
    if (part === '') return []
    path.splice(indent.length / 4, path.length, part)
    const known = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD' && method !== 'OPTIONS')
    return known.map((method) => `${method} ${inDocument(path.join(''))}`)
  })
}

scenario('the document of the running service is served to everyone', ['convention.openapi.served'], async () => {
  const answer = await world.tandem.anonymous.get('/openapi.json')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/json/)])
  expect(document.openapi).toMatch(/^3\.1\./)
  const { tandem } = world
  expect(document).toMatchObject({ info: { version: (await tandem.anonymous.get('/api/version')).body.version } })
})

scenario(
  'every route that answers is in the document, and every route of the document answers',
  ['convention.openapi.matches-routes', 'convention.openapi.protocols', 'convention.out-of-scope.no-registry'],
  async () => {
    const shown = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const mounted = routesOf(world.tandem.service.app.printRoutes({ commonPrefix: false }))
    // Pages for people, MCP and forms that only our own pages send have descriptions of their own.
    const described = / \/(api|health|\.well-known|oauth|metrics|ws|openapi\.json)\b/
    const meant = mounted.filter((route) => described.test(route) && route !== 'POST /oauth/sign-in')
    expect(meant.toSorted()).toEqual(shown.toSorted())
    expect(shown.filter((route) => / \/(api|health)\//.test(route)).toSorted()).toEqual(
      operationNames.map((name) => inDocument(catalogue[name].rest)).toSorted(),
    )
    for (const name of operationNames) {
      const [method = '', template = ''] = catalogue[name].rest.split(' ')
      const path = template.replace(/:\w+/g, somewhere)
      const answer = await world.tandem.anonymous[method.toLowerCase() as 'get'](path)
      expect([name, isNowhere(answer)]).toEqual([name, false])
    }
    expect(shown.filter((route) => /registry|marketplace|plugins/.test(route))).toEqual([])
  },
)

/** The ids that a read needs, from a board that has one of everything. */
async function placesToRead(email = 'somebody@example.com'): Promise<Record<string, string>> {
  const { ada, mia, robo } = world
  const { id: boardId, card, lists } = await makeBoard(world)
  const { id: cardId, key } = await card('A', { assigneeActorIds: [mia.actorId] })
  await allowed(mia, 'comment.create', { cardId, body: 'B' })
  const { id: sessionId } = await allowed(robo, 'session.open', { cardId })
  const invited = await allowed(ada, 'member.add', { boardId, email, role: 'viewer' })
  const token = 'inviteUrl' in invited ? (invited.inviteUrl?.split('/invite/')[1] ?? '') : ''
  const { id: viewId } = await allowed(ada, 'view.create', { boardId, name: 'Urgent', query: { priority: 'urgent' } })
  return { viewId, boardId, listId: lists[0] ?? '', cardId, key, sessionId, token, actorId: ada.actorId, handle: mia.handle }
}

/**
 * Reads that are called with their example alone: they need something that is not among the places, or a file, further input, or a plugin.
 */
function isBlind(name: OperationName, places: Record<string, string>): boolean {
  if (
    [
      'attachment.download',
      'actor.avatar',
      'card.linkPreview',
      'link.find',
      'integration.self.get',
      'personLink.read',
      'answerLink.read',
      'rule.rehearse',
      'rule.times',
    ].includes(name)
  )
    return true
  return [...catalogue[name].rest.matchAll(/:(\w+)/g)].some(([, key = '']) => !(key in places))
}

async function readOf(name: OperationName, places: Record<string, string>): Promise<Answer> {
  const [, template = ''] = catalogue[name].rest.split(' ')
  const path = template.replace(/:(\w+)/g, (_, key: string) => places[key] ?? somewhere)
  return world.person.get(name === 'actor.find' ? `${path}?handle=${places.handle}` : path)
}

/** Answers what is wrong with a body by the document, or null. */
function fitter() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'openapi' })
  return (name: OperationName, status: number, body: unknown): unknown => {
    const [method = '', template = ''] = catalogue[name].rest.split(' ')
    const path = inDocument(template)
    const response = document.paths[path]?.[method.toLowerCase()]?.responses[status]
    if (!response) return 'the status is not in the document'
    if (body === null) return response.content ? 'a body is missing' : null
    const place = ['paths', path, method.toLowerCase(), 'responses', `${status}`]
    const at = response.$ref ?? `#/${place.map((part) => part.replaceAll('/', '~1')).join('/')}`
    const validate = ajv.getSchema(`openapi${encodeURI(at)}/content/application~1json/schema`)
    return validate?.(body) ? null : (validate?.errors ?? 'there is no schema')
  }
}

scenario(
  'every response fits the schema that the document gives for its route and status, refusals too',
  ['convention.openapi.matches-responses'],
  async () => {
    const fits = fitter()
    const problems: unknown[] = []
    const seen = new Set<string>()
    const check = (name: OperationName, status: number, body: unknown) => {
      seen.add(`${name} ${status}`)
      const problem = fits(name, status, body)
      if (problem) problems.push([name, status, problem, body])
    }
    const places = await placesToRead()
    for (const name of operationNames) {
      const { rest, kind } = catalogue[name]
      const [method = '', template = ''] = rest.split(' ')
      if (actable.includes(name)) {
        const answer = await (await makeReady(world, name)).send()
        check(name, answer.status, answer.ok ? answer.body : null)
      } else if (kind === 'read' && !isBlind(name, places)) {
        const answer = await readOf(name, places)
        check(name, answer.status, answer.body)
      }
      const refusal = await world.tandem.anonymous[method.toLowerCase() as 'get'](template.replace(/:\w+/g, somewhere))
      check(name, refusal.status, refusal.body)
    }
    expect(problems).toEqual([])
    const succeeded = new Set([...seen].filter((one) => / 20\d$/.test(one)).map((one) => one.split(' ')[0]))
    const expected = operationNames.filter((name) => actable.includes(name) || (catalogue[name].kind === 'read' && !isBlind(name, places)))
    expect(expected.filter((name) => !succeeded.has(name))).toEqual([])
  },
)

// Every example is sent and held against the document in packages/server/test/rest/examples.test.ts.
scenario('every read that is served is read, here or as its example', ['convention.openapi.matches-responses'], async () => {
  const places = await placesToRead('somebody.else@example.com')
  const blind = operationNames.filter((name) => catalogue[name].kind === 'read' && isBlind(name, places))
  expect(blind.filter((name) => exampleOf(name) === undefined)).toEqual([])
})
