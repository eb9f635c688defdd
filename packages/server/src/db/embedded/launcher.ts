import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { EmbeddedPostgresError, messageOf } from './errors.ts'
import { dataPathSeenByServer, identityOf, type ServerOptions } from './server-options.ts'
import { serverSettings } from './settings.ts'
import { signalServer } from './stop-server.ts'

/** The launcher's exit code when another server, or leftovers of one, hold the lock on the directory. */
export const lockedExitCode = 75

/**
 * The server's parent. Node can die without a word (kill -9), and then the server must not stay behind: a
 * watcher reads a pipe (3) that only Node holds open and, when it closes, asks for a fast shutdown (SIGINT; again and again, for a
 * server that has only just begun does not hear it yet)
 * and removes the socket folder ($1). A line on the pipe means that Node lives and looks after all that itself.
 * It is not stdin, which Node closes by itself the moment the launcher ends.
 *
 * File descriptor 9 is a lock which every process of the server inherits, so it is free exactly when
 * the last of them is gone, also when they run in another container and pids mean nothing here. It is an addition
 * to PostgreSQL's own checks: without flock(1) (macOS), or on a file system without locks, those stand alone.
 *
 * The launcher ignores the signals by which a terminal or a service manager ends the whole group;
 * it goes when the server goes, with the server's exit code.
 */
const script = `
trap '' HUP INT TERM
umask 077
exec 9>>tandem.lock
if command -v flock >/dev/null; then
  flock -n 9
  [ $? -eq 1 ] && exit ${lockedExitCode}
fi
socket_dir=$1
shift
"$@" >&2 3<&- &
server=$!
(
  exec >&- 9>&-
  read -r word <&3 && exit
  tenths=0
  while kill -0 $server && [ $tenths -lt 600 ]; do
    [ $((tenths % 10)) -eq 0 ] && kill -INT $server
    sleep 0.1
    tenths=$((tenths + 1))
  done
  rm -rf "$socket_dir"
) 2>/dev/null &
exec 3<&-
echo $server
exec >&-
wait $server
`

export type Launcher = {
  /** Null when the launcher gave up before it started a server. */
  serverPid: Promise<number | null>
  /** The server's log. */
  stderr: Readable
  /** The server ended; its exit code, or null when a signal ended it. */
  exited: Promise<number | null>
  /** Every process that held the log open has ended: launcher, watcher, server and backends. */
  gone: Promise<void>
}

/**
 * Starts a launcher with the server below it, in a session of its own: ctrl-C in the terminal must not reach
 * the server before the service has closed its pool. Throws `start_failed` when the shell cannot be started.
 */
export async function startLauncher(options: ServerOptions): Promise<Launcher> {
  const child = spawn('/bin/sh', ['-c', script, 'tandem-postgres', options.socketDir, ...serverCommand(options)], {
    ...identityOf(options.account),
    cwd: options.pgdata,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw cannotStart(options, 'no pipes')
  const gone = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const serverPid = readPid(stdout)
  const dismissWatcher = openWatcherPipe(child.stdio[3])
  const exited = new Promise<number | null>((resolve) => {
    child.on('exit', (code, signal) => {
      dismissWatcher()
      // The launcher was killed but not the server: without its watcher the server has to stop.
      if (signal) void serverPid.then((pid) => pid !== null && signalServer(pid, 'SIGINT'))
      resolve(code !== null && code < 128 ? code : null)
    })
  })
  await once(child, 'spawn').catch((cause) => {
    throw cannotStart(options, cause)
  })
  return { serverPid, stderr, exited, gone }
}

function serverCommand(options: ServerOptions): string[] {
  return [join(options.binDir, 'postgres'), '-D', dataPathSeenByServer(options.pgdata, options.account), ...serverSettings(options)]
}

async function readPid(stdout: Readable): Promise<number | null> {
  for await (const line of createInterface({ input: stdout })) return Number(line)
  return null
}

/** Returns the function that tells the watcher to leave. */
function openWatcherPipe(pipe: unknown): () => void {
  if (!(pipe instanceof Socket)) return () => {}
  // EPIPE: the watcher is gone already.
  pipe.on('error', () => {}).resume()
  return () => void pipe.end('leave\n')
}

function cannotStart({ account }: ServerOptions, cause: unknown): EmbeddedPostgresError {
  const as = account ? ` as "${account.name}"` : ''
  return new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL cannot be started${as}: ${messageOf(cause)}. Start Tandem as an ordinary user, or set DATABASE_URL.`,
    { cause },
  )
}
