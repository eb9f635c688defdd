import { fieldRefusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { integrationSecrets } from '../../db/tables/agents/integration-secrets.ts'
import { deleteFrom, pick, write } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Seal } from '../../seal.ts'
import { refuseRemoved } from './removed.ts'

/** Secrets of an integration, sealed at rest, each for its integration and name. Specification: service §2 and §5, decisions §5. */
const most = 50

const namesOf = sql<{ name: string }>('select name from integration_secrets where integration_id = $1')
const writeSecret = write(
  pick(integrationSecrets, ['integrationId', 'name', 'sealed', 'setAt']),
  (given) => `insert into integration_secrets (integration_id, name, sealed, set_at)
  values (${given.integrationId}, ${given.name}, ${given.sealed}, ${given.setAt})
  on conflict (integration_id, name) do update set sealed = excluded.sealed, set_at = excluded.set_at`,
)
const forgetSecret = deleteFrom(integrationSecrets, { key: ['integrationId', 'name'] })

export const placeOf = (integrationId: string, name: string): string => `integrations/${integrationId}/secrets/${name}`

export function putSecrets({ seal }: { seal: Seal }): HandlerOf<'integration.secrets.put'> {
  return async (tx, { boardId: _board, integrationId, clientMutationId: _mutation, ...named }) => {
    refuseRemoved(tx.target)
    const before = (await tx.rows(namesOf, [integrationId])).map((row) => row.name)
    const set = Object.entries(named).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const forgotten = before.filter((name) => named[name] === null)
    if (set.length + forgotten.length === 0) return null
    const after = new Set([...before, ...set.map(([name]) => name)])
    if (after.size - forgotten.length > most) throw fieldRefusal('secrets', 'secretsFull', { count: most })
    for (const [name, value] of set) {
      const sealed = seal.seal(value, placeOf(integrationId, name))
      tx.send(writeSecret({ integrationId, name, sealed, setAt: tx.now }))
    }
    for (const name of forgotten) tx.send(forgetSecret({ integrationId, name }))
    tx.record('integration.updated', { integrationId, status: tx.target.status })
    return null
  }
}
