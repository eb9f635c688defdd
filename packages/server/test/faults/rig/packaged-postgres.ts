import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseServerAccount } from '../../../src/db/embedded/account.ts'
import { processesIn } from '../../embedded/fixture/processes.ts'
import { signalIfAlive } from '../../embedded/fixture/scratch.ts'
import { until } from '../../embedded/fixture/until.ts'

/** PostgreSQL as Debian's packages bring it; unlike the embedded one it has the programs for standbys. */
const packages = '/usr/lib/postgresql'
const versions = existsSync(packages)
  ? readdirSync(packages)
      .map(Number)
      .sort((a, b) => b - a)
  : []
const binDir = versions.map((version) => join(packages, String(version), 'bin')).find((dir) => existsSync(join(dir, 'pg_basebackup')))
export const hasPackagedPostgres = binDir !== undefined
export const whyNoPackagedPostgres = `no PostgreSQL server of a Debian package is in ${packages}`

const run = promisify(execFile)
export const user = 'tandem'

/** A server on a port of loopback, in a directory of its own. Every process of this machine may connect. */
export type PackagedPostgres = {
  port: number
  target: { host: string; port: number; user: string; database: string }
  start(settings?: Record<string, string>): Promise<void>
  /** SIGKILLs every process of it at once, as when its machine loses power. */
  kill(): Promise<void>
  /** Stops every process of it where it is: connections stay open, and nothing is answered. */
  freeze(): Promise<void>
}

/** A folder for servers, which their account may enter. The caller removes it once they are killed. */
export async function folderForServers(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-servers-'))
  await chmod(folder, 0o755)
  return folder
}

/** An initialised server, which does not run yet. */
export async function newServer(folder: string, port: number): Promise<PackagedPostgres> {
  const options = ['--username', user, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8']
  return serverIn(await dataDirBy('initdb', options, folder), port)
}

/** A copy of a running server, which will follow it as a standby. */
export async function standbyOf(primary: PackagedPostgres, folder: string, port: number): Promise<PackagedPostgres> {
  const from = ['--host', '127.0.0.1', '--port', String(primary.port), '--username', user]
  return serverIn(await dataDirBy('pg_basebackup', [...from, '--checkpoint', 'fast', '--write-recovery-conf'], folder), port)
}

/** A new directory that a program of PostgreSQL has filled; PostgreSQL refuses to run as root. */
async function dataDirBy(program: string, options: readonly string[], folder: string): Promise<string> {
  const dataDir = await mkdtemp(join(folder, 'server-'))
  const account = await chooseServerAccount(dataDir)
  if (account) await chown(dataDir, account.uid, account.gid)
  const identity = account && { uid: account.uid, gid: account.gid }
  await run(join(binDir ?? '', program), [...options, '--pgdata', dataDir], { cwd: dataDir, ...identity })
  return dataDir
}

function serverIn(dataDir: string, port: number): PackagedPostgres {
  const target = { host: '127.0.0.1', port, user, database: 'postgres' }
  let process: ChildProcess | undefined
  return {
    port,
    target,
    async start(settings = {}) {
      const own = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', shared_buffers: '64MB', ...settings }
      const args = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const account = await chooseServerAccount(dataDir)
      process = spawn(join(binDir ?? '', 'postgres'), ['-D', dataDir, ...args], {
        cwd: dataDir,
        stdio: 'ignore',
        ...(account && { uid: account.uid, gid: account.gid }),
      })
      await until(`PostgreSQL to be ready on port ${port}`, () => answers(target))
    },
    async freeze() {
      for (const pid of await processesIn(dataDir)) signalIfAlive(pid, 'SIGSTOP')
    },
    async kill() {
      if (!process || process.exitCode !== null || process.signalCode !== null) return
      const ended = once(process, 'exit')
      // All are stopped before the first is killed. Without its postmaster, a backend gives up waiting for the standby and shows its commit to
      // the others; and without its backends, a postmaster begins to recover. No process does either when its machine loses power.
      const pids = await processesIn(dataDir)
      for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) signalIfAlive(pid, signal)
      process.kill('SIGKILL')
      await ended
    },
  }
}

async function answers(target: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(target)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
