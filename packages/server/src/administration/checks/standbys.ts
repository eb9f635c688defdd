import { parseDatabaseUrl } from '../../db/servers/database-url.ts'
import { type Check, ok, warn } from './check.ts'

/** Whether a failover to another server of DATABASE_URL keeps what was acknowledged. */
export const standbys: Check = {
  name: 'standbys',
  async run({ client, config }) {
    if (!client || config.DATABASE_URL === undefined) return []
    const { servers, mustBeOff } = parseDatabaseUrl(config.DATABASE_URL)
    if (servers.length < 2) return []
    const takesAny = warn(
      `DATABASE_URL lists ${servers.length} servers and may use any of them: on a standby, every write fails`,
      'Add target_session_attrs=read-write to DATABASE_URL.',
    )
    const { rows } = await client.query<{ names: string; waits: string }>(
      `select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as waits`,
    )
    const [setting] = rows
    const isSynchronous = setting?.names !== '' && !['off', 'local'].includes(setting?.waits ?? '')
    const findings = isSynchronous ? ok(`commits wait for standbys: ${setting?.names}`) : mayLose
    return mustBeOff.length === 0 ? [takesAny, findings] : [findings]
  },
}

const mayLose = warn(
  'commits do not wait for a standby: a failover may lose acknowledged writes',
  'Set synchronous_standby_names on the primary, and synchronous_commit to on; docs/high-availability.md says how.',
)
