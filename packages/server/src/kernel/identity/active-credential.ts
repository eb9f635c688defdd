import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { Principal } from './principal.ts'

/** `for share`: ending the credential either comes first, and nothing is found here, or waits and sees what this transaction has written. */
const holdSession = sql<{ id: string }>('select id from web_sessions where id = $1 for share')
const holdToken = sql<{ id: string }>('select id from tokens where id = $1 and revoked_at is null for share')

/**
 * Throws unauthorized unless the credential that let a request in is still good, and keeps it so until the transaction ends: what it makes
 * would otherwise outlive a change of the password that was meant to end it.
 */
export async function requireActiveCredential(
  reader: Reader,
  { credential: { method, id } }: Pick<Principal, 'credential'>,
): Promise<void> {
  if (method === 'system') return
  if (await reader.row(method === 'session' ? holdSession : holdToken, [id])) return
  if (method === 'token') throw refusal('tokenUnknown')
  throw refusal('signedOut')
}
