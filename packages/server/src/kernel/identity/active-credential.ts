import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { Principal } from './principal.ts'

/** `for share`: ending the credential either comes first, and nothing is found here, or waits and sees what this transaction has written. */
const holdSession = sql<{ id: string }>('select id from web_sessions where id = $1 for share')
const holdToken = sql<{ id: string }>('select id from tokens where id = $1 and revoked_at is null for share')

/**
 * Throws unauthorized unless the credential of the request is still valid, and keeps it valid until the transaction ends: otherwise a token
 * created now would survive a change of password that was meant to end it.
 */
export async function requireActiveCredential(
  reader: Reader,
  { credential: { method, id } }: Pick<Principal, 'credential'>,
): Promise<void> {
  // The code of a mail does not expire; whether its person is deactivated is checked elsewhere.
  if (method === 'system' || method === 'mail') return
  if (await reader.row(method === 'session' ? holdSession : holdToken, [id])) return
  if (method === 'token') throw refusal('tokenUnknown')
  throw refusal('signedOut')
}
