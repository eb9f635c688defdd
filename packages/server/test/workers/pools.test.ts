import { expect, test } from 'vitest'
import { roomForConnections } from '../../src/surfaces/http/connection-limits.ts'
import { createPools, limits, pools as names, type Pace } from '../../src/workers/deliveries/pools.ts'

const lasting = (pace: Pace | null, tookMs = 1, octets = 500) => ({ pace, tookMs, octets })
const entryOf = (ownerId: string, webhookId: string) => ({ webhookId, ownerId, host: 'example.com', pool: 'unproven' as const })

test('of subscriptions that fail or are slow only the last thousand are remembered, and one that works again is forgotten', () => {
  const pools = createPools()
  const attempt = (webhookId: string, pace: Pace | null) => {
    const entry = entryOf('ada', webhookId)
    pools.enter(entry)
    pools.leave(entry, lasting(pace))
  }
  attempt('early', 'failing')
  attempt('often', 'failing')
  for (let n = 0; n < 999; n++) attempt(`gone-${n}`, 'slow')
  attempt('often', 'slow')
  attempt('last', 'failing')
  attempt('last', null)
  const remembered = pools.allowance().known
  expect(remembered).toHaveLength(1_000)
  expect(remembered.slice(-2)).toEqual([
    { webhookId: 'often', pace: 'slow' },
    { webhookId: 'last', pace: 'failing' },
  ])
  expect(remembered.map(({ webhookId }) => webhookId)).not.toContain('early')
  attempt('last', 'fast')
  expect(pools.allowance().known.map(({ webhookId }) => webhookId)).not.toContain('last')
  expect(pools.allowance().underWay).toEqual([])
})

test('a subscription is proven when it was answered in time, after trouble twice; of the proven the last thousand are remembered', () => {
  const pools = createPools()
  const attempt = (webhookId: string, pace: Pace | null) => {
    const entry = entryOf('ada', webhookId)
    pools.enter(entry)
    pools.leave(entry, lasting(pace))
    return pools.allowance().known.find((one) => one.webhookId === webhookId)?.pace ?? null
  }
  expect(attempt('new', 'fast')).toBe('fast')
  expect(attempt('new', null)).toBe('fast')
  expect(attempt('new', 'failing')).toBe('failing')
  expect(attempt('new', 'fast')).toBeNull()
  expect(attempt('new', 'fast')).toBe('fast')
  for (let n = 0; n < 1_000; n++) attempt(`other-${n}`, 'fast')
  expect(pools.allowance().known).toHaveLength(1_000)
  expect(pools.allowance().known.map(({ webhookId }) => webhookId)).not.toContain('new')
})

test('a receiver that works gets longer runs each time, as long as they last a tenth of a second and have 256 KiB', () => {
  const pools = createPools()
  const attempt = (pace: Pace, tookMs?: number, octets?: number) => {
    const entry = entryOf('ada', 'one')
    pools.enter(entry)
    pools.leave(entry, lasting(pace, tookMs, octets))
    return pools.allowance().known[0]?.each
  }
  expect([attempt('fast'), attempt('fast'), attempt('fast'), attempt('fast'), attempt('fast'), attempt('fast')]).toEqual([
    1, 2, 4, 8, 16, 16,
  ])
  expect(attempt('fast', 40)).toBe(2)
  expect([attempt('fast'), attempt('fast', 1, 100_000)]).toEqual([4, 2])
  expect(attempt('fast', 900, 1_000_000)).toBe(1)
  expect([attempt('failing'), attempt('fast'), attempt('fast')]).toEqual([undefined, undefined, 1])
})

test('an exchange that is late holds no entry of its pool, and says that its receiver fails until it answers', () => {
  const pools = createPools()
  const entry = entryOf('ada', 'last')
  pools.enter(entry)
  pools.markLate(entry)
  expect(pools.allowance()).toMatchObject({
    underWay: [{ webhookId: 'last', pool: null }],
    known: [{ webhookId: 'last', pace: 'failing' }],
  })
  pools.leave(entry, lasting('slow'))
  pools.enter(entry)
  pools.markLate(entry)
  expect(pools.allowance().known).toEqual([{ webhookId: 'last', pace: 'slow' }])
  pools.leave(entry, lasting(null))
  pools.markLate(entry)
  expect(pools.allowance().underWay).toEqual([])
})

test('when all sockets are taken, each new attempt ends one that is late: the oldest of the person with the most', () => {
  const pools = createPools()
  const few = entryOf('bob', 'few')
  const many = Array.from({ length: limits.mostTogether - 1 }, (_, nth) => entryOf('mallory', `many-${nth}`))
  for (const entry of [few, ...many]) {
    expect(pools.enter(entry)).toBeNull()
    pools.markLate(entry)
  }
  expect(pools.isFull()).toBe(false)
  const ended = ['one', 'two'].map((webhookId) => pools.enter(entryOf('ada', webhookId)))
  expect(ended).toEqual(many.slice(0, 2))
  // It counts for its own subscription until it has ended.
  expect(pools.allowance().underWay.filter(({ webhookId }) => webhookId === 'many-0')).toHaveLength(1)
  pools.leave(many[0] ?? few, lasting('failing'))
  expect(pools.allowance().underWay.filter(({ webhookId }) => webhookId === 'many-0')).toEqual([])
  pools.leave(many[2] ?? few, lasting('failing'))
  expect(pools.enter(entryOf('ada', 'three'))).toBeNull()
})

test('connections leave descriptors for all attempts together, and the pools leave room for late ones', () => {
  const [others, share] = [64, 3 / 4]
  expect(roomForConnections(others + limits.mostTogether + 400, 0)).toBe(400 * share)
  const inPools = names.reduce<number>((sum, pool) => sum + limits[pool].overall + limits[pool].mostFirsts, 0)
  expect(limits.mostTogether - inPools).toBe(184)
})

test('pools are full when each has its most, those beyond the limits included', () => {
  const pools = createPools()
  const entries = names.flatMap((pool) =>
    Array.from({ length: limits[pool].overall + limits[pool].mostFirsts }, (_, nth) => {
      return { webhookId: `${pool}-${nth}`, ownerId: `owner-${nth}`, host: 'example.com', pool }
    }),
  )
  for (const entry of entries) {
    expect(pools.isFull()).toBe(false)
    pools.enter(entry)
  }
  expect(pools.isFull()).toBe(true)
})
