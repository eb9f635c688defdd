import { chown, lstat, mkdir, mkdtemp, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemErrorCode } from './errors.ts'
import type { PidFile } from './pid-file.ts'
import type { ServerAccount, ServerOptions } from './server-options.ts'
import { port } from './settings.ts'

/**
 * Makes a private folder (mode 0700) for the server's socket and returns its path.
 * It is not in the data directory: the kernel cuts socket paths at 107 bytes (macOS: 103) and DATA_DIR can be longer.
 * It is /tmp and not TMPDIR where possible: TMPDIR can be long too, or below a home that the server's account cannot enter.
 */
export async function makeSocketDirectory(account: ServerAccount | null): Promise<string> {
  const socketDir = await mkdtemp('/tmp/tandem-').catch(() => mkdtemp(join(tmpdir(), 'tandem-')))
  if (account) await chown(socketDir, account.uid, account.gid)
  return socketDir
}

export async function removeSocketDirectory(socketDir: string): Promise<void> {
  await rm(socketDir, { recursive: true, force: true })
}

/** Before a restart: files in /tmp may be cleaned up while the server is down. Throws when another user has taken the name. */
export async function remakeSocketDirectory({ socketDir, account }: Pick<ServerOptions, 'socketDir' | 'account'>): Promise<void> {
  try {
    await mkdir(socketDir, { mode: 0o700 })
    if (account) await chown(socketDir, account.uid, account.gid)
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
    const { uid } = await lstat(socketDir)
    if (uid !== (account?.uid ?? process.geteuid?.())) throw new Error(`${socketDir} belongs to another account`, { cause: error })
  }
}

/**
 * Removes the folder of a server that was killed together with the launcher that would have done so. `former` is its pid file, read before
 * the directory was ours. The folder is removed only when it is one of ours and its contents are that server's. A folder in use is never
 * removed, even if it has the same name.
 */
export async function removeAbandonedSocket(
  former: PidFile,
  { socketDir, pgdata }: Pick<ServerOptions, 'socketDir' | 'pgdata'>,
): Promise<void> {
  const abandoned = former.socketDir
  if (abandoned === socketDir || !/^tandem-\w{6}$/.test(abandoned.slice(dirname(abandoned).length + 1))) return
  if (![dirname(socketDir), '/tmp', tmpdir()].includes(dirname(abandoned))) return
  const found = await lstat(abandoned).catch(() => null)
  if (!found?.isDirectory() || found.uid !== (await stat(pgdata)).uid) return
  const socket = join(abandoned, `.s.PGSQL.${port}`)
  const holder = await readFile(`${socket}.lock`, 'utf8').catch(() => null)
  if (holder !== null && Number(holder.split('\n')[0]) !== former.pid) return
  if (holder !== null) for (const path of [socket, `${socket}.lock`]) await rm(path, { force: true })
  // Refused by the system when there is something in it.
  await rmdir(abandoned)
}
