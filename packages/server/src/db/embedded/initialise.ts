import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { runBinary } from './binaries/run.ts'
import { isInitialised } from './data-directory.ts'
import { diskFull, EmbeddedPostgresError, isFull, messageOf } from './errors.ts'
import { databaseName, databaseUser, dataPathSeenByServer, type ServerAccount } from './server-options.ts'
import { syncPath } from './sync-path.ts'

type NewDirectory = { pgdata: string; binDir: string; account: ServerAccount | null }

/**
 * Makes `pgdata` with an empty database in it. Everything happens in a sibling that is renamed when it is
 * complete and on disk (initdb syncs; measured 0.5 s in all), so a crash leaves only a sibling to sweep.
 * When another starter was faster its directory stands and ours is dropped. Throws `initdb_failed`.
 */
export async function initialise(directory: NewDirectory): Promise<void> {
  const draft = await mkdtemp(draftPrefix(directory.pgdata)).catch((error: unknown) => {
    throw isFull(messageOf(error)) ? diskFull(dirname(directory.pgdata), error) : error
  })
  try {
    if (directory.account) await chown(draft, directory.account.uid, directory.account.gid)
    await runInitdb(directory, draft)
    await createDatabase(directory, draft)
    await rename(draft, directory.pgdata)
    await syncPath(dirname(directory.pgdata))
  } catch (error) {
    if (isFull(messageOf(error))) throw diskFull(dirname(directory.pgdata), error)
    if (!(await isInitialised(directory.pgdata))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Removes what a crash in the middle of `initialise` left. Call it while the server holds the directory: a
 * starter still initialising beside us has lost the race by then, so its draft may go too.
 */
export async function sweepDrafts(pgdata: string): Promise<void> {
  const prefix = basename(draftPrefix(pgdata))
  for (const name of await readdir(dirname(pgdata))) {
    if (!name.startsWith(prefix)) continue
    await rm(join(dirname(pgdata), name), { recursive: true, force: true, maxRetries: 5 })
  }
}

const draftPrefix = (pgdata: string) => `${pgdata}.init-`

async function runInitdb({ binDir, account }: NewDirectory, draft: string): Promise<void> {
  const { code, output } = await runBinary(
    join(binDir, 'initdb'),
    [
      `--pgdata=${dataPathSeenByServer(draft, account)}`,
      `--username=${databaseUser}`,
      // Applies to a server that is started by hand: ours has rules of its own (access.ts).
      '--auth-local=peer',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
    ],
    { account, cwd: draft },
  )
  if (code !== 0) throw failed('initdb', output)
}

async function createDatabase({ binDir, account }: NewDirectory, draft: string): Promise<void> {
  const { code, output } = await runBinary(
    join(binDir, 'postgres'),
    // -j: a statement ends with a blank line; exit_on_error: a refused statement is an exit code.
    ['--single', '-D', dataPathSeenByServer(draft, account), '-c', 'exit_on_error=on', '-j', 'template1'],
    { account, cwd: draft, input: `CREATE DATABASE ${databaseName};\n\n` },
  )
  if (code !== 0) throw failed('creating the database', output)
}

function failed(step: string, output: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'initdb_failed',
    `PostgreSQL could not be initialized (${step}): ${output.slice(-2000)}\n` +
      'Check free space and permissions of DATA_DIR and start again, or set DATABASE_URL.',
  )
}
