import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { AuditStep, Verb } from '@tandem/contract'
import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { findRunning, hasDatabase } from '../db/embedded/running.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { createPrivateDoor } from '../kernel/act.ts'
import { systemClock } from '../kernel/common/clock.ts'
import { createDryRuns, emptyForecast } from '../kernel/dry-run.ts'
import { type Principal, systemPrincipal } from '../kernel/identity/principal.ts'
import type { PrivateAct } from '../kernel/mutation.ts'
import { done } from '../kernel/reply.ts'
import { policyOf } from '../policy.ts'
import { createSeal, loadSealingKeys, type Seal } from '../seal.ts'
import { onOwnConnection, openStorage, type Storage } from '../storage.ts'

/**
 * Access of an administrator to the configured database, beside a running service or without one. Changes go through the same door as all
 * others: under the lock of the service's own actor, with a row in the audit log.
 */
export type Administration = {
  config: Config
  database: Database
  principal: Principal
  keys(): Promise<Buffer[]>
  seal(): Promise<Seal>
  /** `name` is that in the audit log; `detail` names the actor concerned. */
  act<T>(name: AuditStep, handler: (act: PrivateAct<Verb>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

const principal: Principal = { ...systemPrincipal, credential: { ...systemPrincipal.credential, id: 'command line' } }
const operation = { access: { self: true }, rest: 'POST /', output: null } as const
const poolSize = 2

/** Throws an Error that says what to do: for bad settings, no database, or one of another release. */
export async function openAdministration(environment: Environment): Promise<Administration> {
  const config = readConfig(environment)
  const storage = await joinStorage(config)
  const pooling = await onOwnConnection(storage.target, async (client, pooling) => {
    await refuseOtherSchema(client)
    return pooling
  }).catch(async (error: unknown) => {
    await storage.stop()
    throw error
  })
  const database = openDatabase(storage.target, { poolSize, pooling, onError: () => {} })
  // A running service finds these commits when it polls the log, the credentials and the queues.
  const dryRuns = createDryRuns({ database, readForecast: async () => emptyForecast })
  const door = createPrivateDoor({ database, clock: systemClock, nudge: () => {}, policy: policyOf(config), dryRuns })
  const keys = () => loadSealingKeys({ config, dataDir: config.DATA_DIR, embedded: storage.embedded })
  return {
    config,
    database,
    principal,
    keys,
    seal: async () => createSeal(await keys()),
    async act<T>(name: AuditStep, handler: (act: PrivateAct<Verb>) => Promise<T>) {
      let result: T | undefined
      const run = async (act: PrivateAct) => {
        act.audit({ detail: { by: userInfo().username } })
        result = await handler(act)
        return done(null)
      }
      await door.act({ name, operation, principal, input: {}, address: null, run })
      return result as T
    },
    async close() {
      await database.close()
      await storage.stop()
    },
  }
}

/** The database that the configuration names; the embedded one beside the service that runs it, or started for as long as this takes. */
export async function joinStorage(config: Config, { mayMake = false } = {}): Promise<Storage> {
  if (config.DATABASE_URL !== undefined) return openStorage(config, () => {})
  const running = await findRunning(config.DATA_DIR)
  if (running) return { target: running, embedded: true, stop: async () => {} }
  if (!mayMake && !(await hasDatabase(config.DATA_DIR))) {
    throw new Error(
      `There is no database in ${resolve(config.DATA_DIR)}. Set DATA_DIR or DATABASE_URL to those of the service, or run this command where the service runs.`,
    )
  }
  return openStorage(config, () => {})
}

async function refuseOtherSchema(client: Parameters<typeof pendingMigrations>[0]): Promise<void> {
  const pending = await pendingMigrations(client)
  if (pending.length > 0)
    throw new Error(`The database is missing migrations: ${pending.join(', ')}. Run tandem migrate, or start this release of Tandem on it.`)
}
