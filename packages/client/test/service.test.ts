import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../server/test/kit/http.ts'
import { type Person, password, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { startReceiver } from '../../server/test/webhooks/fixture/receiver.ts'
import { type Client, createClient, verifyWebhook } from '../src/index.ts'

let tandem: TestService
let person: Person
let ada: Client

beforeAll(async () => {
  tandem = await startTestService()
  person = await tandem.register('Ada')
  ada = createClient({ url: tandem.url, cookie: person.cookie ?? '' })
})
afterAll(() => tandem.stop())

async function boardWithList() {
  const board = await ada.call('board.create', { name: 'Engine' })
  const list = await ada.call('list.create', { boardId: board.id, name: 'To do' })
  return { boardId: board.id, listId: list.id }
}

const soon = (client: Client, boardId: string, since: string | undefined, signal: AbortSignal) =>
  client.follow(boardId, { since, signal, everyMs: 5 })

describe('calls', () => {
  test('an act through the client is what others see; a refusal is a TandemError', async () => {
    const { boardId, listId } = await boardWithList()
    const card = await ada.call('card.create', { listId, title: 'Rotate the keys', priority: 'high' })
    const tree = await person.get(`/api/boards/${boardId}`)
    expect(tree.body.lists[0].cards).toMatchObject([{ id: card.id, title: 'Rotate the keys', priority: 'high' }])
    await expect(ada.call('card.create', { listId, title: '' })).rejects.toMatchObject({
      code: 'validation',
      details: { fieldErrors: { title: [expect.any(String)] } },
    })
    await expect(createClient({ url: tandem.url }).call('board.tree', { boardId })).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('who signs in through the client stays signed in, until signing out', async () => {
    const grace = createClient({ url: tandem.url })
    const email = 'grace@example.com'
    const registered = await grace.call('auth.register', { email, password, name: 'Grace' })
    expect((await grace.call('me.get')).id).toBe(registered.id)
    expect(await grace.call('auth.logout')).toBeNull()
    await expect(grace.call('me.get')).rejects.toMatchObject({ code: 'unauthorized' })
    await grace.call('auth.login', { email, password })
    expect((await grace.call('me.get')).id).toBe(registered.id)
  })

  test('a mutation whose answer is lost is sent again and applied once', { meta: { proves: ['client.retry.once'] } }, async () => {
    const { boardId, listId } = await boardWithList()
    let lost = 0
    const unlucky = createClient({
      url: tandem.url,
      cookie: person.cookie ?? '',
      retry: { wait: async () => {} },
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        if (init?.method === 'POST' && lost++ < 2) throw new TypeError('the connection broke')
        return response
      },
    })
    const card = await unlucky.call('card.create', { listId, title: 'Once' })
    const tree = await ada.call('board.tree', { boardId })
    expect(tree.lists[0]?.cards.map(({ id }) => id)).toEqual([card.id])
    expect(lost).toBe(3)
  })
})

describe('pages', () => {
  test('hold the whole collection once, in order, however long it is', async () => {
    const { boardId, listId } = await boardWithList()
    for (let number = 1; number <= 7; number++) await ada.call('card.create', { listId, title: `Card ${number}` })
    const lengths: number[] = []
    const seqs: number[] = []
    for await (const page of ada.pages('board.activity', { boardId, limit: 4 })) {
      lengths.push(page.length)
      seqs.push(...page.map(({ seq }) => seq))
    }
    expect(lengths).toEqual([4, 4, 1])
    expect(seqs).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })
})

describe('follow', () => {
  test('brings every activity once and in order while others write, and ends with the signal', {
    meta: { proves: ['client.watch.once'] },
  }, async () => {
    const { boardId, listId } = await boardWithList()
    const stop = new AbortController()
    const seqs: number[] = []
    const writing = Promise.all(Array.from({ length: 30 }, (_, number) => ada.call('card.create', { listId, title: `Card ${number}` })))
    for await (const { seq } of soon(ada, boardId, '2020-01-01T00:00:00.000Z', stop.signal)) if (seqs.push(seq) === 32) stop.abort()
    await writing
    expect(seqs).toEqual(Array.from({ length: 32 }, (_, at) => at + 1))
  })

  test('without since it begins with what happens next', async () => {
    const { boardId, listId } = await boardWithList()
    const stop = new AbortController()
    let polls = 0
    const counting = createClient({
      url: tandem.url,
      cookie: person.cookie ?? '',
      fetch: (input, init) => {
        polls++
        return fetch(input, init)
      },
    })
    const next = soon(counting, boardId, undefined, stop.signal).next()
    await until(() => polls >= 2)
    await ada.call('card.create', { listId, title: 'News' })
    expect((await next).value).toMatchObject({ verb: 'card.created', payload: { title: 'News' } })
    stop.abort()
  })

  test('goes on after an outage where it was, but not for one who lost the board', {
    meta: { proves: ['client.watch.once'] },
  }, async () => {
    const { boardId, listId } = await boardWithList()
    const guest = await tandem.register('Guest')
    await ada.call('member.add', { boardId, actorId: guest.actorId, role: 'viewer' })
    let away = false
    const client = createClient({
      url: tandem.url,
      cookie: guest.cookie ?? '',
      retry: { attempts: 1 },
      fetch: (input, init) => (away ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init)),
    })
    const [newest] = await client.call('board.activity', { boardId, limit: 1 })
    const following = client.follow(boardId, { since: newest?.id, everyMs: 5 })
    away = true
    const next = following.next()
    await ada.call('card.create', { listId, title: 'While away' })
    away = false
    expect((await next).value).toMatchObject({ payload: { title: 'While away' } })
    await ada.call('member.remove', { boardId, actorId: guest.actorId })
    await expect(following.next()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('webhooks', () => {
  test('what the service delivers verifies from its raw bytes, and is refused with another secret', async () => {
    const { boardId, listId } = await boardWithList()
    const receiver = await startReceiver()
    const { webhook } = await ada.call('webhook.create', { boardId, url: receiver.url, events: ['card.*'] })
    await ada.call('card.create', { listId, title: 'Grüße, 世界' })
    const [delivery] = await until(() => receiver.received.length > 0).then(() => receiver.received)
    await receiver.stop()
    if (!delivery || !webhook.secret) throw new Error('no delivery or no secret')
    const verified = await verifyWebhook(delivery, { secret: webhook.secret })
    expect(verified).toMatchObject({ ok: true, activity: { verb: 'card.created', payload: { title: 'Grüße, 世界' } } })
    expect(await verifyWebhook(delivery, { secret: 'whsec_other' })).toEqual({ ok: false, reason: 'wrong_signature' })
  })
})
