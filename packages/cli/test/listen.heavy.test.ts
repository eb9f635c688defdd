import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webhookReceiver } from '@tandem/client'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../server/test/kit/http.ts'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { type Answer, type Receiver, startReceiver } from '../../server/test/webhooks/fixture/receiver.ts'
import { type Listener, tandemCommand } from './fixture/listener.ts'

let tandem: TestService
let ada: Person
let boardId: string
let listId: string
let robo: Person
let state: string
/** TANDEM_WEBHOOK_SECRET; empty = none. */
let secret: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

beforeEach(async () => {
  ;({ boardId, listId } = await board('Engine'))
  robo = await tandem.agent(ada, 'Robo', [boardId])
  secret = ''
  state = await mkdtemp(join(tmpdir(), 'tandem-listen-'))
  onTestFinished(() => rm(state, { recursive: true, force: true }))
})

async function board(name: string): Promise<{ boardId: string; listId: string }> {
  const boardId = (await ada.post('/api/boards', { name, template: 'kanban' })).body.id
  return { boardId, listId: (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id }
}

const addCard = async (title = 'x', list = listId): Promise<string> => (await ada.post(`/api/lists/${list}/cards`, { title })).body.id

async function delegate(to: Person, list = listId): Promise<void> {
  const answer = await ada.post(`/api/cards/${await addCard('x', list)}/delegation`, { agentActorId: to.actorId })
  expect(answer.status).toBe(201)
}

async function receive(...answers: Answer[]): Promise<Receiver> {
  const receiver = await startReceiver(...answers)
  onTestFinished(() => receiver.stop())
  return receiver
}

function listener(receiver: Pick<Receiver, 'url'>, ...args: string[]): Listener {
  return tandemCommand(['listen', '--forward', receiver.url, ...args], {
    TANDEM_URL: tandem.url,
    TANDEM_TOKEN: robo.token ?? '',
    TANDEM_LISTEN_STATE: state,
    TANDEM_WEBHOOK_SECRET: secret,
  })
}

async function listening(receiver: Receiver, ...args: string[]): Promise<Listener> {
  const started = listener(receiver, ...args)
  await started.listens()
  return started
}

const idOf = ({ headers }: Receiver['received'][number]) => String(headers['x-kanban-delivery-id'])
const titles = ({ received }: Receiver) => received.map(({ body }) => (body.payload as { title: string }).title)
const named = (count: number) => Array.from({ length: count }, (_, n) => `card ${n}`)

describe('tandem listen forwards', () => {
  test('the session events of its own actor on every board, signed as a webhook is, and nothing else', {
    meta: { proves: ['cli.listen'] },
  }, async () => {
    const other = await tandem.agent(ada, 'Other', [boardId])
    const second = await board('Loom')
    await ada.post(`/api/boards/${second.boardId}/members`, { actorId: robo.actorId, role: 'member' })
    const receiver = await receive()
    const { stdout, stderr, kill } = await listening(receiver)
    await delegate(other)
    await delegate(robo)
    await delegate(robo, second.listId)
    await until(() => receiver.received.length >= 2)
    expect(receiver.received.map(({ body }) => [body.verb, (body.payload as { agentActorId: string }).agentActorId])).toEqual([
      ['agent_session.created', robo.actorId],
      ['agent_session.created', robo.actorId],
    ])
    expect(new Set(receiver.received.map(({ body }) => body.boardId))).toEqual(new Set([boardId, second.boardId]))
    const kept = (await readFile(join(state, 'secret'), 'utf8')).trim()
    expect((await stat(join(state, 'secret'))).mode & 0o777).toBe(0o600)
    const taken: string[] = []
    const verify = webhookReceiver({ secret: kept, take: (activity) => void taken.push(activity.id) })
    for (const delivery of receiver.received) expect(await verify(delivery)).toEqual({ status: 204, repeated: false })
    expect(taken).toEqual(receiver.received.map(({ body }) => body.id))
    expect(stdout()).toMatch(/^(✓ 200 agent_session\.created [0-9a-f-]{36} \d+ ms\n){2}$/)
    expect(stdout() + stderr()).not.toContain(kept)
    expect(await kill('SIGINT')).toBe(0)
  })

  test('with --events and --board what they name, with a secret of one own and results as JSON', async () => {
    const second = await board('Loom')
    await ada.post(`/api/boards/${second.boardId}/members`, { actorId: robo.actorId, role: 'member' })
    const receiver = await receive()
    secret = 'whsec_mine'
    const { stdout } = await listening(receiver, '--events', 'card.created', '--board', boardId, '--json')
    await addCard('elsewhere', second.listId)
    const cardId = await addCard('here')
    await ada.post(`/api/cards/${cardId}/comments`, { body: 'not selected' })
    await addCard('here too')
    await until(() => receiver.received.length === 2)
    expect(titles(receiver)).toEqual(['here', 'here too'])
    const verify = webhookReceiver({ secret, take: () => {} })
    for (const delivery of receiver.received) expect((await verify(delivery)).status).toBe(204)
    await until(() => stdout().split('\n').length === 3)
    const [line] = stdout().split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({ boardId, verb: 'card.created', taken: true, status: 200, tries: 1 })
  })

  test('what the receiver fails to take again, with the same id and bytes, and nothing overtakes it; 4xx is final', async () => {
    const reset: Answer = (response) => response.destroy()
    const receiver = await receive(500, 302, reset, 200, 404, 200)
    const { stdout, stderr } = await listening(receiver, '--events', 'card.created')
    for (const title of named(3)) await addCard(title)
    await until(() => receiver.received.length === 6)
    expect(titles(receiver)).toEqual(['card 0', 'card 0', 'card 0', 'card 0', 'card 1', 'card 2'])
    const tries = receiver.received.slice(0, 4)
    expect(new Set(tries.map(idOf)).size).toBe(1)
    expect(new Set(tries.map(({ rawBody }) => rawBody.toString())).size).toBe(1)
    await until(() => stdout().split('\n').length === 4)
    expect(stdout()).toMatch(/✓ 200 card\.created \S+ \d+ ms try 4\n✗ 404 card\.created \S+ \d+ ms rejected\n✓ 200 /)
    expect(stderr()).toMatch(/the receiver answered 500; retrying in \d+ ms/)
  })

  test('over kill -9 in the middle every event, in order; what is repeated has the same id', {
    meta: { proves: ['cli.listen'] },
  }, async () => {
    let asked = 0
    const everyThirdFails: Answer = (response) => response.writeHead(++asked % 3 === 0 ? 500 : 204).end()
    const receiver = await receive(everyThirdFails)
    const titlesMade = named(60)
    let current = await listening(receiver, '--events', 'card.created')
    const kills = 4
    for (let kill = 0; kill < kills; kill++) {
      const before = receiver.received.length
      for (const title of titlesMade.slice(kill * 15, kill * 15 + 15)) await addCard(title)
      await until(() => receiver.received.length > before + 2)
      expect(await current.kill('SIGKILL')).toBe('SIGKILL')
      current = listener(receiver, '--events', 'card.created')
    }
    await until(() => titles(receiver).includes('card 59'))
    const first = receiver.received.filter((one, at) => receiver.received.findIndex((other) => idOf(other) === idOf(one)) === at)
    expect(first.map(({ body }) => (body.payload as { title: string }).title)).toEqual(titlesMade)
    expect(first.map(idOf)).toEqual(first.map(({ body }) => body.id))
    // Each failed try is one repeat, and each kill at most one: the event that was under way.
    expect(receiver.received.length).toBeLessThanOrEqual(60 + Math.ceil(asked / 3) + kills)
  })

  test('what happened while it was not there, also on a board that its actor has joined meanwhile', async () => {
    const receiver = await receive()
    const first = await listening(receiver)
    expect(await first.kill('SIGTERM')).toBe(0)
    await delegate(robo)
    const late = await board('Late')
    await ada.post(`/api/boards/${late.boardId}/members`, { actorId: robo.actorId, role: 'member' })
    await delegate(robo, late.listId)
    await listening(receiver)
    await until(() => receiver.received.length === 2)
    expect(new Set(receiver.received.map(({ body }) => body.boardId))).toEqual(new Set([boardId, late.boardId]))
  })

  test('a backlog larger than what may wait in memory, in order and each event once', async () => {
    const receiver = await receive(500)
    const { stderr } = await listening(receiver, '--events', 'card.created')
    const count = 1_300
    let made = 0
    const makeMore = async () => {
      while (made < count) await addCard(`card ${made++}`)
    }
    await addCard('first')
    await until(() => stderr().includes('answered 500'))
    await Promise.all(Array.from({ length: 16 }, makeMore))
    receiver.answers = [200]
    await until(() => new Set(receiver.received.map(idOf)).size === count + 1)
    const seqs = receiver.received.filter((_, at, all) => idOf(all[at + 1] ?? all[at]!) !== idOf(all[at]!) || at === all.length - 1)
    expect(seqs.map(({ body }) => body.seq)).toEqual(seqs.map(({ body }) => body.seq).toSorted((a, b) => Number(a) - Number(b)))
    expect(seqs).toHaveLength(count + 1)
  })
})

describe('tandem listen ends and says what to do', () => {
  test.each([
    ['without a token', { TANDEM_TOKEN: '' }, [], 2, /No token for .+set TANDEM_TOKEN/],
    ['with a token that is none', { TANDEM_TOKEN: 'kbt_wrong' }, [], 5, /token/i],
    ['with a selector that is none', {}, ['--events', 'card.exploded'], 2, /Unknown event card\.exploded/],
    ['with a board that it cannot read', {}, ['--board', '019f0000-0000-7000-8000-00000000000c'], 3, /Check --board/],
    ['when the service does not answer', { TANDEM_URL: 'http://127.0.0.1:9' }, [], 4, /No answer from/],
  ])('%s', async (_, environment, args, code, says) => {
    const { ended, stderr } = tandemCommand(['listen', '--forward', 'http://127.0.0.1:9/', ...args], {
      TANDEM_URL: tandem.url,
      TANDEM_TOKEN: robo.token ?? '',
      TANDEM_LISTEN_STATE: state,
      ...environment,
    })
    expect(await ended).toBe(code)
    expect(stderr()).toMatch(says)
  })

  test('and a start that has failed keeps the next one from nothing', async () => {
    const receiver = await receive()
    expect(await listener(receiver, '--board', '019f0000-0000-7000-8000-00000000000c').ended).toBe(3)
    await listening(receiver)
    await delegate(robo)
    await until(() => receiver.received.length >= 1)
  })

  test('when its token is revoked', async () => {
    const { ended, stderr } = await listening(await receive())
    const [token] = (await ada.get('/api/tokens')).body.filter((one: { actorId: string }) => one.actorId === robo.actorId)
    expect((await ada.delete(`/api/tokens/${token.id}`)).status).toBe(204)
    expect(await ended).toBe(5)
    expect(stderr()).toContain('The token is no longer valid. Set TANDEM_TOKEN')
  })

  test.each([
    ['that is no place to go on from', () => 'not JSON', /does not contain a position to resume from\. Remove it/],
    [
      'that is ahead of the log',
      () => JSON.stringify({ lookedAt: new Date().toISOString(), boards: { [boardId]: 1e6 } }),
      /Remove .+cursor\.json/,
    ],
  ])('with a state file %s, rather than losing events in silence', async (_, contents, says) => {
    await writeFile(join(state, 'cursor.json'), contents())
    const { ended, stderr } = listener({ url: 'http://127.0.0.1:9/' })
    expect(await ended).toBe(1)
    expect(stderr()).toMatch(says)
  })
})
