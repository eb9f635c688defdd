import { type OwnIntegration, refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { type IntegrationRow, integrations } from '../../db/tables/agents/integrations.ts'
import { update } from '../../db/writes.ts'
import { type HandlerOf, prepared, type Steps } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { done } from '../../kernel/reply.ts'
import type { Seal } from '../../seal.ts'
import { fieldsOnWire, type SecretName } from './record.ts'
import { fingerprintOf, type PublicKey, problemOf, sealTo } from './sealed-to.ts'
import { placeOf } from './secrets.ts'

/** The plugin's own integration, and the key to which its secrets are sealed. Specification: decisions §5. */
const findOwn = sql<IntegrationRow>(`select * from integrations where id = $1 and status <> 'removed'`)
const secretsOf = sql<SecretName & { sealed: string }>(
  'select integration_id, name, set_at, sealed from integration_secrets where integration_id = $1 order by name limit 1000',
)
const writeKey = update(integrations, { key: ['id'], set: ['publicKey'] })

export function readOwn({ seal }: { seal: Seal }): HandlerOf<'integration.self.get'> {
  return async (read) => {
    const own = await ownOf(read, read.principal)
    const rows = await read.rows(secretsOf, [own.id])
    const secrets = await Promise.all(rows.map((row) => handedOut(seal, own, row)))
    return { ...fieldsOnWire(own), inboundUrl: own.inboundUrl, secrets }
  }
}

/** Seals a secret to the key of the plugin; null without one, or when the key that sealed it at rest is lost. */
async function handedOut(
  seal: Seal,
  own: IntegrationRow,
  row: SecretName & { sealed: string },
): Promise<OwnIntegration['secrets'][number]> {
  const text = own.publicKey === null ? null : openOrNull(seal, row.sealed, placeOf(own.id, row.name))
  const jwe = own.publicKey === null || text === null ? null : await sealTo(own.publicKey, text)
  return { name: row.name, setAt: row.setAt, jwe }
}

function openOrNull(seal: Seal, blob: string, place: string): string | null {
  try {
    return seal.open(blob, place)
  } catch {
    return null
  }
}

type Found = { jwk: PublicKey; problem: TandemError | null }

export const putOwnKey: Steps<'integration.self.key.put'> = prepared<'integration.self.key.put', Found>(
  async (_read, { clientMutationId: _mutation, d: _private, ...parts }) => {
    const known = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined)
    const jwk: PublicKey = { ...Object.fromEntries(known), kty: parts.kty }
    return { jwk, problem: await problemOf(jwk) }
  },
  async (act, _input, { jwk, problem }) => {
    const own = await ownOf(act, act.principal)
    if (problem !== null) throw problem
    act.send(writeKey({ id: own.id, publicKey: jwk }))
    act.audit({ detail: { integrationId: own.id, thumbprint: await fingerprintOf(jwk) } })
    return done(null)
  },
)

/** Throws not_found when the caller is no integration, invalid_token when it was removed a moment ago. */
export async function ownOf(reader: Reader, principal: Principal | null): Promise<IntegrationRow> {
  if (principal?.integrationId === undefined) throw refusal('notAnIntegration')
  const own = await reader.row(findOwn, [principal.integrationId])
  if (own) return own
  throw refusal('ownIntegrationRemoved')
}
