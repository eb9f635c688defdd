import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../faults/rig/tandem.ts'
import { until } from '../http.ts'

const program = '/usr/sbin/dovecot'
export const hasDovecot = existsSync(program)
export const whyNoDovecot = 'dovecot-imapd is not installed'

/** A Dovecot for a test, with one mailbox as a Maildir. It keeps its port over restarts. */
export type TestDovecot = {
  /** For MAIL_IN_IMAP_URL. */
  url: string
  start(): Promise<void>
  /** Puts an unread mail into INBOX, with this time of arrival. */
  deliver(raw: string, atMs?: number): Promise<void>
  /** The flags of the mails in INBOX, in order of arrival: S = seen. */
  flags(): Promise<string[]>
  kill(): Promise<void>
  remove(): Promise<void>
}

export async function testDovecot(): Promise<TestDovecot> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'tandem-dovecot-'))
  const maildir = join(folder, 'mail')
  for (const name of ['new', 'cur', 'tmp']) await mkdir(join(maildir, name), { recursive: true })
  await writeFile(join(folder, 'users'), 'ada:{PLAIN}s/ecret\n')
  const account = await accountOf(folder)
  await writeFile(join(folder, 'dovecot.conf'), configOf(folder, port, account))
  let child: ChildProcess | undefined
  let delivered = 0

  return { url: `imap://ada:s%2Fecret@127.0.0.1:${port}/INBOX`, start, deliver, flags, kill, remove }

  async function start(): Promise<void> {
    child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore', uid: account.uid, gid: account.gid })
    await until(() => greets(port))
  }

  async function deliver(raw: string, atMs = Date.now()): Promise<void> {
    delivered += 1
    const name = `${1_000_000 + delivered}.${delivered}.test`
    // Renamed once it is complete.
    await writeFile(join(maildir, 'tmp', name), raw, { mode: 0o644 })
    await utimes(join(maildir, 'tmp', name), new Date(atMs), new Date(atMs))
    await rename(join(maildir, 'tmp', name), join(maildir, 'new', name))
  }

  async function flags(): Promise<string[]> {
    const names = (await Promise.all(['new', 'cur'].map((name) => readdir(join(maildir, name))))).flat()
    return names.toSorted().map((name) => name.split(':2,')[1] ?? '')
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  async function remove(): Promise<void> {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
}

type Account = { uid: number; gid: number; user: string; group: string }

/** Dovecot keeps its own accounts apart from root: under root it runs as nobody, else as the user who runs the tests. */
async function accountOf(folder: string): Promise<Account> {
  const { uid, gid, username } = userInfo()
  const nobody = { uid: 65_534, gid: 65_534, user: 'nobody', group: 'nogroup' }
  if (uid !== 0) return { uid, gid, user: username, group: await groupOf(gid) }
  for (const part of ['', 'mail', 'mail/new', 'mail/cur', 'mail/tmp']) await chown(join(folder, part), nobody.uid, nobody.gid)
  return nobody
}

const groupOf = async (gid: number): Promise<string> =>
  (await readFile('/etc/group', 'utf8'))
    .split('\n')
    .find((line) => line.split(':')[2] === String(gid))
    ?.split(':')[0] ?? ''

const configOf = (folder: string, port: number, { user, group, uid, gid }: Account): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
mail_location = maildir:${folder}/mail
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
service anvil {
  chroot =
}
service auth-worker {
  user = ${user}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`

async function greets(port: number): Promise<boolean> {
  const connection = createConnection(port, '127.0.0.1')
  try {
    await once(connection, 'data')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}
