import { setTimeout as sleep } from 'node:timers/promises'
import { checkStorage } from '../../../src/administration/storage-check.ts'
import { until } from '../../embedded/fixture/until.ts'
import { ask, connection, describeOutcome, isAnswer, isUnavailable } from '../rig/ask.ts'
import { wrongEffects, wrongReads, wrongReplays } from '../rig/effects.ts'
import { startPoller } from '../rig/poller.ts'
import { onDatabase, ownPostgres } from '../rig/postgres.ts'
import { type Report, reportOf } from '../rig/report.ts'
import { whileServiceLives } from '../rig/rules.ts'
import { freePort, isReady, startTandem, type Tandem } from '../rig/tandem.ts'
import { makeWorld } from '../rig/world.ts'
import { startWriters } from '../rig/writers.ts'

export type StorageReport = Report & { tables: number; indexes: number }

/**
 * Stops a database of its own at once (no checkpoint) and starts it again, under writers. `readyWithinMs` from the database being back to
 * readiness: a run that has the machine to itself can ask for the 10 s of reliability F10.
 */
export async function stopDatabaseAtOnce(times: number, readyWithinMs?: number): Promise<StorageReport> {
  const postgres = await ownPostgres()
  try {
    await postgres.start()
    const tandem = startTandem({ ...postgres.environment, PORT: String(await freePort()) })
    await tandem.ready()
    const world = await makeWorld(tandem.url)
    const watch = watchLiveness(tandem)
    const writers = startWriters(world, whileServiceLives)
    const pollers = world.boards.map((board) => startPoller(world, board, whileServiceLives))
    const wrongs: string[] = []
    for (let stop = 1; stop <= times; stop++) {
      await writers.more(20 + Math.floor(Math.random() * 100))
      await postgres.stopAtOnce()
      const outcome = await ask(tandem.url, readiness)
      if (!isUnavailable(outcome)) wrongs.push(`ready without a database: ${describeOutcome(outcome)}`)
      await postgres.start()
      await until('the service to be ready again', () => isReady(tandem), readyWithinMs)
    }
    await writers.more(100)
    await writers.stop()
    wrongs.push(...(await watch.stop()))
    const storage = await onDatabase(postgres.target, async (client) => {
      wrongs.push(...(await wrongEffects(client, world, writers.acts)))
      wrongs.push(...(await wrongReads(client, world, pollers)))
      wrongs.push(...(await wrongReplays(world, writers.acts, 100)))
      return checkStorage(client)
    })
    const { tables, indexes } = storage
    wrongs.push(...tandem.failures())
    tandem.kill('SIGTERM')
    await tandem.ended
    return { ...reportOf(times, writers, [...wrongs, ...storage.faults, ...storage.unread]), tables, indexes }
  } finally {
    await postgres.remove()
  }
}

const readiness = { method: 'GET', path: '/health/ready' }

/** Checks liveness during the whole run: a process that waits for its database is alive. */
function watchLiveness(tandem: Tandem): { stop(): Promise<string[]> } {
  const wrongs: string[] = []
  const agent = connection()
  let stopping = false
  const watching = (async () => {
    while (!stopping) {
      const outcome = await ask(tandem.url, { method: 'GET', path: '/health/live' }, agent)
      if (!isAnswer(outcome) || outcome.status !== 200) wrongs.push(`liveness: ${describeOutcome(outcome)}`)
      await sleep(10)
    }
    agent.destroy()
  })()
  return {
    async stop() {
      stopping = true
      await watching
      return wrongs.slice(0, 10)
    },
  }
}
