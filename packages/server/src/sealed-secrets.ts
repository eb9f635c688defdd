import type pg from 'pg'
import type { Logger } from 'pino'
import type { Metrics } from './metrics/metrics.ts'
import { keyIdOf } from './seal.ts'

/** Secrets in use that none of the keys `$1` can open, by key. */
const unreadable = `select key_id, sum(webhook)::int as webhooks, sum(secret)::int as secrets, sum(push_key)::int as push_keys from (
    select split_part(secret_sealed, '.', 2) as key_id, 1 as webhook, 0 as secret, 0 as push_key from webhooks where active
    union all
    select split_part(s.sealed, '.', 2), 0, 1, 0 from integration_secrets s join integrations i on i.id = s.integration_id where i.removed_at is null
    union all
    select split_part(k.private_sealed, '.', 2), 0, 0, 1 from push_keys k where exists (select from push_devices d where d.key_id = k.id)
  ) sealed where key_id <> all ($1::text[]) group by key_id order by key_id limit 100`

type Unreadable = { key_id: string; webhooks: number; secrets: number; push_keys: number }

/**
 * Logs at the start which secrets the keys do not open, before a delivery fails because of it. The service starts all the same: after
 * losing a key, the operator must be able to set these secrets again. Specification: decisions §6, reliability E1.
 */
export async function reportUnreadable(client: pg.Client, keys: readonly Buffer[], { log, metrics }: { log: Logger; metrics: Metrics }) {
  const { rows } = await client.query<Unreadable>(unreadable, [keys.map(keyIdOf)])
  metrics.secretsUnreadable.set(rows.reduce((sum, { webhooks, secrets, push_keys: keys }) => sum + webhooks + secrets + keys, 0))
  for (const { key_id: keyId, webhooks, secrets, push_keys: pushKeys } of rows) {
    log.error(
      { keyId, webhooks, integrationSecrets: secrets, pushKeys },
      `INTEGRATION_SECRET_KEY lacks the key ${keyId}, which stored secrets were encrypted with: their webhooks deliver nothing, and browsers that subscribed with it get no push notifications. ` +
        'Add it to the list, or restore integration-secret.key in DATA_DIR; if it is lost, rotate the secret of each webhook and set the secrets of integrations again; browsers subscribe again when their page is opened.',
    )
  }
}
