import { createClient } from '@tandem/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { install } from '../../../server/test/integrations/plugin.ts'
import { hiddenCharacters, injections } from '../../../server/test/kit/injections.ts'
import { type Person, startTestService, type TestService } from '../../../server/test/kit/service.ts'
import { connect, eras } from '../../../server/test/mcp/client.ts'
import { longestPromptBytes, readPrompt } from '../../src/runner/prompt.ts'

/**
 * Any text of a person, in any field, is shown to an agent as data with its author, in every tool and in the prompt of the runner. The
 * output around the quoted text is the same for each text.
 */
let tandem: TestService
let ada: Person
let boards = 0

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

type Scene = {
  prefix: string
  robo: Person
  mallory: Person
  pluginHandle: string
  cardId: string
  key: string
  sessionId: string
  attachmentId: string
}

/** A board on which everything that has a name or a text has this one. */
async function scene(text: string): Promise<Scene> {
  boards += 1
  const prefix = `Q${boards}`
  const name = text.slice(0, 190)
  const mallory = await tandem.register('Mallory')
  await ok(mallory.patch('/api/me', { name: text.slice(0, 90) }))
  const board = await ok(ada.post('/api/boards', { name, keyPrefix: prefix, description: text, agentGuidance: text }))
  await ok(ada.post(`/api/boards/${board.id}/members`, { actorId: mallory.actorId, role: 'member' }))
  const robo = await tandem.agent(ada, `Robo${boards}`, [board.id])
  const list = await ok(ada.post(`/api/boards/${board.id}/lists`, { name }))
  const label = await ok(ada.post(`/api/boards/${board.id}/labels`, { name: text.slice(0, 40), color: 'red' }))
  const field = await ok(ada.post(`/api/boards/${board.id}/fields`, { name: text.slice(0, 90), type: 'text' }))
  const title = text.trim().slice(0, 400)
  const other = await ok(mallory.post(`/api/lists/${list.id}/cards`, { title }))
  const card = await ok(mallory.post(`/api/lists/${list.id}/cards`, { title, description: text }))
  const on = `/api/cards/${card.id}`
  await ok(mallory.post(`${on}/comments`, { body: text }))
  await ok(mallory.post(`${on}/comments`, { body: text, external: true }))
  await ok(mallory.post(`${on}/checklist-items`, { text: title }))
  await ok(mallory.put(`${on}/labels/${label.id}`))
  await ok(mallory.put(`${on}/fields/${field.id}`, { value: title }))
  await ok(mallory.put(`${on}/relations/${other.id}`, { kind: 'relates' }))
  const attached = await ok(mallory.post(`${on}/attachments`, { url: 'https://example.com/', name }))
  const { session } = await ok(mallory.post(`${on}/delegation`, { agentActorId: robo.actorId }))
  const plugin = await install(tandem, ada, board.id)
  const link = { externalSystem: 'forge', externalId: 'acme/pump#1', externalUrl: 'https://example.com/1' }
  await ok(plugin.put(`${on}/links`, { ...link, title, state: 'open' }))
  // The rest is news for the session at work, and lies in the inbox of the agent.
  await ok(robo.put(`${on}/watch`))
  await ok(mallory.post(`${on}/comments`, { body: title }))
  await ok(plugin.post(`${on}/comments`, { body: title, external: true }))
  await ok(plugin.put(`${on}/links`, { ...link, title, state: 'merged' }))
  const { members } = await ok(ada.get(`/api/boards/${board.id}`))
  const pluginHandle = members.find((member: any) => member.actorId === plugin.actorId).handle
  return { prefix, robo, mallory, pluginHandle, cardId: card.id, key: card.key, sessionId: session.id, attachmentId: attached.id }
}

async function ok(answer: ReturnType<Person['post']>): Promise<any> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

const scenes = new Map<string, Promise<Scene>>()
/** The same for each reader. */
function sceneOf(text: string): Promise<Scene> {
  const made = scenes.get(text) ?? scene(text)
  scenes.set(text, made)
  return made
}

