import { pendingMigrations } from '../../db/migrate.ts'
import { type Check, fail, ok, type Patient, reasonOf, warn } from './check.ts'

/** The database and its schema. */
const settings = ['server_version', 'server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'max_connections']
const otherConnections = 10

export const database: Check = {
  name: 'database',
  async run({ client, embedded, config }) {
    if (!client) return []
    const { rows } = await client.query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any ($1)', [
      settings,
    ])
    const setting = new Map(rows.map(({ name, setting }) => [name, setting]))
    const where = embedded ? `, embedded in ${config.DATA_DIR}` : ` at ${client.host}:${client.port}`
    const said = `PostgreSQL ${setting.get('server_version')}${where}`
    if (Number(setting.get('server_version_num')) < 150_000) return [fail(said, 'Upgrade it: Tandem needs PostgreSQL 15 or newer.')]
    const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => setting.get(name) === 'off')
    if (off.length > 0) return [fail(`${said}, with ${off.join(', ')} off: acknowledged writes may be lost`, 'Turn it on.')]
    const most = Number(setting.get('max_connections'))
    const needed = config.DATABASE_POOL_SIZE + otherConnections
    if (most < needed)
      return [
        warn(
          `${said}, which allows ${most} connections; one instance needs up to ${needed}`,
          'Raise max_connections, or lower DATABASE_POOL_SIZE.',
        ),
      ]
    return [ok(said)]
  },
}

export const migrations: Check = {
  name: 'migrations',
  async run({ client }) {
    if (!client) return []
    try {
      const pending = await pendingMigrations(client)
      if (pending.length === 0) return [ok('the schema matches this release')]
      return [warn(`${pending.length} pending: ${pending.join(', ')}`, 'Run tandem migrate, or start the service, which does the same.')]
    } catch (error) {
      return [fail(reasonOf(error), 'Run the release that this database belongs to.')]
    }
  },
}

const [warnSkewMs, failSkewMs] = [2_000, 60_000]

export const clock: Check = {
  name: 'clock',
  async run({ client }: Patient) {
    if (!client) return []
    const before = Date.now()
    const { rows } = await client.query<{ now: string }>('select clock_timestamp() as now')
    const [now] = rows
    // The answer was given somewhere between the question and now.
    const skewMs = Math.max(0, Math.abs(new Date(now?.now ?? 0).getTime() - (before + Date.now()) / 2) - (Date.now() - before) / 2)
    const said = `this machine and the database are ${Math.round(skewMs)} ms apart`
    if (skewMs < warnSkewMs) return [ok(said)]
    const todo = 'Synchronize both clocks with NTP: webhook signatures are rejected when clocks differ by five minutes.'
    return [skewMs < failSkewMs ? warn(said, todo) : fail(said, todo)]
  },
}
