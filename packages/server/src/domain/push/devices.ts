import { createECDH } from 'node:crypto'
import { fieldRefusal, type PushDevice, refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { type PushDeviceRow, pushDevices } from '../../db/tables/accounts/push-devices.ts'
import { pushMessages } from '../../db/tables/service/push-messages.ts'
import { insertInto, pick, returning, write } from '../../db/writes.ts'
import { answers, type HandlerOf, type Handlers, prepared, type RunOf } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { done } from '../../kernel/reply.ts'
import { type Outbound, refusalOf } from '../../outbound/outbound.ts'
import { targetOf } from '../../outbound/target.ts'
import { type PushKeysDeps, publicPushKey, pushKeyId } from './keys.ts'

/** The browsers of a person to which questions are pushed. A row ends with the sign-in that made it. Specification: beyond §6 and §11. */
const mostDevices = 20

type Listed = PushDeviceRow & Pick<PushDevice, 'device'>

const ofActor = sql<Listed>(`select d.*, w.device from push_devices d join web_sessions w on w.id = d.web_session_id
  where d.actor_id = $1 order by d.id limit ${mostDevices}`)
const countOthers = sql<{ count: number }>(
  'select count(*)::int as count from push_devices where actor_id = $1 and (endpoint, auth) is distinct from ($2, $3)',
)
/** Deletes the subscription that another person made in the same browser before. */
const takeFromOthers = write(
  pick(pushDevices, ['endpoint', 'auth', 'actorId']),
  ({ endpoint, auth, actorId }) => `delete from push_devices where endpoint = ${endpoint} and auth = ${auth} and actor_id <> ${actorId}`,
)
const insertDevice = insertInto(
  pushDevices,
  ['id', 'actorId', 'webSessionId', 'keyId', 'endpoint', 'p256dh', 'auth', 'createdAt'],
  `on conflict (endpoint, auth) do update set web_session_id = excluded.web_session_id, key_id = excluded.key_id,
    p256dh = excluded.p256dh, failures = 0
  where push_devices.actor_id = excluded.actor_id
  returning *, (select device from web_sessions w where w.id = push_devices.web_session_id) as device`,
  returning<Listed>(),
)
const own = pick(pushDevices, ['id', 'actorId'])
const deleteOwn = write(
  own,
  ({ id, actorId }) => `delete from push_devices where id = ${id} and actor_id = ${actorId} returning id`,
  returning<{ id: string }>(),
)
/** One test at a time: the next takes the place of one that waits. */
const queueTest = write(
  { ...own, messageId: pushMessages.id, now: parameter<string>('timestamptz') },
  ({ id, actorId, messageId, now }) => `with device as (
    select id from push_devices where id = ${id} and actor_id = ${actorId} for key share
  ), before as (
    delete from push_messages m using device d where m.device_id = d.id and m.what = 'test' and m.attempts = 0
  ), queued as (
    insert into push_messages (id, device_id, what, next_attempt_at, created_at) select ${messageId}, id, 'test', ${now}, ${now} from device
  ) select id from device`,
  returning<{ id: string }>(),
)

type PushDeps = PushKeysDeps & { outbound: Outbound; pushEnabled: boolean }

export function createPushHandlers(deps: PushDeps) {
  const { outbound, pushEnabled } = deps
  const list: HandlerOf<'pushDevice.list'> = async (read) => ({
    publicKey: pushEnabled ? await publicPushKey(deps) : null,
    devices: (await read.rows(ofActor, [read.principal.actorId])).map((row) => onWire(row, read.principal)),
  })
  return {
    'pushDevice.list': answers(list),
    'pushDevice.add': prepared<'pushDevice.add', TandemError | null>(
      async (_read, { endpoint }) => problemOf(endpoint) ?? refusalOf(outbound, endpoint, 'endpoint'),
      add,
    ),
    'pushDevice.remove': answers(remove),
    'pushDevice.test': answers(test),
  } satisfies Partial<Handlers>
}

/** Push services speak TLS. The one of a test, on this machine, need not; whether it may be reached is another question. */
function problemOf(endpoint: string): TandemError | null {
  const target = targetOf(endpoint)
  if ('problem' in target) return fieldRefusal('endpoint', target.problem)
  const isHere = target.host === 'localhost' || target.literal === '127.0.0.1' || target.literal === '::1'
  return target.url.protocol === 'https:' || isHere ? null : fieldRefusal('endpoint', 'pushHttps')
}

const add = async (
  act: Parameters<RunOf<'pushDevice.add'>>[0],
  input: Parameters<RunOf<'pushDevice.add'>>[1],
  refused: TandemError | null,
) => {
  const principal = signedIn(act.principal)
  if (!act.policy.pushEnabled) throw refusal('pushOff')
  if (refused) throw refused
  if (!isPoint(input.p256dh)) throw fieldRefusal('p256dh', 'pushKeyNone')
  const keyId = await pushKeyId(act, input.publicKey)
  if (keyId === null) throw refusal('pushKeyUnknown')
  const { actorId } = principal
  const { endpoint, auth, p256dh } = input
  await requireRoom(act, [actorId, endpoint, auth])
  act.send(takeFromOthers({ endpoint, auth, actorId }))
  const given = { endpoint, auth, p256dh, keyId, actorId, webSessionId: principal.credential.id }
  const row = await act.row(insertDevice({ ...given, id: act.newId(), createdAt: act.now }))
  // Another person has added the same browser at the same moment.
  if (!row) throw refusal('collides')
  act.audit({ detail: { pushDeviceId: row.id, service: new URL(endpoint).host } })
  return done(onWire(row, principal))
}

async function requireRoom(reader: Reader, of: [actorId: string, endpoint: string, auth: string]): Promise<void> {
  const others = await reader.row(countOthers, of)
  if ((others?.count ?? 0) >= mostDevices) throw refusal('pushDevicesFull', { count: mostDevices })
}

const remove: HandlerOf<'pushDevice.remove'> = async (act, { pushDeviceId }) => {
  const gone = await act.row(deleteOwn({ id: pushDeviceId, actorId: signedIn(act.principal).actorId }))
  if (!gone) throw refusal('pushDeviceGone')
  act.audit({ detail: { pushDeviceId } })
  return null
}

const test: HandlerOf<'pushDevice.test'> = async (act, { pushDeviceId }) => {
  const { actorId } = signedIn(act.principal)
  if (!act.policy.pushEnabled) throw refusal('pushOff')
  const found = await act.row(queueTest({ id: pushDeviceId, actorId, messageId: act.newId(), now: act.now }))
  if (!found) throw refusal('pushDeviceGone')
  return null
}

/** A message can be encrypted for it. */
function isPoint(p256dh: string): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

function signedIn(principal: Principal | null): Principal {
  if (!principal) throw refusal('signInFirst')
  return principal
}

function onWire(row: Listed, { credential }: Principal): PushDevice {
  return {
    id: row.id,
    device: row.device,
    service: new URL(row.endpoint).host,
    isCurrent: row.webSessionId === credential.id,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    failures: row.failures,
  }
}