/** How an agent reads a scene, and what of the reading is not foreign text. */
type Reader = { read(scene: Scene): Promise<string>; ours(reading: string): string }

const theirs =
  /^(title|name|description|body|text|agentGuidance|labels|list|board|boardName|cardTitle|excerpt|snippet|payload|field|value)$/

const tools = (era: (typeof eras)[number]): Reader => ({
  async read({ prefix, robo, cardId, key, sessionId }) {
    const mcp = await connect(tandem.url, robo.token ?? '', era)
    const calls: [tool: string, method: string | null, params: Record<string, unknown>][] = [
      ['my_work', null, {}],
      ['board_read', 'get', { boardId: prefix }],
      ['card_read', 'get', { cardId: key }],
      ['card_read', 'comments', { cardId }],
      ['search', null, { boardId: prefix }],
      ['session_read', 'get', { sessionId }],
      ['board_read', 'notifications', {}],
    ]
    const readings: unknown[] = []
    for (const call of calls) readings.push(await mcp.use(...call))
    await mcp.close()
    return JSON.stringify(readings)
  },
  ours: (reading) => JSON.stringify(JSON.parse(reading, withoutTheirs)),
})

function withoutTheirs(key: string, value: unknown): unknown {
  // Members are in the order of their names.
  if (key === 'members') return (value as { kind: string; role: string }[]).map(({ kind, role }) => `${kind} ${role}`).sort()
  return theirs.test(key) && !hasParts(value) ? '<theirs>' : value
}
const hasParts = (value: unknown): boolean => (Array.isArray(value) ? value.some(hasParts) : typeof value === 'object' && value !== null)

const readers: Record<string, Reader> = {
  'the tools of MCP': tools('modern'),
  'the tools of MCP, older era': tools('legacy'),
  'the prompt of the runner': {
    async read({ robo, sessionId }) {
      const client = createClient({ url: tandem.url, token: robo.token ?? '' })
      return readPrompt(client, await client.call('session.get', { sessionId }))
    },
    ours: (prompt) => prompt.replace(/^> .*\n?/gm, '').replace(/"(?:[^"\\\n]|\\.)*"/g, '<theirs>'),
  },
}

/** Replaces the parts that differ between two scenes besides the text. */
const settled = (ours: string, { prefix, robo, mallory, pluginHandle }: Scene): string =>
  ours
    .replaceAll(pluginHandle, '<plugin>')
    .replaceAll(mallory.handle, '<handle>')
    .replaceAll(robo.handle, '<agent>')
    .replaceAll(new RegExp(`\\b${prefix}\\b`, 'g'), '<prefix>')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')

/** Both protocol versions have the same shapes: the older one is tested with some of the texts. */
const readWith = (name: string) => (name.endsWith('older era') ? injections.slice(0, 25) : injections)

describe.each(Object.entries(readers))('%s', (name, { read, ours }) => {
  let calm: string
  beforeAll(async () => {
    const plain = await sceneOf('Fix the pump')
    calm = settled(ours(await read(plain)), plain)
  })

  test.each(readWith(name).map((text) => [text.slice(0, 50), text]))(
    '%j is data and nothing else (F103)',
    { meta: { proves: ['mcp.text.hidden', 'runner.prompt.quoted'] } },
    async (_shown, text) => {
      const made = await sceneOf(text)
      const reading = await read(made)
      expect(reading).not.toMatch(hiddenCharacters)
      expect(settled(ours(reading), made)).toBe(calm)
    },
  )
})

