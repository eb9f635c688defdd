import { resolve } from 'node:path'
import type pg from 'pg'
import { type Config, mistypedSettings, readConfig } from '../config.ts'
import { hasDatabase } from '../db/embedded/running.ts'
import { connectClient } from '../db/servers/servers.ts'
import type { Storage } from '../storage.ts'
import { type Check, type Finding, fail, ok, reasonOf, warn } from './checks/check.ts'
import { clock, database, migrations } from './checks/database.ts'
import { disk, files } from './checks/disk.ts'
import { keys } from './checks/keys.ts'
import { mail, mailIn, outbound, publicUrl, redis } from './checks/network.ts'
import { pooler } from './checks/pooler.ts'
import { signIn } from './checks/sign-in.ts'
import { standbys } from './checks/standbys.ts'
import { sharedStores } from './checks/stores.ts'
import { joinStorage } from './open.ts'

/** Looks at everything that the service depends on, and changes nothing. Never throws; yields findings as they come. */
const checks: readonly Check[] = [
  database,
  pooler,
  standbys,
  migrations,
  keys,
  clock,
  publicUrl,
  disk,
  files,
  outbound,
  mail,
  mailIn,
  redis,
  sharedStores,
  signIn,
]
const longestConnectMs = 5_000

export async function* examine(environment: Readonly<Record<string, string | undefined>>): AsyncGenerator<Finding> {
  const config = configIn(environment)
  if (typeof config === 'string') {
    yield { check: 'configuration', ...fail(config, 'Fix these settings; tandem serve --settings lists them all.') }
    return
  }
  const mistyped = mistypedSettings(environment)
  for (const { name, meant } of mistyped)
    yield {
      check: 'configuration',
      ...warn(`${name} is not a setting of Tandem. Did you mean ${meant}?`, `Set ${meant} instead, or remove ${name}.`),
    }
  if (mistyped.length === 0) yield { check: 'configuration', ...ok('all settings are valid') }
  const reached = await reach(config)
  if ('absent' in reached) yield { check: 'database', ...ok(`there is none yet: the first start creates one in ${reached.absent}`) }
  if ('problem' in reached) yield { check: 'database', ...fail(reached.problem, wayToDatabase(config)) }
  const client = 'client' in reached ? reached.client : null
  try {
    for (const { name, run } of checks) {
      const patient = { config, embedded: config.DATABASE_URL === undefined, client }
      const findings = await run(patient).catch((error: unknown) => [fail(`the check failed: ${reasonOf(error)}`, 'Check it manually.')])
      for (const finding of findings) yield { check: name, ...finding }
    }
  } finally {
    await client?.end()
    if ('storage' in reached) await reached.storage.stop()
  }
}

function configIn(environment: Readonly<Record<string, string | undefined>>): Config | string {
  try {
    return readConfig(environment)
  } catch (error) {
    return (error as Error).message
      .replace(/\nRun with --help.*$/, '')
      .replace(/\s*\n\s*/g, '; ')
      .replace(':;', ':')
  }
}

const wayToDatabase = ({ DATABASE_URL, DATA_DIR }: Config): string =>
  DATABASE_URL === undefined
    ? `The service cannot start without it. Check ${resolve(DATA_DIR)}: its permissions, its disk, and whether another service uses it.`
    : 'The service cannot start without it. Check DATABASE_URL, that the server is running, and that it accepts this account.'

type Reached = { storage: Storage; client: pg.Client } | { problem: string } | { absent: string }

/** A directory that cannot be read counts as existing: opening it reports the error. */
const isMade = (dataDir: string): Promise<boolean> => hasDatabase(dataDir).catch(() => true)

async function reach(config: Config): Promise<Reached> {
  if (config.DATABASE_URL === undefined && !(await isMade(config.DATA_DIR))) return { absent: resolve(config.DATA_DIR) }
  let storage: Storage | undefined
  try {
    storage = await joinStorage(config)
    return { storage, client: await connectClient(storage.target, { connectionTimeoutMillis: longestConnectMs }) }
  } catch (error) {
    await storage?.stop()
    return { problem: reasonOf(error) }
  }
}
