import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras } from './client.ts'
import { callTool, modernMeta, post } from './raw.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

type Setup = { service?: TestService; owner?: Person }

/** A board with a card, and an agent that works on it. */
async function working({ service = tandem, owner = ada }: Setup = {}) {
  const board = (await owner.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const robo = await service.agent(owner, 'Robo', [board.id])
  const tree = (await owner.get(`/api/boards/${board.id}`)).body
  const card = (await owner.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Pump' })).body
  const { session } = (await owner.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
  return { board, robo, tree, card, session, token: robo.token ?? '' }
}

describe.each(eras)('waiting for events on the %s protocol', (era) => {
  test('ends as soon as there is one, tells of progress to who asks, and misses nothing', async () => {
    const { robo, session, token } = await working()
    const client = await connect(tandem.url, token, era)
    const { events } = await client.use('session_read', 'poll_events', { sessionId: session.id })
    const told: number[] = []
    const params = { sessionId: session.id, since: events.at(-1).id, waitSeconds: 25 }
    const waiting = client.client
      .callTool(
        { name: 'session_read', arguments: { method: 'poll_events', params } },
        { onprogress: ({ total }) => told.push(total ?? 0) },
      )
      .then(({ structuredContent }) => structuredContent as any)
    await until(() => {
      if (told.length === 0) tandem.clock.advance(100)
      return told.length > 0
    })
    expect(told[0]).toBe(25)
    await robo.post(`/api/sessions/${session.id}/events`, { op: 'progress', note: 'Half' })
    const found = await waiting
    expect(found.events).toMatchObject([{ kind: 'progress', body: { note: 'Half' } }])
    expect(found.next).toBeUndefined()
    await client.close()
  })

  test('ends with nothing when the time is over, and says to ask again', async () => {
    const { session, token } = await working()
    const client = await connect(tandem.url, token, era)
    const { events } = await client.use('session_read', 'poll_events', { sessionId: session.id })
    const params = { sessionId: session.id, since: events.at(-1).id, waitSeconds: 60 }
    let ended = false
    const waiting = client.use('session_read', 'poll_events', params).finally(() => (ended = true))
    await until(() => {
      // Not a minute, after which clients give up.
      if (!ended) tandem.clock.advance(25_000)
      return ended
    })
    expect(await waiting).toEqual({
      events: [],
      next: { tool: 'session_read', method: 'poll_events', params: { ...params, waitSeconds: 25 } },
    })
    await client.close()
  })
})

test('a token that is revoked ends the wait that it began', async () => {
  const { session, token, robo } = await working()
  const [last] = (await ada.get(`/api/sessions/${session.id}/events`)).body.events.slice(-1)
  const call = callTool('session_read', { method: 'poll_events', params: { sessionId: session.id, since: last.id, waitSeconds: 25 } })
  const waiting = post(tandem.url, token, call.body, call.headers)
  const [minted] = (await ada.get('/api/tokens')).body.filter((row: any) => row.actorId === robo.actorId)
  await ada.delete(`/api/tokens/${minted.id}`)
  // It may have been revoked before the wait began.
  expect([200, 401]).toContain((await waiting).status)
  expect((await post(tandem.url, token, call.body, call.headers)).status).toBe(401)
})

/** What a stream of subscriptions says, message by message. */
async function listen(url: string, token: string, uris: readonly string[], hangUp = new AbortController()) {
  const params = { notifications: { resourceSubscriptions: uris }, _meta: modernMeta }
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    signal: hangUp.signal,
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params }),
  })
  const messages: any[] = []
  let ended = false
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const data = frame.split('\n').find((line) => line.startsWith('data: '))
        if (data) messages.push(JSON.parse(data.slice(6)))
      }
    }
  })()
    .catch(() => {})
    .finally(() => (ended = true))
  return {
    ...{ status: response.status, headers: response.headers, messages, reading },
    isOver: () => ended,
    updated: () => messages.filter(({ method }) => method === 'notifications/resources/updated').map(({ params }) => params.uri),
    close: () => hangUp.abort(),
  }
}

const acknowledged = (messages: any[]) => messages[0]?.params?.notifications?.resourceSubscriptions ?? []

