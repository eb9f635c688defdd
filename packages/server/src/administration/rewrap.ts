import { type Reader, sql } from '../db/database.ts'
import { type PushKeyRow, pushKeys } from '../db/tables/accounts/push-keys.ts'
import { integrationSecrets } from '../db/tables/agents/integration-secrets.ts'
import { webhooks } from '../db/tables/agents/webhooks.ts'
import { update } from '../db/writes.ts'
import { placeOf as placeOfSecret } from '../domain/integrations/secrets.ts'
import { placeOfPushKey } from '../domain/push/keys.ts'
import { placeOf as placeOfWebhook } from '../domain/webhooks/secrets.ts'
import type { PrivateAct } from '../kernel/mutation.ts'
import { keyIdOf, type Seal } from '../seal.ts'
import type { Administration } from './open.ts'

/**
 * Seals again with the first key the values that older keys have sealed. Secrets are written under the lock of their board, or of the actor
 * whose webhook it is, so that a concurrent rotation loses nothing. Each owner is an act of its own: after an interruption, the next run
 * finds only the rest. Specification: decisions §6.
 */
export type Rewrapped = {
  keyId: string
  owners: number
  webhooks: number
  integrationSecrets: number
  pushKeys: number
  unreadable: Record<string, number>
}

type Part = { webhooks: number; integrationSecrets: number; pushKeys: number; unreadable: string[] }

const nothingYet = (): Part => ({ webhooks: 0, integrationSecrets: 0, pushKeys: 0, unreadable: [] })

type Owner = { boardId: string | null; actorId: string | null }

const pageSize = 100
const lowestId = '00000000-0000-0000-0000-000000000000'

/** SQL condition: the value is sealed with a key other than `$1`. */
const isStale = (column: string) => `split_part(${column}, '.', 2) <> $1`
const staleWebhook = `(${isStale('w.secret_sealed')} or ${isStale('w.previous_secret_sealed')})`
/** Boards first, then actors; `$2` is the last one seen. */
const staleBoards = sql<Owner>(`select board_id, null as actor_id from (
    select w.board_id from webhooks w where w.board_id > $2 and ${staleWebhook}
    union
    select i.board_id from integration_secrets s join integrations i on i.id = s.integration_id where i.board_id > $2 and ${isStale('s.sealed')}
  ) stale order by board_id limit ${pageSize}`)
const staleActors = sql<Owner>(`select distinct null as board_id, w.actor_id from webhooks w
  where w.board_id is null and w.actor_id > $2 and ${staleWebhook} order by w.actor_id limit ${pageSize}`)

type WebhookSecrets = { id: string; secretSealed: string; previousSecretSealed: string | null }
type IntegrationSecret = { integrationId: string; name: string; sealed: string }

const webhooksOf = sql<WebhookSecrets>(`select w.id, w.secret_sealed, w.previous_secret_sealed from webhooks w
  where (w.board_id = $2 or (w.board_id is null and w.actor_id = $3)) and ${staleWebhook} order by w.id`)
const secretsOf = sql<IntegrationSecret>(`select s.integration_id, s.name, s.sealed from integration_secrets s
  join integrations i on i.id = s.integration_id where i.board_id = $2 and ${isStale('s.sealed')} order by s.integration_id, s.name`)
const stalePushKeys = sql<Pick<PushKeyRow, 'id' | 'privateSealed'>>(
  `select id, private_sealed from push_keys where ${isStale('private_sealed')} order by id limit 1000`,
)
const writePushKey = update(pushKeys, { key: ['id'], set: ['privateSealed'] })
const lockActor = sql('select id from actors where id = $1 for no key update')
const writeWebhook = update(webhooks, { key: ['id'], set: ['secretSealed', 'previousSecretSealed'] })
const writeSecret = update(integrationSecrets, { key: ['integrationId', 'name'], set: ['sealed'] })

