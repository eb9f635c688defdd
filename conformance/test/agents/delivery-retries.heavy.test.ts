import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { standingClock } from '../../../packages/server/test/kit/clock.ts'
import { type Answer, aWhile, type Hook, hook, receive, until, waitAhead } from '../../src/hooks.ts'
import { scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const delays = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, day]

beforeAll(async () => {
  world = await startWorld({}, standingClock())
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

/** A webhook that has got the event of one card. */
async function told(...answers: Answer[]): Promise<Hook> {
  const hooked = await hook(world, board, ['card.created'], ...answers)
  await board.card()
  await hooked.heard(1)
  return hooked
}

/** Moves the clock to the next attempt of the webhook, which is due in about `plannedMs`, and waits for the request. */
async function nextTry(hooked: Hook, plannedMs: number, of: World = world): Promise<void> {
  const tries = hooked.receiver.received.length
  of.tandem.clock.advance(await waitAhead(of.tandem, hooked.id, plannedMs))
  await hooked.heard(tries + 1)
}

/** Moves the clock by a day and expects that nothing more was sent. */
async function staysSilent(hooked: Hook): Promise<void> {
  const tries = hooked.receiver.received.length
  world.tandem.clock.advance(day)
  await aWhile(world.tandem)
  expect(hooked.receiver.received).toHaveLength(tries)
}

const streak = async (hooked: Hook) => (await hooked.shown()).consecutiveFailures
const states = async (hooked: Hook): Promise<string[]> => {
  const { rows } = await world.tandem.database.pool.query('select state from deliveries where webhook_id = $1', [hooked.id])
  return rows.map((row) => row.state)
}
const settled = (hooked: Hook) => until(async () => !(await states(hooked)).includes('pending'))

scenario(
  'a 5xx and a broken connection are tried again under the same id, until a 2xx ends it',
  ['delivery.retry.5xx', 'delivery.retry.2xx-stops', 'delivery.header.delivery-id-stable'],
  async () => {
    const hooked = await told(500, (response) => response.destroy(), 503, 204)
    for (const delay of delays.slice(0, 3)) await nextTry(hooked, delay)
    await settled(hooked)
    await staysSilent(hooked)
    expect([hooked.receiver.received.length, await streak(hooked)]).toEqual([4, 0])
    const header = (name: string) => hooked.receiver.received.map(({ headers }) => headers[name])
    expect(new Set(header('x-kanban-delivery-id')).size).toBe(1)
    expect(new Set(hooked.receiver.received.map(({ rawBody }) => rawBody.toString('hex'))).size).toBe(1)
    for (const name of ['x-kanban-timestamp', 'x-signature']) expect(new Set(header(name)).size).toBe(4)
    for (const status of [200, 201, 299]) {
      const once = await told(status)
      await settled(once)
      await staysSilent(once)
      expect(once.receiver.received).toHaveLength(1)
    }
    const unreachable = await told(500)
    await unreachable.receiver.stop()
    for (const delay of delays.slice(0, 2)) world.tandem.clock.advance(await waitAhead(world.tandem, unreachable.id, delay))
    await waitAhead(world.tandem, unreachable.id, minute)
    expect(await states(unreachable)).toEqual(['pending'])
  },
)

scenario('a 4xx is final: it is tried once, and counts as a failure', ['delivery.retry.4xx-permanent'], async () => {
  for (const status of [400, 404, 408, 410, 429]) {
    const hooked = await told(status)
    await settled(hooked)
    await staysSilent(hooked)
    expect([await states(hooked), await streak(hooked), hooked.receiver.received.length]).toEqual([['failed'], 1, 1])
  }
})

scenario('a redirect is a failed try and is not followed', ['delivery.retry.3xx'], async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const elsewhere = await receive()
    const hooked = await told((response) => response.writeHead(status, { location: elsewhere.url }).end(), 200)
    await nextTry(hooked, 2 * second)
    await settled(hooked)
    expect([await states(hooked), hooked.receiver.received.length, elsewhere.received.length]).toEqual([['delivered'], 2, 0])
  }
})

scenario(
  'the tries follow after 2 s and more each time, within a fifth; the tenth that fails is the last',
  ['delivery.retry.schedule', 'delivery.retry.ten-tries'],
  async () => {
    const hooked = await told(500)
    for (const [at, delay] of delays.entries()) {
      const ahead = await waitAhead(world.tandem, hooked.id, delay)
      expect(Math.abs(ahead - delay)).toBeLessThanOrEqual(0.2 * delay)
      world.tandem.clock.advance(ahead - 1)
      await aWhile(world.tandem)
      expect([hooked.receiver.received.length, await states(hooked), await streak(hooked)]).toEqual([at + 1, ['pending'], 0])
      // Deliveries without a timer of their own are found by the next sweep.
      world.tandem.clock.advance(1 + 5 * second)
      await hooked.heard(at + 2)
    }
    await settled(hooked)
    expect([hooked.receiver.received.length, await states(hooked), await streak(hooked)]).toEqual([10, ['failed'], 1])
    await staysSilent(hooked)
  },
)

scenario('WEBHOOK_RETRY_SCALE multiplies the delays', ['delivery.retry.scale'], async ({ onTestFinished }) => {
  for (const [scale, factor] of [
    ['0.1', 0.1],
    ['10', 10],
  ] as const) {
    const scaled = await startWorld({ WEBHOOK_RETRY_SCALE: scale }, standingClock())
    onTestFinished(() => scaled.tandem.stop())
    const on = await makeBoard(scaled)
    const hooked = await hook(scaled, on, ['card.created'], 500)
    await on.card()
    await hooked.heard(1)
    for (const delay of delays.slice(0, 3)) await nextTry(hooked, factor * delay, scaled)
  }
})

scenario('a receiver that says nothing for 15 s has failed a try', ['delivery.retry.timeout'], async () => {
  let cutAfterMs = 0
  // Counted from before the try: a busy machine hands the receiver its request late.
  const beganMs = performance.now()
  const silent: Answer = (response) => {
    response.on('close', () => {
      cutAfterMs = performance.now() - beganMs
    })
  }
  const hooked = await told(silent, 200)
  await until(() => cutAfterMs > 0)
  // Timers are never early, but for their rounding.
  expect(cutAfterMs).toBeGreaterThan(14_500)
  await nextTry(hooked, 2 * second)
  await settled(hooked)
  expect(await states(hooked)).toEqual(['delivered'])
})

scenario('of a response 64 KiB are read and no more', ['delivery.retry.response-bounded'], async () => {
  const piece = Buffer.alloc(8 * 1_024, 'x')
  let written = 0
  let cut = false
  const endless: Answer = (response) => {
    response.writeHead(200)
    // Slowly, so that the receiver has read each piece.
    const timer = setInterval(() => {
      written += piece.length
      response.write(piece)
    }, 10)
    response.on('close', () => {
      clearInterval(timer)
      cut = true
    })
  }
  const hooked = await told(endless)
  await until(() => cut)
  expect(written).toBeGreaterThanOrEqual(64 * 1_024)
  expect(written).toBeLessThanOrEqual(256 * 1_024)
  await settled(hooked)
  expect([await states(hooked), await streak(hooked)]).toEqual([['delivered'], 0])
})