describe('a stream of subscriptions', () => {
  test('tells of what it asked for and may read, and of nothing else', async () => {
    const { board, card, session, token, robo, tree } = await working()
    const foreign = await working({ owner: await tandem.register('Eve') })
    const other = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Other' })).body
    const uris = [
      `card://${card.key}`,
      `session://${session.id}`,
      `card://${foreign.card.key}`,
      `board://${foreign.board.id}`,
      'me://work',
      'odd://x',
    ]
    const stream = await listen(tandem.url, token, uris)
    await until(() => stream.messages.length > 0)
    expect(acknowledged(stream.messages)).toEqual([`card://${card.key}`, `session://${session.id}`, 'me://work'])
    expect(stream.headers.get('x-accel-buffering')).toBe('no')

    await ada.patch(`/api/cards/${other.id}`, { title: 'Else' })
    await foreign.robo.post(`/api/sessions/${foreign.session.id}/events`, { op: 'progress', note: 'x' })
    await ada.patch(`/api/cards/${card.id}`, { title: 'Pumps' })
    await until(() => stream.updated().length === 1)
    expect(stream.updated()).toEqual([`card://${card.key}`])
    await robo.post(`/api/sessions/${session.id}/events`, { op: 'ask_human', question: 'Which?' })
    await ada.post(`/api/sessions/${session.id}/answer`, { answer: 'A' })
    await until(() => stream.updated().includes(`session://${session.id}`))
    await ada.post(`/api/cards/${other.id}/comments`, { body: `@${robo.handle} look` })
    await until(() => stream.updated().includes('me://work'))
    expect(stream.updated().filter((uri: string) => uri.includes(board.id))).toEqual([])
    stream.close()
  })

  test('ends with the token that opened it', async () => {
    const { card, token, robo } = await working()
    const stream = await listen(tandem.url, token, [`card://${card.key}`])
    await until(() => acknowledged(stream.messages).length === 1)
    const [minted] = (await ada.get('/api/tokens')).body.filter((row: any) => row.actorId === robo.actorId)
    await ada.delete(`/api/tokens/${minted.id}`)
    await until(() => stream.isOver())
    await ada.patch(`/api/cards/${card.id}`, { title: 'Secret' })
    expect(stream.updated()).toEqual([])
  })

  test('ends when its last board is lost, and tells no more of one that is lost before', async () => {
    const { board, card, token, robo } = await working()
    const kept = (await ada.post('/api/boards', { name: 'Kept', template: 'kanban' })).body
    await ada.post(`/api/boards/${kept.id}/members`, { actorId: robo.actorId, role: 'member' })
    const both = await listen(tandem.url, token, [`card://${card.key}`, `board://${kept.keyPrefix}`])
    const one = await listen(tandem.url, token, [`board://${board.id}`])
    await until(() => acknowledged(both.messages).length === 2 && acknowledged(one.messages).length === 1)
    await ada.delete(`/api/boards/${board.id}/members/${robo.actorId}`)
    await until(() => one.isOver())
    const before = both.updated().length
    await ada.patch(`/api/cards/${card.id}`, { title: 'Secret' })
    await ada.patch(`/api/boards/${kept.id}`, { name: 'Kept on' })
    await until(() => both.updated().includes(`board://${kept.keyPrefix}`))
    expect(both.updated().slice(before)).toEqual([`board://${kept.keyPrefix}`])
    expect(both.isOver()).toBe(false)
    both.close()
  })

  test('is one of sixteen of a token at most, until one is closed', async () => {
    const { card, token } = await working()
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => listen(tandem.url, token, [`card://${card.key}`])))
    const open = atOnce.filter(({ status }) => status === 200)
    expect(open).toHaveLength(16)
    await until(() => open.every(({ messages }) => messages.length > 0))
    const over = await listen(tandem.url, token, [`card://${card.key}`])
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
    open[0]?.close()
    await until(async () => {
      const again = await listen(tandem.url, token, [`card://${card.key}`])
      if (again.status !== 200) return false
      again.close()
      return true
    })
    for (const stream of open) stream.close()
  })

  test('keeps no place for a client that hangs up before it is answered', async () => {
    const { card, token } = await working()
    const uris = [`card://${card.key}`]
    const lock = await tandem.database.pool.connect()
    await lock.query('begin; lock table cards in access exclusive mode')
    const hangUps = Array.from({ length: 4 }, () => new AbortController())
    const early = hangUps.map((hangUp) => listen(tandem.url, token, uris, hangUp).catch(() => null))
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%key_prefix = $1%'`
    await until(async () => (await tandem.database.pool.query(waiting)).rows.length > 0)
    for (const hangUp of hangUps) hangUp.abort()
    expect(await Promise.all(early)).toEqual([null, null, null, null])
    await lock.query('commit')
    lock.release()
    await until(async () => {
      const all = await Promise.all(Array.from({ length: 16 }, () => listen(tandem.url, token, uris)))
      for (const stream of all) stream.close()
      return all.every(({ status }) => status === 200)
    })
  })

  test('and a wait end in good order when the service stops', async () => {
    const stopping = await startTestService()
    const { card, session, token } = await working({ service: stopping, owner: await stopping.register('Ada') })
    const stream = await listen(stopping.url, token, [`card://${card.key}`])
    await until(() => stream.messages.length > 0)
    const call = callTool('session_read', {
      method: 'poll_events',
      params: { sessionId: session.id, since: '2999-01-01T00:00:00Z', waitSeconds: 25 },
    })
    const waiting = post(stopping.url, token, call.body, call.headers).catch(() => null)
    await stopping.stop()
    await stream.reading
    expect(stream.messages.at(-1)).toMatchObject({ id: 7, result: { resultType: 'complete' } })
    await waiting
  })

  test('an older client is not promised one', async () => {
    const { token } = await working()
    for (const era of eras) {
      const client = await connect(tandem.url, token, era)
      expect(client.client.getServerCapabilities()?.resources).toEqual({ listChanged: false, subscribe: era === 'modern' })
      await client.close()
    }
  })
})

