import { hasKeptKey, keyIdOf, loadSealingKeys } from '../../seal.ts'
import { type Check, fail, ok, reasonOf, warn } from './check.ts'

/** The keys of INTEGRATION_SECRET_KEY, and the values that each has sealed. */
/** `more`: of tables that a schema of an older release lacks. */
const sealedBy = (more: string) => `select key_id, count(*)::int as count from (
    select split_part(secret_sealed, '.', 2) as key_id from webhooks
    union all select split_part(previous_secret_sealed, '.', 2) from webhooks where previous_secret_sealed is not null
    union all select split_part(sealed, '.', 2) from integration_secrets ${more}
  ) sealed group by key_id order by key_id limit 100`

const tablesThere = `select to_regclass('integration_secrets') is not null as there, to_regclass('push_keys') is not null as push`
const ofPushKeys = `union all select split_part(private_sealed, '.', 2) from push_keys`

export const keys: Check = {
  name: 'keys',
  async run({ config, embedded, client }) {
    if (embedded && !config.INTEGRATION_SECRET_KEY && !(await hasKeptKey(config.DATA_DIR))) return [withoutKey(client !== null)]
    const known = await loadSealingKeys({ config, dataDir: config.DATA_DIR, embedded }).catch((error: unknown) => reasonOf(error))
    if (typeof known === 'string') return [fail(known, 'Fix INTEGRATION_SECRET_KEY: the service does not start without it.')]
    const [first = '', ...older] = known.map(keyIdOf)
    const there = client && (await client.query<Record<'there' | 'push', boolean>>(tablesThere)).rows[0]
    const { rows } =
      client && there?.there ? await client.query<{ key_id: string; count: number }>(sealedBy(there.push ? ofPushKeys : '')) : { rows: [] }
    const countOf = (ids: readonly string[]) => rows.filter(({ key_id }) => ids.includes(key_id)).reduce((sum, { count }) => sum + count, 0)
    const lost = rows.map(({ key_id }) => key_id).filter((id) => id !== first && !older.includes(id))
    const findings = [
      ok(`${known.length === 1 ? 'one key' : `${known.length} keys`}; ${countOf([first])} secrets are encrypted with the first, ${first}`),
    ]
    if (lost.length > 0)
      return [
        ...findings,
        fail(
          `${countOf(lost)} secrets are encrypted with a key that is not in the list: ${lost.join(', ')}`,
          'Add it to INTEGRATION_SECRET_KEY. If it is lost, rotate the secrets of these webhooks and set the secrets of the integrations again.',
        ),
      ]
    if (countOf(older) > 0)
      return [
        ...findings,
        warn(
          `${countOf(older)} secrets are encrypted with older keys: ${older.join(', ')}`,
          'Run tandem secrets rewrap before you remove these keys.',
        ),
      ]
    if (older.length > 0) return [...findings, ok(`nothing is encrypted with the older keys: ${older.join(', ')} can be removed`)]
    return findings
  },
}

/** The check makes no key: a new one would hide that the old one is lost. */
function withoutKey(hasDatabase: boolean) {
  if (!hasDatabase) return ok('there is none yet: the first start creates one in DATA_DIR')
  return fail(
    'DATA_DIR has a database but no integration-secret.key',
    'Restore the key from your copy. Otherwise the next start creates a new one.',
  )
}
