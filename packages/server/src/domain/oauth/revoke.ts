import { type Reader, sql } from '../../db/database.ts'
import { tokens } from '../../db/tables/accounts/tokens.ts'
import { pick, write } from '../../db/writes.ts'
import { kindOfToken } from '../../kernel/common/secrets.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { OAuthRefusal, type Revocation } from '../../kernel/oauth.ts'
import { endGrantsOf, lockById } from './grants.ts'

/** A client gives a token back (RFC 7009): a refresh token with all that came of the grant, an access token alone. */
const grantOfRefresh = sql<{ grantId: string }>('select grant_id from oauth_refresh_tokens where hash = $1')
const grantOfAccess = sql<{ grantId: string }>(
  'select oauth_grant_id as grant_id from tokens where hash = $1 and oauth_grant_id is not null',
)
const endAccess = write(
  pick(tokens, ['hash', 'revokedAt']),
  ({ hash, revokedAt }) => `update tokens set revoked_at = ${revokedAt} where hash = ${hash} and revoked_at is null`,
)

/**
 * The grant of a known token. An unknown token counts as revoked: there is nothing to do, and no audit row, with which callers without a
 * credential could fill the log.
 */
export async function grantOfToken(read: Reader, token: string): Promise<string | undefined> {
  const statement = { kbr: grantOfRefresh, kbo: grantOfAccess, kbt: null }[kindOfToken(token) ?? 'kbt']
  return statement ? (await read.row(statement, [hashOfSecret(token)]))?.grantId : undefined
}

export async function revokeToken(act: PrivateAct<never>, { token, clientId }: Revocation): Promise<null> {
  const [kind, hash] = [kindOfToken(token), hashOfSecret(token)]
  const grantId = await grantOfToken(act, token)
  const grant = grantId === undefined ? undefined : await lockById(act, grantId)
  if (!grant) return null
  if (clientId !== undefined && clientId !== grant.clientId)
    throw new OAuthRefusal('invalid_request', 'This token was issued to another client.')
  if (kind === 'kbr') endGrantsOf(act, [grant.id])
  else act.send(endAccess({ hash, revokedAt: act.now }))
  act.audit({ actorId: grant.humanActorId, detail: { grantId: grant.id, clientId: grant.clientId, all: kind === 'kbr' } })
  return null
}
