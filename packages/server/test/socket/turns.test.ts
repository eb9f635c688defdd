import { expect, test } from 'vitest'
import { createConcurrencyLimit } from '../../src/kernel/limits/concurrency-limit.ts'
import { createTurns, type Turns } from '../../src/live/event-loop-turns.ts'

const busy = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Writes like a feed: one message after the other until its turn is over. */
async function writeAll(turns: Turns, count: number, wrote: () => void): Promise<void> {
  await turns.take()
  for (let n = 0; n < count; n++) {
    if (turns.isOver()) await turns.take()
    busy(1)
    wrote()
  }
}

test('between the turns of a long job the loop runs for everybody else', async () => {
  const turns = createTurns()
  let others = 0
  let done = false
  const tick = () => {
    others += 1
    if (!done) setImmediate(tick)
  }
  setImmediate(tick)
  await writeAll(turns, 100, () => {})
  done = true
  expect(others).toBeGreaterThanOrEqual(100 / 9)
})

test('two long jobs take turns: neither waits for the end of the other', async () => {
  const turns = createTurns()
  const order: string[] = []
  await Promise.all(['a', 'b'].map((name) => writeAll(turns, 50, () => order.push(name))))
  expect(order.lastIndexOf('a')).toBeGreaterThan(order.indexOf('b'))
  expect(order.lastIndexOf('b')).toBeGreaterThan(order.indexOf('a'))
})

test('a concurrency limit lets so many in at a time, in the order in which they came, and goes on after a failure', async () => {
  const inTurn = createConcurrencyLimit(2)
  const began: number[] = []
  let inside = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      inTurn(async () => {
        began.push(n)
        inside += 1
        most = Math.max(most, inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside -= 1
        if (n % 3 === 0) throw new Error('no')
      }),
    ),
  )
  expect(most).toBe(2)
  expect(began).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(13)
})