/** `onOwner` hears of each owner that is done. */
export async function rewrapSecrets(administration: Administration, onOwner: (done: Rewrapped) => void = () => {}): Promise<Rewrapped> {
  const [first] = await administration.keys()
  if (!first) throw new Error('There is no key.')
  const seal = await administration.seal()
  const total: Rewrapped = { keyId: keyIdOf(first), owners: 0, webhooks: 0, integrationSecrets: 0, pushKeys: 0, unreadable: {} }
  for (const statement of [staleBoards, staleActors]) {
    for await (const owner of ownersIn(administration.database, statement, total.keyId)) {
      addTo(total, await administration.act('secrets.rewrap', (act) => rewrapOf(act, owner, { seal, keyId: total.keyId })))
      onOwner(total)
    }
  }
  if ((await administration.database.rows(stalePushKeys, [total.keyId])).length > 0)
    addTo(total, await administration.act('secrets.rewrap', (act) => rewrapPushKeys(act, seal, total.keyId)))
  return total
}

async function* ownersIn(reader: Reader, statement: typeof staleBoards, keyId: string): AsyncGenerator<Owner> {
  let last = lowestId
  for (;;) {
    const owners = await reader.rows(statement, [keyId, last])
    yield* owners
    const end = owners.at(-1)
    if (!end || owners.length < pageSize) return
    last = end.boardId ?? end.actorId ?? lowestId
  }
}

/** Reads again under the lock: the value may have changed since it was listed. */
async function rewrapOf(act: PrivateAct, owner: Owner, { seal, keyId }: { seal: Seal; keyId: string }): Promise<Part> {
  if (owner.boardId !== null) await act.lockBoards([owner.boardId])
  else await act.row(lockActor, [owner.actorId])
  const part = nothingYet()
  const again = (blob: string, place: string) => resealed(seal, blob, { place, keyId, part })
  for (const row of await act.rows(webhooksOf, [keyId, owner.boardId, owner.actorId])) {
    const current = again(row.secretSealed, placeOfWebhook(row.id, 'secret'))
    const { previousSecretSealed: before } = row
    const previous = before === null ? null : again(before, placeOfWebhook(row.id, 'previous_secret'))
    if (current === row.secretSealed && previous === before) continue
    act.send(writeWebhook({ id: row.id, secretSealed: current, previousSecretSealed: previous }))
    part.webhooks += 1
  }
  for (const { integrationId: id, name, sealed } of owner.boardId === null ? [] : await act.rows(secretsOf, [keyId, owner.boardId])) {
    const current = again(sealed, placeOfSecret(id, name))
    if (current === sealed) continue
    act.send(writeSecret({ integrationId: id, name, sealed: current }))
    part.integrationSecrets += 1
  }
  const { webhooks, integrationSecrets } = part
  act.audit({ detail: { boardId: owner.boardId, actorId: owner.actorId, keyId, webhooks, integrationSecrets } })
  return part
}

/** The keys of the instance, which do not change once they are made. */
async function rewrapPushKeys(act: PrivateAct, seal: Seal, keyId: string): Promise<Part> {
  const part = nothingYet()
  for (const { id, privateSealed } of await act.rows(stalePushKeys, [keyId])) {
    const current = resealed(seal, privateSealed, { place: placeOfPushKey(id), keyId, part })
    if (current === privateSealed) continue
    act.send(writePushKey({ id, privateSealed: current }))
    part.pushKeys += 1
  }
  act.audit({ detail: { keyId, pushKeys: part.pushKeys } })
  return part
}

/** A secret that no key opens stays as it is, and is reported. */
function resealed(seal: Seal, blob: string, { place, keyId, part }: { place: string; keyId: string; part: Part }): string {
  const [, sealedWith = ''] = blob.split('.')
  if (sealedWith === keyId) return blob
  try {
    return seal.seal(seal.open(blob, place), place)
  } catch {
    part.unreadable.push(sealedWith)
    return blob
  }
}

function addTo(total: Rewrapped, { webhooks, integrationSecrets, pushKeys, unreadable }: Part): void {
  total.owners += 1
  total.webhooks += webhooks
  total.integrationSecrets += integrationSecrets
  total.pushKeys += pushKeys
  for (const keyId of unreadable) total.unreadable[keyId] = (total.unreadable[keyId] ?? 0) + 1
}
