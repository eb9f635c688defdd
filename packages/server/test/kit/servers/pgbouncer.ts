import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseServerAccount } from '../../../src/db/embedded/account.ts'
import { until } from '../../embedded/fixture/until.ts'
import { freePort } from '../../faults/rig/tandem.ts'

const program = '/usr/sbin/pgbouncer'
export const hasPgBouncer = existsSync(program)
export const whyNoPgBouncer = 'pgbouncer is not installed'

type Target = { host: string; port: number; user: string; database: string }

/** A PgBouncer in front of a server that trusts its callers. */
export async function startPgBouncer(target: Target, settings: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-pgbouncer-'))
  const port = await freePort()
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${target.user}" ""\n`)
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = host=${target.host} port=${target.port}\n[pgbouncer]\n${lines.join('\n')}\n`)
  // It refuses to run as root, and its account must be able to enter the folder.
  await chmod(folder, 0o755)
  const account = await chooseServerAccount(folder)
  const child = spawn(program, ['-q', file], { stdio: 'ignore', ...(account && { uid: account.uid, gid: account.gid }) })
  await until('PgBouncer to listen', () => listens(port))
  return {
    url: `postgres://${target.user}@127.0.0.1:${port}/${target.database}`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
