import { scratchFolder } from '../../embedded/fixture/scratch.ts'
import type { Kill } from '../rig/attempt-checks.ts'
import { wrongEffects, wrongReads, wrongReplays } from '../rig/effects.ts'
import { startFollowers } from '../rig/follower.ts'
import { hookEnvironment } from '../rig/hooks.ts'
import { startPoller } from '../rig/poller.ts'
import { onDatabase, ownPostgres } from '../rig/postgres.ts'
import { startReaders } from '../rig/readers.ts'
import { type Report, reportOf } from '../rig/report.ts'
import { whileServiceIsKilled } from '../rig/rules.ts'
import { freePort, startTandem, type Tandem } from '../rig/tandem.ts'
import { makeWorld } from '../rig/world.ts'
import { startWriters } from '../rig/writers.ts'

/**
 * Two instances of an older version under eight writers, with pollers and a socket on each and webhooks, are replaced by this version one after
 * the other, as docs/self-hosting.md says. Before, between and after that `acts` acts are acknowledged at least: those between by an old and a
 * new instance on one database.
 */
export async function upgradeOneByOne(oldMain: string, acts: number): Promise<Report> {
  const postgres = await ownPostgres()
  try {
    await postgres.start()
    const common = { ...postgres.environment, ...hookEnvironment, DATA_DIR: await scratchFolder() }
    const environments = [await atFreePort(common), await atFreePort(common)] as const
    const old = environments.map((environment) => startTandem(environment, { main: oldMain }))
    for (const instance of old) await instance.ready()
    const world = { ...(await makeWorld(old[0]?.url ?? '')), urls: old.map(({ url }) => url) }
    const readers = await onDatabase(postgres.target, (client) => startReaders(world, whileServiceIsKilled, client))
    const atOther = { ...world, url: old[1]?.url ?? '' }
    const others = [world.boards.map((board) => startPoller(atOther, board, whileServiceIsKilled)), startFollowers(atOther)]
    const writers = startWriters(world, whileServiceIsKilled)
    const renewals: Kill[] = []
    const instances: Tandem[] = []
    for (const [at, environment] of environments.entries()) {
      await writers.more(acts)
      const fromMs = Date.now()
      await stop(old[at])
      const renewed = startTandem(environment)
      instances.push(renewed)
      await renewed.ready()
      renewals.push({ fromMs, toMs: Date.now() })
    }
    await writers.more(acts)
    await writers.stop()
    const { wrongs, more } = await onDatabase(postgres.target, async (client) => {
      const wrongs = [
        ...(await wrongEffects(client, world, writers.acts)),
        ...(await readers.wrongs(client, renewals)),
        ...(await wrongReads(client, world, others[0] ?? [])),
        ...(await wrongReads(client, world, others[1] ?? [])),
        ...(await wrongReplays(atOther, writers.acts, 100)),
      ]
      return { wrongs, more: await readers.figures(client, renewals) }
    })
    for (const instance of [...old, ...instances]) wrongs.push(...instance.failures())
    for (const instance of instances) await stop(instance)
    return reportOf(renewals.length, writers, wrongs, more)
  } finally {
    await postgres.remove()
  }
}

const atFreePort = async <T extends Record<string, string>>(environment: T) => ({ ...environment, PORT: String(await freePort()) })

async function stop(instance: Tandem | undefined): Promise<void> {
  if (!instance || instance.hasEnded()) throw new Error(`an instance ended by itself: ${instance?.output()}`)
  instance.kill('SIGTERM')
  const { code } = await instance.ended
  if (code !== 0) throw new Error(`an instance ended with ${code}: ${instance.output()}`)
}
