import { homedir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError, messageOf, systemErrorCode } from '../errors.ts'
import type { ServerAccount } from '../server-options.ts'
import { copyPackage } from './copy.ts'
import { linkLibraries } from './library-links.ts'
import { findPlatformPackage, unsupported } from './platform-package.ts'
import { runBinary } from './run.ts'

/**
 * Returns the folder of `postgres` and `initdb`, proven to run under `account`: the one in node_modules,
 * or a copy in a cache folder when that one is out of the account's reach (a project below a 0700 home)
 * or lacks library links in a read-only node_modules.
 * Throws `unsupported_platform`, `no_account` or `binaries_unusable`.
 */
export async function locateBinaries(options: {
  account: ServerAccount | null
  dataDir: string
  cacheDir: string | undefined
  log: (line: string) => void
}): Promise<string> {
  const shipped = await findPlatformPackage()
  await linkLibraries(shipped.root)
  const refusal = await tryPostgres(shipped.root, options.account)
  if (refusal === null) return binDirOf(shipped.root)

  const refusals = [refusal]
  for (const cacheDir of options.cacheDir ? [options.cacheDir] : cacheDirs(options.dataDir)) {
    try {
      const copy = await copyPackage(shipped, cacheDir, options.log)
      const refusedCopy = await tryPostgres(copy, options.account)
      if (refusedCopy === null) return binDirOf(copy)
      refusals.push(refusedCopy)
    } catch (error) {
      refusals.push(messageOf(error))
    }
  }
  throw unusable(refusals, options.account)
}

/** Root's copy is where only root may write; an ordinary user's copy is among the user's own files. */
function cacheDirs(dataDir: string): string[] {
  if (process.geteuid?.() === 0) return ['/var/cache/tandem']
  return [join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tandem'), join(dataDir, 'cache')]
}

/** Null when the server's program runs, else the reason. It tests reach, libraries, libc and noexec in one go (10 ms). */
async function tryPostgres(packageRoot: string, account: ServerAccount | null): Promise<string | null> {
  const program = join(binDirOf(packageRoot), 'postgres')
  try {
    const { code, output } = await runBinary(program, ['--version'], { account, cwd: '/' })
    return code === 0 ? null : `${program}: exit code ${code}: ${output}`
  } catch (error) {
    const code = systemErrorCode(error)
    // The file is there (npm packed it): ENOENT speaks of its loader, /lib64/ld-linux…, which musl lacks.
    if (code === 'ENOENT') throw unsupported(`${process.platform}-${process.arch}, musl`, error)
    if (code === 'EPERM') throw cannotSwitch(account, error)
    return `${program}: ${messageOf(error)}`
  }
}

const binDirOf = (packageRoot: string) => join(packageRoot, 'native', 'bin')

/** A container that runs as root with its capabilities dropped. */
function cannotSwitch(account: ServerAccount | null, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'no_account',
    `PostgreSQL does not run as root, and this process may not start it under the account "${account?.name}" ` +
      '(it lacks CAP_SETUID and CAP_SETGID). Start Tandem as an ordinary user, or set DATABASE_URL.',
    { cause },
  )
}

function unusable(refusals: string[], account: ServerAccount | null): EmbeddedPostgresError {
  const who = account ? `the account "${account.name}", under which root runs PostgreSQL` : 'this account'
  return new EmbeddedPostgresError(
    'binaries_unusable',
    `PostgreSQL's programs do not run under ${who}: ${refusals.join('; ')}. ` +
      'Make the project directory readable to it, or set DATABASE_URL.',
  )
}
