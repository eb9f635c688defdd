import { dirname } from 'node:path'
import { diskFull, EmbeddedPostgresError, isFull } from './errors.ts'
import { lockedExitCode, startLauncher } from './launcher.ts'
import { readPidFile } from './pid-file.ts'
import { followServerLog } from './server-log.ts'
import type { ServerOptions } from './server-options.ts'
import { comesWithin, stopServer } from './stop-server.ts'

/** One run of the server, from its start to its death. */
export type ServerProcess = {
  pid: number
  /** The server itself ended; its exit code, or null when a signal ended it. */
  exited: Promise<number | null>
  /** Every process of it has ended, backends and launcher too. */
  gone: Promise<void>
  /** Fast shutdown, then harder means; resolves when every process has ended. */
  stop(): Promise<void>
}

/** The start failed because something still holds the directory; trying again later can work. */
export class DirectoryStillHeld extends Error {}

const pollMs = 20
const recoveryNoticeMs = 10_000
const heldByOthers = /pre-existing shared memory block|lock file "postmaster\.pid" already exists|lock file .* is empty/

/**
 * Starts the server and resolves when it accepts connections, however long recovery after a crash takes.
 * Throws DirectoryStillHeld, `start_failed`, or the reason of `cancel` (the server is stopped then).
 */
export async function launchServer(options: ServerOptions, cancel: AbortSignal): Promise<ServerProcess> {
  const launcher = await startLauncher(options)
  const serverLog = followServerLog(launcher.stderr, options.log)
  const { exited, gone } = launcher
  const pid = await launcher.serverPid
  if (pid !== null) {
    const server = { pid, exited, gone, stop: () => stopServer({ pid, exited, gone }) }
    try {
      if (await becomesReady(options, server, cancel)) return server
    } catch (error) {
      await server.stop()
      throw error
    }
  }
  await gone
  throw startFailure(options, await exited, serverLog.lastLines())
}

/** False when the server ended instead. */
async function becomesReady(options: ServerOptions, server: ServerProcess, cancel: AbortSignal): Promise<boolean> {
  let noticeAt = performance.now() + recoveryNoticeMs
  for (;;) {
    const file = await readPidFile(options.pgdata)
    if (file?.pid === server.pid && file.status === 'ready') return true
    if (performance.now() > noticeAt) {
      options.log('PostgreSQL is still starting (after a crash it replays its log first)')
      noticeAt += recoveryNoticeMs
    }
    cancel.throwIfAborted()
    if (await comesWithin(server.exited, pollMs)) return false
  }
}

function startFailure({ pgdata }: ServerOptions, code: number | null, lastLines: string): Error {
  if (code === lockedExitCode || heldByOthers.test(lastLines)) return new DirectoryStillHeld(lastLines)
  if (isFull(lastLines)) return diskFull(dirname(pgdata))
  return new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL did not start (exit code ${code}). Its last log lines:\n${lastLines}\n` +
      'Check free space and memory, and the data directory; restore a backup if it is damaged.',
  )
}
