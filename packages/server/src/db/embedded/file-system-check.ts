import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pgdataIn } from './data-directory.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { comesWithin } from './stop-server.ts'

/** A disk that has to wake up needs some seconds. */
const patienceMs = 15_000

/**
 * Throws `silent` when the file system of the data directory does not answer, as one in the network whose server is away: its calls never
 * come back. Another process makes them, since ours could not even end while one of its threads hangs in such a call.
 */
export async function refuseSilent(dataDir: string, withinMs = patienceMs): Promise<void> {
  const folder = resolve(dataDir)
  const probe = spawn('/bin/sh', ['-c', 'ls "$1"; cat "$2/PG_VERSION"', 'probe', folder, pgdataIn(folder)], {
    stdio: 'ignore',
    cwd: '/',
    detached: true,
  })
  const done = new Promise<void>((end) => {
    probe.once('exit', () => end())
    // Without a shell nothing can be reported here; the next step that needs one reports it.
    probe.once('error', () => end())
  })
  if (await comesWithin(done, withinMs)) return
  // Kills the process group: the hanging process is a child of the shell.
  if (probe.pid !== undefined) process.kill(-probe.pid, 'SIGKILL')
  probe.unref()
  throw new EmbeddedPostgresError(
    'silent',
    `The data directory ${folder} does not respond: reading it took more than ${withinMs / 1_000} s. ` +
      'If it is on a network share, check that its server can be reached, or set DATA_DIR to another directory.',
  )
}
