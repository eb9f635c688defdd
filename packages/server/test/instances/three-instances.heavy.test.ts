import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { brokenIn } from '../kit/invariants.ts'
import { hasRedis, type TestRedis, testRedis, whyNoRedis } from '../kit/servers/redis.ts'
import type { TestSocket } from '../kit/socket.ts'
import { startReceiver } from '../webhooks/fixture/receiver.ts'
import { fine, type Member, startThree, type Three } from './three.ts'

const instances = [0, 1, 2] as const
/** With one token a minute, the bucket does not refill while a test counts. */
const tokenBurst = 12
const limits = { RATE_LIMIT_TOKEN: `1/${tokenBurst}`, RATE_LIMIT_SESSION: '100000/100000' }

/** A board of Ada's and Bob's with one list. */
async function makeBoard(three: Three) {
  const [ada, bob] = [await three.register('Ada'), await three.register('Bob')]
  const boardId: string = fine(await ada.at[0].post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  const listId: string = fine(await ada.at[0].get(`/api/boards/${boardId}`)).body.lists[0].id
  fine(await ada.at[0].post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'member' }))
  return { three, ada, bob, boardId, listId }
}

type Team = Awaited<ReturnType<typeof makeBoard>>

const mint = async (who: Member): Promise<string> =>
  fine(await who.at[0].post('/api/tokens', { label: 'x', scopes: ['boards:read'] })).body.token

/** Sends requests through every instance at once. None may fail, and every instance stays ready. */
async function work({ ada, listId }: Team, cards = 4): Promise<void> {
  const asked = instances.flatMap((at) => [
    ...Array.from({ length: cards }, () => ada.at[at].post(`/api/lists/${listId}/cards`, { title: 'A card' })),
    ada.at[at].get('/health/ready'),
    ada.at[at].get('/api/boards'),
  ])
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status >= 300)).toEqual([])
}

/** The number of requests of a new token that each instance served. */
async function letThrough({ ada, three }: Team, each = tokenBurst + 3): Promise<number[]> {
  const token = three.withToken(await mint(ada))
  return Promise.all(
    instances.map(async (at) => {
      const answers = await Promise.all(Array.from({ length: each }, () => token.at[at].get('/api/boards')))
      expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
      return answers.filter(({ status }) => status === 200).length
    }),
  )
}

/** Waits until the instances share their counts: then a new token has one burst over all of them. */
const countTogether = (team: Team) => until(async () => (await letThrough(team)).reduce((one, other) => one + other, 0) === tokenBurst)

/** The number of log lines: one for each outage, not for each request. */
const timesLost = (output: string) => output.split('Redis is unavailable').length - 1

/** The counts while the instances do not share them. */
const alone = instances.map(() => tokenBurst)

/** All that happens on the board reaches every socket, each event once and in order. */
async function allHear({ ada, boardId }: Team, sockets: readonly TestSocket[]): Promise<void> {
  const { seq } = fine(await ada.at[2].get(`/api/boards/${boardId}`)).body
  for (const socket of sockets) {
    await until(() => socket.seqs(boardId).at(-1) === seq)
    const seqs = socket.seqs(boardId)
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
  }
}

/** Bob looks at a card through the second instance and leaves; Ada sees it through the third. */
async function presenceIsSeen({ ada, bob, boardId, listId }: Team): Promise<void> {
  const [hers, his] = [await ada.listen(2), await bob.listen(1)]
  await hers.subscribe(boardId)
  await his.subscribe(boardId)
  const cardId: string = fine(await ada.at[0].post(`/api/lists/${listId}/cards`, { title: 'Looked at' })).body.id
  his.say({ type: 'presence', boardId, cardId })
  await hers.next('presence', ({ actors }) => actors.some((one) => one.actorId === bob.actorId && one.cardId === cardId))
  his.close()
  await hers.next('presence', ({ actors }) => actors.length === 0)
  hers.close()
}

async function follow({ ada, boardId }: Team): Promise<TestSocket[]> {
  const sockets = await Promise.all(instances.map((at) => ada.listen(at)))
  for (const socket of sockets) await socket.subscribe(boardId)
  return sockets
}

