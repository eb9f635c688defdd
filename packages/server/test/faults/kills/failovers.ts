import { onTestFinished } from 'vitest'
import { scratchFolder } from '../../embedded/fixture/scratch.ts'
import { until } from '../../embedded/fixture/until.ts'
import { ask, describeOutcome, isUnavailable, succeeded } from '../rig/ask.ts'
import type { Kill } from '../rig/attempt-checks.ts'
import { wrongEffects, wrongReads, wrongReplays } from '../rig/effects.ts'
import { startFollowers } from '../rig/follower.ts'
import { hookEnvironment } from '../rig/hooks.ts'
import { startPoller } from '../rig/poller.ts'
import { onDatabase } from '../rig/postgres.ts'
import { type Pair, primaryAndStandby } from '../rig/primary-and-standby.ts'
import { startReaders } from '../rig/readers.ts'
import { createProgress, type Report, reportOf } from '../rig/report.ts'
import { whileServiceLives } from '../rig/rules.ts'
import { freePort, startTandem, type Tandem } from '../rig/tandem.ts'
import { makeWorld, post, type World } from '../rig/world.ts'
import { startWriters } from '../rig/writers.ts'

/** `slowestResumeMs`: the longest time from a promotion to the first write that an instance acknowledged after it. */
export type FailoverReport = Report & { slowestResumeMs: number }

/** `frozen`: it keeps all connections open and answers nothing, as behind a network that has lost it. */
export type End = 'killed' | 'frozen'

/**
 * SIGKILLs or freezes the primary under eight writers on two instances, with pollers and a socket on each and webhooks, and promotes the standby, which
 * gets a standby of its own before the next time. No acknowledged write may be lost, and no event missed or told twice.
 */
export async function failOver(times: number, end: End): Promise<FailoverReport> {
  const pair = await primaryAndStandby()
  onTestFinished(() => pair.remove())
  const instances = await startTwo(pair)
  const world = { ...(await makeWorld(instances[0].url)), urls: instances.map(({ url }) => url) }
  const readers = await onDatabase(pair.target(), (client) => startReaders(world, whileServiceLives, client))
  const atOther = { ...world, url: instances[1].url }
  const others = [world.boards.map((board) => startPoller(atOther, board, whileServiceLives)), startFollowers(atOther)]
  const writers = startWriters(world, whileServiceLives)
  const tell = createProgress('failovers', times)
  const deaths: Kill[] = []
  let slowestResumeMs = 0
  for (let death = 1; death <= times; death++) {
    if (death > 1) await pair.addStandby()
    await writers.more(50 + Math.floor(Math.random() * 100))
    const fromMs = Date.now()
    await endPrimary(pair, end, world)
    await pair.promote()
    const promotedMs = performance.now()
    await Promise.all(world.urls.map((url) => firstWrite({ ...world, url })))
    slowestResumeMs = Math.max(slowestResumeMs, Math.round(performance.now() - promotedMs))
    await pair.killFormer()
    deaths.push({ fromMs, toMs: Date.now() })
    tell(death, { acknowledged: writers.acknowledged(), replayed: writers.replays(), delivered: readers.arrived() })
  }
  await writers.more(100)
  await writers.stop()
  const { wrongs, more } = await onDatabase(pair.target(), async (client) => {
    const wrongs = [
      ...(await wrongEffects(client, world, writers.acts)),
      ...(await readers.wrongs(client, deaths)),
      ...(await wrongReads(client, world, others[0] ?? [])),
      ...(await wrongReads(client, world, others[1] ?? [])),
      ...(await wrongReplays(atOther, writers.acts, 100)),
    ]
    return { wrongs, more: await readers.figures(client, deaths) }
  })
  for (const instance of instances) wrongs.push(...instance.failures(), ...(instance.hasEnded() ? [instance.output()] : []))
  process.stdout.write(`after each promotion both instances wrote again within ${slowestResumeMs} ms\n`)
  return { ...reportOf(times, writers, wrongs, more), slowestResumeMs }
}

async function startTwo({ environment }: Pair): Promise<readonly [Tandem, Tandem]> {
  const common = { ...environment, ...hookEnvironment, DATA_DIR: await scratchFolder() }
  const start = async () => startTandem({ ...common, PORT: String(await freePort()) })
  const instances = [await start(), await start()] as const
  for (const instance of instances) await instance.ready()
  return instances
}

/** A frozen one is followed at once by the promotion: then the instances have all of their time-outs still before them. */
async function endPrimary(pair: Pair, end: End, { urls }: World): Promise<void> {
  if (end === 'frozen') return pair.freezePrimary()
  await pair.killPrimary()
  await until('the instances to notice', async () => (await Promise.all(urls.map(isUnready))).every(Boolean))
}

const isUnready = async (url: string): Promise<boolean> => isUnavailable(await ask(url, { method: 'GET', path: '/health/ready' }))

/** Sends a card, without an id to recognize it by, until one is acknowledged. */
async function firstWrite(world: World): Promise<void> {
  const [listId] = world.spare.listIds
  await until('an instance to write again', async () => {
    const outcome = await ask(world.url, post(world.admin, `/api/lists/${listId}/cards`, { title: 'once-more' }))
    if (!succeeded(outcome) && !isUnavailable(outcome)) throw new Error(describeOutcome(outcome))
    return succeeded(outcome)
  })
}
