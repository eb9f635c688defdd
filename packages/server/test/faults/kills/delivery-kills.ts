import { createClient } from '@tandem/client'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { until } from '../../embedded/fixture/until.ts'
import { onDatabase, ownPostgres } from '../rig/postgres.ts'
import { type FaultyReceiver, startFaultyReceiver } from '../rig/receivers.ts'
import { freePort, startTandem, type Tandem } from '../rig/tandem.ts'

export type Scale = {
  events: number
  /** For each receiver, the share of tries that it fails. */
  failing: readonly number[]
  kills: number
  /** Until everything has arrived after the last kill. */
  patienceMs: number
}

export type DeliveryReport = { events: number; deliveries: number; kills: number; repeats: number; seconds: number; wrongs: string[] }

/** The most deliveries that one instance has under way. */
const repeatsPerKill = 64
const writers = 8
/** The kill comes before more than this share of the deliveries of a round has arrived. */
const latestKill = 0.8

/** SIGKILLs the service while events go out to receivers of which some fail (reliability F45, §5). */
export async function killDeliveries(scale: Scale): Promise<DeliveryReport> {
  const beganMs = performance.now()
  const postgres = await ownPostgres()
  await postgres.start()
  onTestFinished(() => postgres.remove())
  const environment = {
    ...postgres.environment,
    PORT: String(await freePort()),
    WEBHOOK_RETRY_SCALE: '0.01',
    WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS: '200',
  }
  let tandem = startTandem(environment)
  await tandem.ready()
  const receivers = await Promise.all(scale.failing.map(startFaultyReceiver))
  const board = await hookedBoard(tandem.url, receivers)
  const arrived = () => receivers.reduce((sum, { taken }) => sum + taken.size, 0)

  for (let kill = 0; kill < scale.kills; kill++) {
    const count = Math.ceil((scale.events * (kill + 1)) / scale.kills) - Math.ceil((scale.events * kill) / scale.kills)
    const goal = arrived() + Math.floor(Math.random() * latestKill * count * receivers.length)
    const adding = board.addCards(count)
    await until('some of the deliveries to arrive', () => arrived() >= goal, scale.patienceMs)
    tandem = await killed(tandem, environment)
    await adding
  }
  await until(`every event to arrive everywhere`, () => arrived() >= scale.events * receivers.length, scale.patienceMs).catch(
    (error: Error) => process.stdout.write(`${error.message}\n`),
  )
  const repeats = receivers.reduce((sum, receiver) => sum + receiver.repeats(), 0)
  const wrongs = await onDatabase(postgres.target, (client) => wrongDeliveries(client, board.id, receivers, scale.events))
  if (repeats > repeatsPerKill * scale.kills) wrongs.push(`${repeats} repeats after ${scale.kills} kills`)
  const report = {
    events: scale.events,
    deliveries: arrived(),
    kills: scale.kills,
    repeats,
    wrongs,
    seconds: Math.round((performance.now() - beganMs) / 1_000),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  return report
}

/** Each receiver has all activities of the log, and no others. */
async function wrongDeliveries(
  client: pg.Client,
  boardId: string,
  receivers: readonly FaultyReceiver[],
  events: number,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`select id from activities where board_id = $1 and verb = 'card.created'`, [boardId])
  const ids = new Set(rows.map(({ id }) => id))
  const wrongs = ids.size === events ? [] : [`the log holds ${ids.size} events of ${events}`]
  for (const [at, { taken, wrongs: own }] of receivers.entries()) {
    const missing = ids.difference(taken)
    const strange = new Set(taken.keys()).difference(ids)
    if (missing.size > 0) wrongs.push(`receiver ${at} lacks ${missing.size} events, ${[...missing][0]} for one`)
    if (strange.size > 0) wrongs.push(`receiver ${at} has ${strange.size} events that never were`)
    if (new Set(taken.values()).size !== taken.size) wrongs.push(`receiver ${at} has two events under one id`)
    wrongs.push(...own.slice(0, 3))
  }
  return wrongs
}

async function killed(tandem: Tandem, environment: Record<string, string>): Promise<Tandem> {
  if (tandem.hasEnded()) throw new Error(`the service ended by itself: ${tandem.output()}`)
  tandem.kill('SIGKILL')
  await tandem.ended
  return startTandem(environment)
}

/** A board whose activities go to every receiver. Its callers send a request again when no service answers. */
async function hookedBoard(url: string, receivers: readonly FaultyReceiver[]) {
  const client = createClient({ url, retry: { attempts: 1_000, firstDelayMs: 20, longestDelayMs: 200 } })
  await client.call('auth.register', { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' })
  const { id: boardId } = await client.call('board.create', { name: 'Engine', template: 'kanban' })
  const listId = (await client.call('board.tree', { boardId })).lists[0]?.id ?? ''
  for (const receiver of receivers) {
    const { webhook } = await client.call('webhook.create', { boardId, url: receiver.url, events: ['card.created'] })
    receiver.subscribed(webhook.secret ?? '')
  }
  return {
    id: boardId,
    async addCards(count: number): Promise<void> {
      let left = count
      const add = async () => {
        while (left-- > 0) await client.call('card.create', { listId, title: 'A card' })
      }
      await Promise.all(Array.from({ length: writers }, add))
    },
  }
}
