import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeAccessRules } from './access.ts'
import { settleOwnership } from './data-directory.ts'
import { diskFull, EmbeddedPostgresError, isFull, messageOf } from './errors.ts'
import { findOccupant, type Occupant } from './running-server.ts'
import type { ServerOptions } from './server-options.ts'
import { DirectoryStillHeld, launchServer, type ServerProcess } from './server-process.ts'

/** An orphan notices within milliseconds that its service died. A server that runs on for longer has a service. */
const liveServerPatienceMs = 5_000
/** A shutdown writes a checkpoint, and backends of a killed server may finish a statement first. */
const leavingServerPatienceMs = 60_000
/** Held by something that has no living server in the pid file: backends of a killed one, or another container. */
const leftoversPatienceMs = 30_000
const retryMs = 100

/**
 * Starts the server once the directory is free. Waits for a server that is leaving and never signals one that it did not start.
 * Throws `in_use` when another service has the directory, and what `launchServer` throws.
 */
export async function startServer(options: ServerOptions, cancel: AbortSignal): Promise<ServerProcess> {
  const since = performance.now()
  let liveSince = since
  for (let waiting = false; ; waiting = true) {
    const occupant = await findOccupant(options.pgdata)
    if (!occupant || occupant.stopping) liveSince = performance.now()
    const server = occupant ? null : await tryLaunch(options, cancel)
    if (server) return server

    const now = performance.now()
    if (isPatienceOver(occupant, now - since, now - liveSince)) throw inUse(options.pgdata, occupant)
    if (!waiting) options.log('waiting for the former PostgreSQL server of this data directory to end')
    await sleep(retryMs, undefined, { signal: cancel })
  }
}

function isPatienceOver(occupant: Occupant | null, waitedMs: number, liveForMs: number): boolean {
  if (!occupant) return waitedMs > leftoversPatienceMs
  return occupant.stopping ? waitedMs > leavingServerPatienceMs : liveForMs > liveServerPatienceMs
}

async function tryLaunch(options: ServerOptions, cancel: AbortSignal): Promise<ServerProcess | null> {
  // The owner is changed only now: it would harm a running server.
  await settleOwnership(options.pgdata, options.account)
  await writeAccessRules(options).catch((error: unknown) => {
    throw isFull(messageOf(error)) ? diskFull(dirname(options.pgdata), error) : error
  })
  try {
    return await launchServer(options, cancel)
  } catch (error) {
    if (error instanceof DirectoryStillHeld) return null
    throw error
  }
}

function inUse(pgdata: string, occupant: Occupant | null): EmbeddedPostgresError {
  const pid = occupant?.pid
  const holder = pid ? `another PostgreSQL server (pid ${pid})` : 'processes that this one cannot see (another container?)'
  const orphan = pid ? `, or, if no service runs there any more, stop the server with: kill -INT ${pid}` : ''
  return new EmbeddedPostgresError(
    'in_use',
    `${pgdata} is in use by ${holder}, so a second Tandem service seems to use it. Stop that service${orphan}. ` +
      'Use a separate DATA_DIR for this one; instances that share their data need one server in DATABASE_URL.',
  )
}
