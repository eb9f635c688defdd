import { access, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seed } from '../../apps/web/scripts/seed.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded/index.ts'
import { loadSealingKeys } from '../../packages/server/src/seal.ts'

/** The location of a developer's data, and the settings of the service for it. */
export type Data = {
  environment: Record<string, string>
  /**
   * Waits for the service at `url`, and says how to sign in. With `demo` it fills the service with people, boards and sessions the first
   * time. Stops waiting when `stop` is aborted.
   */
  welcome(url: string, demo: boolean, stop: AbortSignal): Promise<void>
  close(): Promise<void>
}

const readyEveryMs = 200

/** An embedded PostgreSQL that outlives the service, or that of DATABASE_URL. Throws what to do when another service has it. */
export async function openData(environment: NodeJS.ProcessEnv): Promise<Data> {
  const dataDir = resolve(environment.DATA_DIR || 'data/dev')
  const ownUrl = environment.DATABASE_URL
  const postgres = ownUrl ? null : await startEmbeddedPostgres({ dataDir, log: tell })
  const [key] = await loadSealingKeys({
    config: { INTEGRATION_SECRET_KEY: environment.INTEGRATION_SECRET_KEY },
    dataDir,
    embedded: true,
  })
  return {
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: ownUrl ?? urlOf(postgres?.connection),
      INTEGRATION_SECRET_KEY: environment.INTEGRATION_SECRET_KEY ?? (key?.toString('base64') || ''),
    },
    welcome: (url, demo, stop) => welcome({ dataDir, url, demo }, stop),
    close: async () => postgres?.stop(),
  }
}

async function welcome({ dataDir, url, demo }: { dataDir: string; url: string; demo: boolean }, stop: AbortSignal): Promise<void> {
  const mark = join(dataDir, 'seeded')
  await untilReady(url, stop)
  if (stop.aborted) return
  const isSeeded = await exists(mark)
  if (!isSeeded && !demo) return tell(`Open ${url} and create an account. For data with people and boards: npm run dev -- --demo`)
  try {
    if (!isSeeded) await seed(url)
    await writeFile(mark, '')
  } catch (error) {
    return tell(`The data could not be seeded (${(error as Error).message}). To begin anew, stop and remove ${dataDir}.`)
  }
  tell(`Sign in at ${url} as ada@example.com with the password: correct horse battery`)
}

/** However long migrations, and a mistake in the sources, take. */
async function untilReady(url: string, stop: AbortSignal): Promise<void> {
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!stop.aborted && !(await isReady())) await pause(readyEveryMs)
}

function urlOf(connection: { host: string; port: number; user: string; database: string } | undefined): string {
  if (!connection) throw new Error('there is no database')
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
