import { initialisedDataDir } from '../../embedded/fixture/scratch.ts'
import { until } from '../../embedded/fixture/until.ts'
import type { Kill } from '../rig/attempt-checks.ts'
import { wrongEffects, wrongReplays } from '../rig/effects.ts'
import { hookEnvironment } from '../rig/hooks.ts'
import { startOneShots } from '../rig/one-shots.ts'
import { onDatabaseOf, serverOf } from '../rig/postgres.ts'
import { startReaders } from '../rig/readers.ts'
import { createProgress, type Report, reportOf } from '../rig/report.ts'
import { whileServiceLives } from '../rig/rules.ts'
import { freePort, startTandem } from '../rig/tandem.ts'
import { makeWorld } from '../rig/world.ts'
import { startWriters } from '../rig/writers.ts'

/**
 * SIGKILLs the postmaster of a running service, which is not restarted, under writers, pollers, a socket, webhooks and callers without ids.
 * `recoversWithinMs` from the database being back to the next acknowledged writes: a run that has the machine to itself can ask for the 10
 * s of reliability F09.
 */
export async function killPostmaster(kills: number, recoversWithinMs?: number): Promise<Report> {
  const dataDir = await initialisedDataDir()
  const tandem = startTandem({ DATA_DIR: dataDir, PORT: String(await freePort()), ...hookEnvironment })
  await tandem.ready()
  const world = await makeWorld(tandem.url)
  const readers = await onDatabaseOf(dataDir, (client) => startReaders(world, whileServiceLives, client))
  const writers = startWriters(world, whileServiceLives)
  const oneShots = startOneShots(world, whileServiceLives)
  const tell = createProgress('kills of the postmaster', kills)
  const deaths: Kill[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await writers.more(20 + Math.floor(Math.random() * 100))
    const killed = await postmasterOf(dataDir)
    const fromMs = Date.now()
    process.kill(killed, 'SIGKILL')
    await until('another postmaster to be ready', async () => {
      const server = await serverOf(dataDir)
      return server?.isReady && server.pid !== killed
    })
    deaths.push({ fromMs, toMs: Date.now() })
    await writers.more(8, recoversWithinMs)
    tell(kill, { acknowledged: writers.acknowledged(), replayed: writers.replays(), delivered: readers.arrived() })
  }
  await writers.stop()
  const { wrongs, more } = await onDatabaseOf(dataDir, async (client) => {
    const wrongs = [
      ...(await oneShots.stop(client)),
      ...(await wrongEffects(client, world, writers.acts)),
      ...(await readers.wrongs(client, deaths)),
      ...(await wrongReplays(world, writers.acts, 100)),
    ]
    return { wrongs, more: await readers.figures(client, deaths) }
  })
  wrongs.push(...tandem.failures())
  if (tandem.hasEnded()) wrongs.push(`the service ended: ${tandem.output()}`)
  return reportOf(kills, writers, wrongs, more)
}

function postmasterOf(dataDir: string): Promise<number> {
  return until('a postmaster', async () => {
    const server = await serverOf(dataDir)
    return server?.isReady && server.pid
  })
}