describe.each(eras)('addresses and prompts on the %s protocol', (era) => {
  test('are listed, read and completed', async () => {
    const { board, card, session, token } = await working()
    const { client, close } = await connect(tandem.url, token, era)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['me://work', `board://${board.id}`])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['board://{boardId}', 'card://{key}', 'session://{sessionId}'])
    const read = async (uri: string) => JSON.parse(((await client.readResource({ uri })).contents[0] as { text: string }).text)
    expect((await read('me://work')).delegated_to_me[0].key).toBe(card.key)
    expect((await read(`board://${board.keyPrefix}`)).board.id).toBe(board.id)
    expect((await read(`card://${card.key.toLowerCase()}`)).card.title).toBe('Pump')
    expect((await read(`session://${session.id}`)).state).toBe('queued')
    for (const uri of ['card://NONE-1', 'odd://x', 'card://', 'me://play']) await expect(client.readResource({ uri })).rejects.toThrow()

    const complete = async (name: string, value: string) =>
      (await client.complete({ ref: { type: 'ref/prompt', name: 'work_on_card' }, argument: { name, value } })).completion.values
    expect(await complete('key', card.key.slice(0, 2).toLowerCase())).toEqual([card.key])
    expect(await complete('key', `${board.keyPrefix}-`)).toEqual([card.key])
    expect(await complete('board', board.keyPrefix.slice(0, 1))).toEqual([board.keyPrefix])
    expect(await complete('unheard', 'x')).toEqual([])
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['work_on_card', 'triage_board', 'standup'])
    for (const name of ['triage_board', 'standup']) {
      const { messages } = await client.getPrompt({ name, arguments: { board: board.keyPrefix } })
      expect(messages).toHaveLength(2)
    }
    await expect(client.getPrompt({ name: 'work_on_card', arguments: { key: 'NONE-1' } })).rejects.toThrow()
    await expect(client.getPrompt({ name: 'work_on_card' })).rejects.toThrow(/needs key/)
    await expect(client.getPrompt({ name: 'unheard' })).rejects.toThrow(/no prompt/)
    await close()
  })
})