describe('three instances on one database', () => {
  test('hear each other, end a credential together (F64), and count requests each by itself', {
    meta: { proves: ['instances.together'] },
  }, async () => {
    const team = await makeBoard(await startThree(limits))
    const { three, ada, bob, listId } = team
    const sockets = await follow(team)
    await work(team)
    await allHear(team, sockets)
    await presenceIsSeen(team)

    const inbox = await bob.listen(2)
    const cardId = fine(await ada.at[0].post(`/api/lists/${listId}/cards`, { title: 'For Bob' })).body.id
    fine(await ada.at[1].patch(`/api/cards/${cardId}`, { assigneeActorIds: [bob.actorId] }))
    await inbox.next('notification', ({ notification }) => notification.cardId === cardId && notification.reason === 'assigned')

    expect(await letThrough(team)).toEqual(alone)

    const minted = fine(await ada.at[0].post('/api/tokens', { label: 'ends', scopes: ['boards:read'] })).body
    const token = three.withToken(minted.token)
    const listening = await Promise.all(instances.map((at) => token.listen(at)))
    for (const at of instances) fine(await token.at[at].get('/api/boards'))
    fine(await ada.at[0].delete(`/api/tokens/${minted.id}`))
    for (const at of instances) {
      await until(() => listening[at]?.closed?.code === 4401, 3_000)
      for (const path of ['/api/boards', '/mcp'])
        await until(async () => (await token.at[at].post(path, {})).body.error?.code === 'invalid_token', 3_000)
      expect((await token.at[at].get('/api/boards')).body.error.code).toBe('invalid_token')
    }
    expect(await brokenIn(three)).toEqual([])
  })

  test('try no delivery twice at a time, fail a silent session once, and run a rule once (F46)', {
    meta: { proves: ['instances.together'] },
  }, async () => {
    const underWay = new Map<string, number>()
    const tries = new Map<string, number>()
    const overlaps: string[] = []
    const receiver = await startReceiver((response, { headers }) => {
      const id = String(headers['x-kanban-delivery-id'])
      const [before, tried] = [underWay.get(id) ?? 0, (tries.get(id) ?? 0) + 1]
      if (before > 0) overlaps.push(id)
      underWay.set(id, before + 1)
      tries.set(id, tried)
      setTimeout(() => {
        underWay.set(id, (underWay.get(id) ?? 0) - 1)
        response.writeHead(tried === 1 ? 500 : 200).end()
      }, 20)
    })
    onTestFinished(() => receiver.stop())
    const three = await startThree({
      WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS: '20',
      WEBHOOK_RETRY_SCALE: '0.001',
      SESSION_TIMEOUT_HOURS: '0.0006',
    })
    const team = await makeBoard(three)
    const { ada, boardId, listId } = team
    fine(await ada.at[0].post(`/api/boards/${boardId}/webhooks`, { url: receiver.url, events: ['card.created'] }))
    const agent = fine(await ada.at[0].post('/api/agents', { name: 'Robo' })).body.id
    fine(await ada.at[0].post(`/api/boards/${boardId}/members`, { actorId: agent, role: 'member' }))
    const trigger = { verb: 'agent_session.failed' }
    const rule = { name: 'Once', trigger, actions: [{ type: 'add_checklist_item', text: 'Ask {{actor.name}}' }] }
    const ruleId = fine(await ada.at[0].post(`/api/boards/${boardId}/rules`, rule)).body.id
    const cards = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const sender = ada.at[instances[n % 3] ?? 0]
        const cardId = fine(await sender.post(`/api/lists/${listId}/cards`, { title: `Card ${n}` })).body.id
        fine(await sender.post(`/api/cards/${cardId}/delegation`, { agentActorId: agent }))
        return cardId
      }),
    )
    const countOf = async (question: string) => (await three.pool.query<{ count: number }>(question)).rows[0]?.count
    await until(async () => (await countOf(`select count(*)::int from deliveries where state = 'delivered'`)) === cards.length)
    expect(overlaps).toEqual([])
    expect([...tries.values()]).toEqual(cards.map(() => 2))
    await until(async () => (await countOf('select count(*)::int from sessions where ended_at is not null')) === cards.length)
    expect(await countOf(`select count(*)::int from activities where verb = 'agent_session.failed'`)).toBe(cards.length)
    const ranFor = `from rule_runs where rule_id = '${ruleId}' and state = 'done'`
    await until(async () => (await countOf(`select count(distinct activity_id)::int as count ${ranFor}`)) === cards.length)
    expect(await countOf(`select count(*)::int ${ranFor}`)).toBe(cards.length)
    expect(await countOf('select count(*)::int from checklist_items')).toBe(cards.length)
    expect(await countOf('select count(distinct card_id)::int as count from checklist_items')).toBe(cards.length)
    expect(await brokenIn(three)).toEqual([])
  })
})

describe('three instances with Redis', () => {
  beforeEach(({ skip }) => skip(!hasRedis, whyNoRedis))

  async function serverOf(): Promise<TestRedis> {
    const redis = await testRedis()
    onTestFinished(() => redis.remove())
    return redis
  }

  test('start without it, share limits and words by it once it is there, and do without it when it is killed', {
    meta: { proves: ['instances.redis-shared'] },
  }, async () => {
    const redis = await serverOf()
    const three = await startThree({ ...limits, REDIS_URL: redis.url })
    const team = await makeBoard(three)
    const sockets = await follow(team)
    await work(team)
    await allHear(team, sockets)
    expect(await letThrough(team)).toEqual(alone)

    await redis.start()
    await countTogether(team)
    await until(async () => {
      three.notified.length = 0
      await presenceIsSeen(team)
      await work(team)
      await allHear(team, sockets)
      return three.notified.length === 0
    })

    const during = work(team, 20)
    await redis.kill()
    await during
    await work(team)
    await allHear(team, sockets)
    await presenceIsSeen(team)
    expect(three.notified.join()).toContain(team.boardId)
    expect(await letThrough(team)).toEqual(alone)

    await redis.start()
    await countTogether(team)
    for (const { output } of three.tandems) expect(timesLost(output())).toBeLessThan(10)
    expect(three.tandems.flatMap((tandem) => tandem.failures())).toEqual([])
    expect(await brokenIn(three)).toEqual([])
  })

  test('wait for no Redis that hangs, and share again when it goes on', { meta: { proves: ['instances.redis-shared'] } }, async () => {
    const redis = await serverOf()
    await redis.start()
    const three = await startThree({ ...limits, REDIS_URL: redis.url })
    const team = await makeBoard(three)
    const sockets = await follow(team)
    await countTogether(team)

    const during = work(team, 20)
    await redis.signal('SIGSTOP')
    await during
    await work(team)
    await allHear(team, sockets)
    await presenceIsSeen(team)
    expect(await redis.hangs()).toBe(true)
    expect(await letThrough(team)).toEqual(alone)
    expect(await redis.hangs()).toBe(true)

    await redis.signal('SIGCONT')
    await countTogether(team)
    await work(team)
    await allHear(team, sockets)
    for (const { output } of three.tandems) expect(timesLost(output())).toBeLessThan(10)
    expect(three.tandems.flatMap((tandem) => tandem.failures())).toEqual([])
  })
})