test('who wrote a text stands beside it, with kind and role: by the tools and in the prompt (F103)', {
  meta: { proves: ['mcp.text.author', 'runner.prompt.attributed'] },
}, async () => {
  const made = await scene('Fix the pump')
  const mcp = await connect(tandem.url, made.robo.token ?? '')
  const { card } = await mcp.use('card_read', 'get', { cardId: made.key })
  const { news, notifications } = await mcp.use('my_work')
  const { activity } = await mcp.use('card_read', 'activity', { cardId: made.key })
  await mcp.close()
  expect(news.items).toMatchObject([
    { verb: 'comment.added', text: 'Fix the pump', by: made.mallory.handle, role: 'member' },
    { verb: 'card.updated', by: made.pluginHandle, role: 'integration' },
  ])
  expect(news.items[1].text).not.toContain('pump"')
  expect(notifications.map(({ reason }: any) => reason)).toEqual(['watching'])
  const roles = new Map(activity.map(({ verb, by, role }: any) => [`${verb} ${by}`, role]))
  expect(roles.get(`comment.added ${made.pluginHandle}`)).toBe('external')
  expect(roles.get(`card.linked ${made.pluginHandle}`)).toBe('integration')
  const author = { handle: made.mallory.handle, kind: 'human', role: 'member' }
  expect(card.createdBy).toEqual(author)
  expect(card.author).toEqual(author)
  expect(card.comments).toMatchObject([
    { author: author.handle, kind: 'human', role: 'member' },
    { author: author.handle, kind: 'human', role: 'external' },
    { author: author.handle, kind: 'human', role: 'member' },
    { author: made.pluginHandle, role: 'external' },
  ])
  expect(card.links).toMatchObject([{ title: 'Fix the pump', role: 'external' }])
  const prompt = await readers['the prompt of the runner']?.read(made)
  const line = `"Fix the pump" (@${made.mallory.handle}, person, member)`
  expect(prompt).toContain('Added by integrations of the board. The titles were written elsewhere (external).\n\n> - "Fix the pump": ')
  expect(prompt).toContain(`Card created by ${line}. Delegated by ${line}.\n\n> Fix the pump\n`)
  expect(prompt).toContain(`## Checklist\n\nWritten by ${line}.\n\n> - [ ] 1. "Fix the pump"\n`)
  const { listId } = (await ok(made.mallory.get(`/api/cards/${made.cardId}`))).card
  const outside = await ok(made.mallory.post(`/api/lists/${listId}/cards`, { title: 'Mop the floor', external: true }))
  for (const [text, external] of [
    ['Mop', false],
    ['Sell it', true],
    ['Dry', false],
  ] as const)
    await ok(made.mallory.post(`/api/cards/${outside.id}/checklist-items`, { text, external }))
  const { session } = await ok(made.mallory.post(`/api/cards/${outside.id}/delegation`, { agentActorId: made.robo.actorId }))
  const fromOutside = await readers['the prompt of the runner']?.read({
    ...made,
    cardId: outside.id,
    key: outside.key,
    sessionId: session.id,
  })
  expect(fromOutside).toContain(`Card created by ${line.replace('member', 'external')}. Delegated by ${line}.\n\n> Mop the floor\n`)
  expect(fromOutside).toContain(`Written by ${line}.\n\n> - [ ] 1. "Mop"\n> - [ ] 3. "Dry"\n`)
  expect(fromOutside).toContain(`Written by ${line.replace('member', 'external')}.\n\n> - [ ] 2. "Sell it"\n`)
  expect(prompt).toMatch(new RegExp(`## Comment\\n\\nBy ${line.replace(/[()]/g, '\\$&')}, \\S+Z\\.\\n\\n> Fix the pump\\n`))
})

test('the rules of the prompt come first and stay, however much the card says (F103)', {
  meta: { proves: ['limit.runner.prompt', 'runner.prompt.rules-first'] },
}, async () => {
  const made = await scene('Fix the pump')
  await ok(ada.patch(`/api/cards/${made.cardId}`, { description: 'ü\n'.repeat(50_000) }))
  for (let n = 0; n < 12; n += 1) await ok(made.mallory.post(`/api/cards/${made.cardId}/comments`, { body: '\u{e0041}'.repeat(5_000) }))
  const prompt = (await readers['the prompt of the runner']?.read(made)) ?? ''
  expect(Buffer.byteLength(prompt)).toBeLessThanOrEqual(longestPromptBytes)
  expect(prompt).toMatch(/^# Rules\n\n1\. You are the agent/)
  expect(prompt).toContain('Shortened: card_read get has all of it.')
  expect(prompt.match(/^## Comment$/gm)).toHaveLength(16)
})
