import { initialisedDataDir } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'
import { wrongEffects, wrongPolls, wrongReplays } from './rig/effects.ts'
import { startOneShots } from './rig/one-shots.ts'
import { startPoller } from './rig/poller.ts'
import { onDatabaseOf, serverOf } from './rig/postgres.ts'
import { type Report, reportOf } from './rig/report.ts'
import { whileServiceLives } from './rig/rules.ts'
import { freePort, startTandem } from './rig/tandem.ts'
import { makeWorld } from './rig/world.ts'
import { startWriters } from './rig/writers.ts'

/** From the database being back to the next acknowledged writes (reliability F09). */
const recoveryLimitMs = 10_000

/** SIGKILLs the postmaster below a running service, which nobody restarts, under writers, pollers and callers without ids. */
export async function killPostmaster(kills: number): Promise<Report> {
  const dataDir = await initialisedDataDir()
  const tandem = startTandem({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  await tandem.ready()
  const world = await makeWorld(tandem.url)
  const writers = startWriters(world, whileServiceLives)
  const oneShots = startOneShots(world, whileServiceLives)
  const pollers = world.boards.map((board) => startPoller(world, board, whileServiceLives))
  for (let kill = 1; kill <= kills; kill++) {
    await writers.more(20 + Math.floor(Math.random() * 100))
    const killed = await postmasterOf(dataDir)
    process.kill(killed, 'SIGKILL')
    await until('another postmaster to be ready', async () => {
      const server = await serverOf(dataDir)
      return server?.isReady && server.pid !== killed
    })
    await writers.more(8, recoveryLimitMs)
  }
  await writers.stop()
  const wrongs = await onDatabaseOf(dataDir, async (client) => [
    ...(await oneShots.stop(client)),
    ...(await wrongEffects(client, world, writers.acts)),
    ...(await wrongPolls(client, world, pollers)),
    ...(await wrongReplays(world, writers.acts, 100)),
  ])
  wrongs.push(...tandem.failures())
  if (tandem.hasEnded()) wrongs.push(`the service ended: ${tandem.output()}`)
  return reportOf(kills, writers, wrongs)
}

function postmasterOf(dataDir: string): Promise<number> {
  return until('a postmaster', async () => {
    const server = await serverOf(dataDir)
    return server?.isReady && server.pid
  })
}
