import type { Reader } from '../../db/database.ts'
import { OAuthRefusal } from '../../kernel/oauth.ts'
import { findRegistered } from './clients.ts'

/** For an unknown code or token: a client that is unknown itself learns that, and registers again. */
export async function unknownTo(read: Reader & { now: string }, clientId: string, message: string): Promise<OAuthRefusal> {
  if (clientId.startsWith('https://') || (await findRegistered(read, clientId, read.now))) return new OAuthRefusal('invalid_grant', message)
  return new OAuthRefusal('invalid_client', 'No client is registered under this client_id. Register again.')
}
