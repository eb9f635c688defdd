import type pg from 'pg'
import { mostAttempts } from '../../../src/workers/deliveries/schedule.ts'
import { until } from '../../embedded/fixture/until.ts'
import { ask, describeOutcome, succeeded } from './ask.ts'
import { type Kill, type Waits, waitsOf, wrongAttempts } from './attempt-checks.ts'
import { recordAttempts, stepsOf } from './attempts.ts'
import { type FaultyReceiver, startFaultyReceiver } from './receivers.ts'
import { type Board, get, post, type World } from './world.ts'

/** The figures of a run's deliveries; `repeats` = those sent again after an answer of 2xx. */
export type DeliveryFigures = { repeats: number; mostTries: number; healthy: Waits; failing: Waits; secondsDown: number }

export type Hooks = {
  arrived(): number
  /** Waits until all deliveries have arrived; returns the faults. */
  wrongs(client: pg.ClientBase, kills: readonly Kill[]): Promise<string[]>
  figures(client: pg.ClientBase, kills: readonly Kill[]): Promise<DeliveryFigures>
}

/** The environment with which the service must be started. */
export const hookEnvironment = { WEBHOOK_RETRY_SCALE: '0.01' }
const retryScale = Number(hookEnvironment.WEBHOOK_RETRY_SCALE)

/** The share of attempts that each receiver of a board fails. */
const failing = [0, 0, 1 / 3]
/** Long, because a failing receiver gets one delivery at a time and has a backlog after the last kill. */
const patienceMs = 900_000

/** Subscribes three receivers to all that happens on each board from now on, of which one fails a third of the tries. */
export async function startHooks(world: World, client: pg.ClientBase): Promise<Hooks> {
  await recordAttempts(client)
  const receivers = new Map<Board, FaultyReceiver[]>()
  const failingHooks = new Set<string>()
  for (const board of world.boards) {
    const own = await Promise.all(failing.map(startFaultyReceiver))
    receivers.set(board, own)
    for (const [at, receiver] of own.entries()) {
      const { id, secret } = await subscribe(world, board, receiver.url)
      receiver.subscribed(secret)
      if ((failing[at] ?? 0) > 0) failingHooks.add(id)
    }
    // Earlier activities, such as those of the subscriptions, are not counted: only some receivers get them.
    board.seq = (await must(world, `/api/boards/${board.id}`)).seq
    board.lastActivityId = (await must(world, `/api/boards/${board.id}/activity?limit=1`))[0].id
  }
  const all = [...receivers.values()].flat()
  const arrived = () => all.reduce((sum, { taken }) => sum + taken.size, 0)
  const runOf = async (client: pg.ClientBase, kills: readonly Kill[]) => {
    return { steps: await stepsOf(client), kills, retryScale, failing: failingHooks, instances: world.urls.length }
  }
  return {
    arrived,
    async wrongs(client, kills) {
      const wrongs: string[] = []
      for (const [board, own] of receivers) wrongs.push(...(await wrongOn(client, board, own)))
      wrongs.push(...(await wrongRows(client)))
      return [...wrongs, ...wrongAttempts(await runOf(client, kills))].slice(0, 10)
    },
    async figures(client, kills) {
      const run = await runOf(client, kills)
      return {
        repeats: all.reduce((sum, receiver) => sum + receiver.repeats(), 0),
        mostTries: run.steps.reduce((most, { attempts }) => Math.max(most, attempts), 0),
        ...waitsOf(run),
      }
    },
  }
}

async function subscribe(world: World, board: Board, url: string): Promise<{ id: string; secret: string }> {
  const made = await ask(world.url, post(world.admin, `/api/boards/${board.id}/webhooks`, { url, events: ['*'] }))
  if (!succeeded(made)) throw new Error(describeOutcome(made))
  return made.body.webhook
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any shape.
async function must(world: World, path: string): Promise<any> {
  const outcome = await ask(world.url, get(world.admin, path))
  if (!succeeded(outcome)) throw new Error(describeOutcome(outcome))
  return outcome.body
}

/** Each receiver has got each activity, under one delivery id. */
async function wrongOn(client: pg.ClientBase, board: Board, receivers: readonly FaultyReceiver[]): Promise<string[]> {
  const statement = 'select id from activities where board_id = $1 and seq > $2'
  const ids = new Set((await client.query<{ id: string }>(statement, [board.id, board.seq])).rows.map(({ id }) => id))
  const missingOf = ({ taken }: FaultyReceiver) => ids.values().filter((id) => !taken.has(id))
  await until('all deliveries to arrive', () => receivers.every((receiver) => missingOf(receiver).next().done), patienceMs).catch(() => {})
  return receivers.flatMap((receiver, at) => {
    const missing = [...missingOf(receiver)]
    const wrongs = missing.length > 0 ? [`receiver ${at} of ${board.id} lacks ${missing.length} of ${ids.size} events: ${missing[0]}`] : []
    if (new Set(receiver.taken.values()).size !== receiver.taken.size) wrongs.push(`receiver ${at} has two events under one delivery id`)
    return [...wrongs, ...receiver.wrongs.slice(0, 3)]
  })
}

/** Deliveries that failed for good or needed more attempts than allowed. */
async function wrongRows(client: pg.ClientBase): Promise<string[]> {
  const open = `select from deliveries where state = 'pending'`
  await until('all deliveries to be settled', async () => (await client.query(open)).rowCount === 0, patienceMs).catch(() => {})
  const { rows } = await client.query<{ id: string; state: string; attempts: number }>(
    `select id, state, attempts from deliveries where state <> 'delivered' or attempts > ${mostAttempts} limit 3`,
  )
  return rows.map(({ id, state, attempts }) => `delivery ${id} is ${state} after ${attempts} tries`)
}
