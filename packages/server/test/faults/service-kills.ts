import { setTimeout as sleep } from 'node:timers/promises'
import { initialisedDataDir } from '../embedded/fixture/scratch.ts'
import { wrongEffects, wrongPolls, wrongReplays } from './rig/effects.ts'
import { startPoller } from './rig/poller.ts'
import { onDatabaseOf } from './rig/postgres.ts'
import { type Report, reportOf } from './rig/report.ts'
import { whileServiceIsKilled } from './rig/rules.ts'
import { freePort, startTandem, type Tandem } from './rig/tandem.ts'
import { makeWorld } from './rig/world.ts'
import { startWriters } from './rig/writers.ts'

const replayed = 100

export type Scale = {
  kills: number
  /** Goes on until so many answers were replays. */
  replays: number
  impatience: number
}

/** SIGKILLs the service under eight writers and two pollers, some of the times while it starts (reliability F08). */
export async function killService({ kills, replays, impatience }: Scale): Promise<Report> {
  const environment = { DATA_DIR: await initialisedDataDir(), PORT: String(await freePort()) }
  let tandem = startTandem(environment)
  await tandem.ready()
  const world = await makeWorld(tandem.url)
  const writers = startWriters(world, whileServiceIsKilled, impatience)
  const pollers = world.boards.map((board) => startPoller(world, board, whileServiceIsKilled))
  let kill = 0
  while (kill < kills || writers.replays() < replays) {
    kill += 1
    if (kill % 4 === 0) await sleep(Math.random() * 2_000)
    else await writers.more(20 + Math.floor(Math.random() * 100)).catch(blame(tandem))
    tandem = await killed(tandem, environment)
  }
  await writers.more(100)
  await writers.stop()
  const wrongs = await onDatabaseOf(environment.DATA_DIR, async (client) => [
    ...(await wrongEffects(client, world, writers.acts)),
    ...(await wrongPolls(client, world, pollers)),
    ...(await wrongReplays(world, writers.acts, replayed)),
  ])
  tandem.kill('SIGTERM')
  const { code } = await tandem.ended
  if (code !== 0) wrongs.push(`the last service ended with ${code}: ${tandem.output()}`)
  return reportOf(kill, writers, wrongs)
}

function blame(tandem: Tandem): (error: Error) => never {
  return (error) => {
    throw new Error(`${error.message}; the service ${tandem.hasEnded() ? 'has ended and ' : ''}said: ${tandem.output()}`)
  }
}

/** Kills it, and starts the next one at once: the database of the dead one may still be leaving. */
async function killed(tandem: Tandem, environment: Record<string, string>): Promise<Tandem> {
  if (tandem.hasEnded()) throw new Error(`the service ended by itself: ${tandem.output()}`)
  tandem.kill('SIGKILL')
  await tandem.ended
  return startTandem(environment)
}
