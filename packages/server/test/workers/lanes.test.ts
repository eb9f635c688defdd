import { expect, test } from 'vitest'
import { createLanes, limits, type Pace } from '../../src/workers/deliveries/lanes.ts'

test('of subscriptions that fail or are slow only the last thousand are remembered, and one that works again is forgotten', () => {
  const lanes = createLanes()
  const attempt = (webhookId: string, pace: Pace | null) => {
    const slot = { webhookId, ownerId: 'ada', host: 'example.com', lane: 'unproven' as const }
    lanes.enter(slot)
    lanes.leave(slot, pace)
  }
  attempt('early', 'failing')
  attempt('often', 'failing')
  for (let n = 0; n < 999; n++) attempt(`gone-${n}`, 'slow')
  attempt('often', 'slow')
  attempt('last', 'failing')
  attempt('last', null)
  const remembered = lanes.allowance().known
  expect(remembered).toHaveLength(1_000)
  expect(remembered.slice(-2)).toEqual([
    { webhookId: 'often', pace: 'slow' },
    { webhookId: 'last', pace: 'failing' },
  ])
  expect(remembered.map(({ webhookId }) => webhookId)).not.toContain('early')
  attempt('last', 'fast')
  expect(lanes.allowance().known.map(({ webhookId }) => webhookId)).not.toContain('last')
  expect(lanes.allowance().underWay).toEqual([])
})

test('a subscription is proven when it was answered in time, after trouble twice; of the proven the last thousand are remembered', () => {
  const lanes = createLanes()
  const attempt = (webhookId: string, pace: Pace | null) => {
    const slot = { webhookId, ownerId: 'ada', host: 'example.com', lane: 'unproven' as const }
    lanes.enter(slot)
    lanes.leave(slot, pace)
    return lanes.allowance().known.find((one) => one.webhookId === webhookId)?.pace ?? null
  }
  expect(attempt('new', 'fast')).toBe('fast')
  expect(attempt('new', null)).toBe('fast')
  expect(attempt('new', 'failing')).toBe('failing')
  expect(attempt('new', 'fast')).toBeNull()
  expect(attempt('new', 'fast')).toBe('fast')
  for (let n = 0; n < 1_000; n++) attempt(`other-${n}`, 'fast')
  expect(lanes.allowance().known).toHaveLength(1_000)
  expect(lanes.allowance().known.map(({ webhookId }) => webhookId)).not.toContain('new')
})

test('an exchange that is late holds no slot of its lane; of too many the oldest of the person with the most is cut off', () => {
  const lanes = createLanes()
  const slotOf = (ownerId: string, webhookId: string) => ({ webhookId, ownerId, host: 'example.com', lane: 'unproven' as const })
  const few = slotOf('bob', 'few')
  const many = Array.from({ length: limits.late }, (_, nth) => slotOf('mallory', `many-${nth}`))
  lanes.enter(few)
  expect(lanes.turnLate(few)).toBeNull()
  for (const slot of many.slice(1)) {
    lanes.enter(slot)
    expect(lanes.turnLate(slot)).toBeNull()
  }
  expect(lanes.allowance().underWay.every(({ lane }) => lane === null)).toBe(true)
  expect(lanes.isFull()).toBe(false)
  const last = slotOf('ada', 'last')
  lanes.enter(last)
  expect(lanes.turnLate(last)).toBe(many[1])
  expect(lanes.allowance().known).toContainEqual({ webhookId: 'last', pace: 'failing' })
  lanes.leave(last, 'slow')
  lanes.enter(last)
  lanes.turnLate(last)
  expect(lanes.allowance().known).toContainEqual({ webhookId: 'last', pace: 'slow' })
  lanes.leave(few, null)
  expect(lanes.turnLate(few)).toBeNull()
})
