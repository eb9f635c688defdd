import { expect, test } from 'vitest'
import { createPools, limits, type Pace } from '../../src/workers/deliveries/pools.ts'

test('of subscriptions that fail or are slow only the last thousand are remembered, and one that works again is forgotten', () => {
  const pools = createPools()
  const attempt = (webhookId: string, pace: Pace | null) => {
    const entry = { webhookId, ownerId: 'ada', host: 'example.com', pool: 'unproven' as const }
    pools.enter(entry)
    pools.leave(entry, pace)
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
    const entry = { webhookId, ownerId: 'ada', host: 'example.com', pool: 'unproven' as const }
    pools.enter(entry)
    pools.leave(entry, pace)
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

test('an exchange that is late holds no entry of its pool; of too many the oldest of the person with the most is cut off', () => {
  const pools = createPools()
  const entryOf = (ownerId: string, webhookId: string) => ({ webhookId, ownerId, host: 'example.com', pool: 'unproven' as const })
  const few = entryOf('bob', 'few')
  const many = Array.from({ length: limits.late }, (_, nth) => entryOf('mallory', `many-${nth}`))
  pools.enter(few)
  expect(pools.markLate(few)).toBeNull()
  for (const entry of many.slice(1)) {
    pools.enter(entry)
    expect(pools.markLate(entry)).toBeNull()
  }
  expect(pools.allowance().underWay.every(({ pool }) => pool === null)).toBe(true)
  expect(pools.isFull()).toBe(false)
  const last = entryOf('ada', 'last')
  pools.enter(last)
  expect(pools.markLate(last)).toBe(many[1])
  expect(pools.allowance().known).toContainEqual({ webhookId: 'last', pace: 'failing' })
  pools.leave(last, 'slow')
  pools.enter(last)
  pools.markLate(last)
  expect(pools.allowance().known).toContainEqual({ webhookId: 'last', pace: 'slow' })
  pools.leave(few, null)
  expect(pools.markLate(few)).toBeNull()
})
