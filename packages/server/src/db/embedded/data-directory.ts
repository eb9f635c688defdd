import { access, chmod, constants, lchown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { diskFull, EmbeddedPostgresError, systemErrorCode } from './errors.ts'
import { makeFolder } from './make-folder.ts'
import type { ServerAccount } from './server-options.ts'

/** The major is part of the folder's name: an upgrade is a dump and a restore into a new folder. */
const postgresMajor = 18

/**
 * Makes `dataDir` when missing (mode 0700: it has the attachments too) and checks its contents. Throws `not_writable`, `not_a_directory`,
 * `foreign_owner`, `foreign_content` or `other_major`.
 */
export async function openDataDirectory(dataDir: string): Promise<{ pgdata: string; initialised: boolean }> {
  await makeWritable(dataDir)
  const pgdata = pgdataIn(dataDir)
  const initialised = await isInitialised(pgdata)
  if (!initialised) await refuseOtherMajors(dataDir)
  return { pgdata, initialised }
}

export const pgdataIn = (dataDir: string): string => join(dataDir, `postgres-${postgresMajor}`)

/** Whether `pgdata` holds a complete data directory of our major; false when it is missing or empty. */
export async function isInitialised(pgdata: string): Promise<boolean> {
  try {
    if ((await readdir(pgdata)).length === 0) return false
    const version = (await readFile(join(pgdata, 'PG_VERSION'), 'utf8')).trim()
    if (version !== String(postgresMajor)) throw otherMajor(pgdata, version)
  } catch (error) {
    return explainUnreadable(pgdata, error)
  }
  await refuseForeignOwner(pgdata)
  return true
}

/** As root: gives the directory to the server's account, the top last so that a crash half-way is noticed and redone. */
export async function settleOwnership(pgdata: string, account: ServerAccount | null): Promise<void> {
  const { uid, mode } = await stat(pgdata)
  if (account && uid !== account.uid) {
    for (const entry of await readdir(pgdata, { recursive: true, withFileTypes: true })) {
      await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
    }
    await lchown(pgdata, account.uid, account.gid)
  }
  // A restored backup or a mounted volume often comes as 0755, which PostgreSQL refuses.
  if ((mode & 0o077) !== 0) await chmod(pgdata, 0o700)
}

async function makeWritable(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code = systemErrorCode(cause)
    if (await isDangling(dataDir)) throw dangling(dataDir, cause)
    if (code === 'EEXIST' || code === 'ENOTDIR') throw notADirectory(dataDir, cause)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw diskFull(dataDir, cause)
    throw new EmbeddedPostgresError(
      'not_writable',
      `The data directory ${dataDir} cannot be written to by ${whoWeAre()} (${code}). ` +
        'Change its owner or permissions (chown, chmod u+rwx), or set DATA_DIR to another directory.',
      { cause },
    )
  }
}

/** Whether `path` is a symbolic link to nothing: it cannot be made, and nothing is there. */
async function isDangling(path: string): Promise<boolean> {
  const link = await lstat(path).catch(() => null)
  if (!link?.isSymbolicLink()) return false
  return stat(path).then(
    () => false,
    (error: unknown) => systemErrorCode(error) === 'ENOENT',
  )
}

function explainUnreadable(pgdata: string, error: unknown): false {
  const code = systemErrorCode(error)
  if (code === 'EACCES' || code === 'EPERM') throw foreignOwner(pgdata)
  if (code === 'ENOTDIR') throw notADirectory(pgdata, error)
  if (code !== 'ENOENT') throw error
  // Either the folder is missing, or it is there, not empty, and has no PG_VERSION. initdb runs in a
  // sibling that is renamed when complete, so the latter is never a half initialisation of ours.
  const missing = error instanceof Error && 'path' in error && error.path === pgdata
  if (missing) return false
  throw new EmbeddedPostgresError(
    'foreign_content',
    `${pgdata} is not empty and is not a PostgreSQL data directory (it has no PG_VERSION). ` +
      'Move it away, restore it from a backup, or set DATA_DIR to another directory.',
  )
}

/** A newer or older release of Tandem left its data here: an empty new database would look like a loss. */
async function refuseOtherMajors(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const version = /^postgres-(\d+)$/.exec(name)?.[1]
    const other = join(dataDir, name)
    if (version && version !== String(postgresMajor) && (await readdir(other)).length > 0) throw otherMajor(other, version)
  }
}

async function refuseForeignOwner(pgdata: string): Promise<void> {
  const ours = process.geteuid?.()
  if (ours !== 0 && (await stat(pgdata)).uid !== ours) throw foreignOwner(pgdata)
}

const whoWeAre = () => `uid ${process.geteuid?.()}`

function foreignOwner(pgdata: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'foreign_owner',
    `${pgdata} belongs to an account other than ${whoWeAre()}. Start Tandem under the account that owns it (or as root), ` +
      `change its owner as root (chown -R ${process.geteuid?.()} '${pgdata}'), or set DATA_DIR to another directory.`,
  )
}

function notADirectory(path: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'not_a_directory',
    `${path} cannot be used as a data directory: it, or a part of its path, is a file. ` +
      'Move the file away, or set DATA_DIR to another directory.',
    { cause },
  )
}

function dangling(path: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'not_a_directory',
    `The data directory ${path} points to a place that does not exist. Create it, or set DATA_DIR to another directory.`,
    { cause },
  )
}

function otherMajor(pgdata: string, version: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'other_major',
    `${pgdata} has data of PostgreSQL ${version}, and this release of Tandem includes PostgreSQL ${postgresMajor}. ` +
      `Export the data with the release that wrote it and import it here, start that release again, ` +
      `or move ${basename(pgdata)} out of ${dirname(pgdata)} to start with an empty database.`,
  )
}
