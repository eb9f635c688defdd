import { setTimeout as sleep } from 'node:timers/promises'
import { initialisedDataDir } from '../../embedded/fixture/scratch.ts'
import type { Kill } from '../rig/attempt-checks.ts'
import { wrongEffects, wrongReplays } from '../rig/effects.ts'
import { hookEnvironment } from '../rig/hooks.ts'
import { onDatabaseOf } from '../rig/postgres.ts'
import { startReaders } from '../rig/readers.ts'
import { createProgress, type Report, reportOf } from '../rig/report.ts'
import { whileServiceIsKilled } from '../rig/rules.ts'
import { freePort, startTandem, type Tandem } from '../rig/tandem.ts'
import { makeWorld } from '../rig/world.ts'
import { startWriters } from '../rig/writers.ts'

const replayed = 100

export type Scale = {
  kills: number
  /** The run continues until this many answers were replays. */
  replays: number
  impatience: number
}

/** SIGKILLs the service under eight writers, pollers, a socket and webhooks, some of the times while it starts (reliability F08, F45). */
export async function killService({ kills, replays, impatience }: Scale): Promise<Report> {
  const environment = { DATA_DIR: await initialisedDataDir(), PORT: String(await freePort()), ...hookEnvironment }
  let tandem = startTandem(environment)
  await tandem.ready()
  const world = await makeWorld(tandem.url)
  const readers = await onDatabaseOf(environment.DATA_DIR, (client) => startReaders(world, whileServiceIsKilled, client))
  const writers = startWriters(world, whileServiceIsKilled, impatience)
  const tell = createProgress('kills of the service', kills)
  const deaths: Kill[] = []
  while (deaths.length < kills || writers.replays() < replays) {
    if (deaths.length % 4 === 3) await sleep(Math.random() * 2_000)
    else await writers.more(20 + Math.floor(Math.random() * 100)).catch(blame(tandem))
    const fromMs = Date.now()
    tandem = await killed(tandem, environment)
    deaths.push({ fromMs, toMs: Date.now() })
    tell(deaths.length, { acknowledged: writers.acknowledged(), replayed: writers.replays(), delivered: readers.arrived() })
  }
  await writers.more(100)
  await writers.stop()
  const { wrongs, more } = await onDatabaseOf(environment.DATA_DIR, async (client) => {
    const wrongs = [
      ...(await wrongEffects(client, world, writers.acts)),
      ...(await readers.wrongs(client, deaths)),
      ...(await wrongReplays(world, writers.acts, replayed)),
    ]
    return { wrongs, more: await readers.figures(client, deaths) }
  })
  tandem.kill('SIGTERM')
  const { code } = await tandem.ended
  if (code !== 0) wrongs.push(`the last service ended with ${code}: ${tandem.output()}`)
  return reportOf(deaths.length, writers, wrongs, more)
}

function blame(tandem: Tandem): (error: Error) => never {
  return (error) => {
    throw new Error(`${error.message}; the service ${tandem.hasEnded() ? 'has ended and ' : ''}said: ${tandem.output()}`)
  }
}

/** Kills the service and starts the next one at once: the database of the killed one may still be shutting down. */
async function killed(tandem: Tandem, environment: Record<string, string>): Promise<Tandem> {
  if (tandem.hasEnded()) throw new Error(`the service ended by itself: ${tandem.output()}`)
  tandem.kill('SIGKILL')
  await tandem.ended
  return startTandem(environment)
}
