import { generateKeyPairSync } from 'node:crypto'
import { type Database, type Reader, sql } from '../../db/database.ts'
import { type PushKeyRow, pushKeys } from '../../db/tables/accounts/push-keys.ts'
import { insertInto } from '../../db/writes.ts'
import { type Clock, iso } from '../../kernel/common/clock.ts'
import { uuidV7 } from '../../kernel/common/ids.ts'
import type { Seal } from '../../seal.ts'

/**
 * The key pair by which push services know this instance (VAPID, RFC 8292). Generated on the first request, and stored in the database, so
 * that all instances have the same one; the private key is sealed like every other secret.
 */
export type PushKeysDeps = { database: Database; clock: Clock; seal: Seal }

const newest = sql<PushKeyRow>('select * from push_keys order by id desc limit 20')
const byPublicKey = sql<{ id: string }>('select id from push_keys where public_key = $1')
const insertKey = insertInto(pushKeys, ['id', 'publicKey', 'privateSealed', 'createdAt'])

export const placeOfPushKey = (id: string): string => `push_keys/${id}/private`

/** Two instances with a first request at the same moment make two pairs: each stays valid for the subscriptions made with it. */
export async function publicPushKey({ database, clock, seal }: PushKeysDeps): Promise<string> {
  const kept = (await database.rows(newest, [])).find((pair) => privatePushKey(seal, pair) !== null)
  if (kept) return kept.publicKey
  const { publicKey, secret } = newPair()
  const id = uuidV7(clock.now())
  await database.rows(insertKey({ id, publicKey, privateSealed: seal.seal(secret, placeOfPushKey(id)), createdAt: iso(clock.now()) }))
  return publicKey
}

function newPair(): { publicKey: string; secret: string } {
  const { x = '', y = '', d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const uncompressed = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: uncompressed.toString('base64url'), secret: d }
}

export const pushKeyId = async (reader: Reader, publicKey: string): Promise<string | null> =>
  (await reader.row(byPublicKey, [publicKey]))?.id ?? null

/** In base64url; null when the sealing key is gone. */
export function privatePushKey(seal: Seal, { id, privateSealed }: Pick<PushKeyRow, 'id' | 'privateSealed'>): string | null {
  try {
    return seal.open(privateSealed, placeOfPushKey(id))
  } catch {
    return null
  }
}
