import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EmbeddedPostgresError, systemErrorCode } from '../errors.ts'
import { syncPath } from '../sync-path.ts'
import { linkLibraries } from './library-links.ts'
import type { PlatformPackage } from './platform-package.ts'

const abandonedAfterMs = 10 * 60_000

/**
 * Returns the root of a copy of the package in `cacheDir`, made on first use (50 MB, about a second) and
 * readable to everyone. A copy gets its name by one rename once it is whole and on disk, so a crash leaves
 * no half copy under that name, and of two starters at once the second takes the first one's.
 * Copies of older versions stay: another service may be running from them.
 */
export async function copyPackage(shipped: PlatformPackage, cacheDir: string, log: (line: string) => void): Promise<string> {
  const created = await mkdir(cacheDir, { recursive: true })
  if (created) await chmod(cacheDir, 0o755)
  const home = join(await realpath(cacheDir), `postgres-${shipped.platform}-${shipped.version}`)
  await refuseOthersWriting(dirname(home))
  await removeAbandonedCopies(home)
  if (!(await exists(home))) {
    log(`copying PostgreSQL's programs to ${home}, where the server's account can run them`)
    await makeCopy(shipped.root, home)
  }
  await refuseOthersWriting(home)
  return home
}

async function makeCopy(packageRoot: string, home: string): Promise<void> {
  const draft = `${home}.copying-${randomBytes(6).toString('hex')}`
  try {
    await mkdir(draft, { mode: 0o700 })
    await cp(join(packageRoot, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
    await publishTree(draft)
    await linkLibraries(draft)
    await syncPath(join(draft, 'native', 'lib'))
    await rename(draft, home)
    await syncPath(dirname(home))
  } catch (error) {
    const code = systemErrorCode(error)
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Readable by all and writable by its owner, with any umask and any mode of the original; on disk before the rename makes it count. */
async function publishTree(draft: string): Promise<void> {
  await chmod(draft, 0o755)
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const file = await open(path)
    const { mode } = await file.stat()
    await file.chmod(mode & 0o100 ? 0o755 : 0o644)
    await file.sync()
    await file.close()
  }
}

async function removeAbandonedCopies(home: string): Promise<void> {
  for (const name of await readdir(dirname(home))) {
    if (!name.startsWith(`${basename(home)}.copying-`)) continue
    const path = join(dirname(home), name)
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}

/**
 * The server executes these files on behalf of root. So, for root, no other account may own or write any folder of the path (a sticky /tmp
 * is fine: others cannot swap root's entry in it). An ordinary user chooses their own modes.
 */
async function refuseOthersWriting(path: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, mode } = await lstat(path)
  const sticky = (mode & 0o1000) !== 0
  if (uid !== 0 || ((mode & 0o022) !== 0 && !sticky)) {
    throw new EmbeddedPostgresError(
      'binaries_unusable',
      `${path} can be changed by accounts other than root, so no programs are run from there. ` +
        `Make it writable only for root (chown root, chmod go-w), or remove it.`,
    )
  }
  if (dirname(path) !== path) await refuseOthersWriting(dirname(path))
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )
