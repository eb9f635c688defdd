import { sql } from '../../db/database.ts'
import { hashOfSecret } from '../../kernel/authenticate.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { OAuthRefusal, type Revocation } from '../../kernel/oauth.ts'
import { kindOfToken } from '../../kernel/secrets.ts'
import { endGrantsOf, lockById } from './grants.ts'

/** A client gives a token back (RFC 7009): a refresh token with all that came of the grant, an access token alone. */
const grantOfRefresh = sql<{ grant_id: string }>('select grant_id from oauth_refresh_tokens where hash = $1')
const grantOfAccess = sql<{ grant_id: string }>(
  'select oauth_grant_id as grant_id from tokens where hash = $1 and oauth_grant_id is not null',
)
const endAccess = sql('update tokens set revoked_at = $2 where hash = $1 and revoked_at is null')

/** A token that nobody knows is as good as revoked. */
export async function revokeToken(act: PrivateAct<never>, { token, clientId }: Revocation): Promise<null> {
  const [kind, hash] = [kindOfToken(token), hashOfSecret(token)]
  const found = kind === 'kbr' ? await act.row(grantOfRefresh, [hash]) : kind === 'kbo' ? await act.row(grantOfAccess, [hash]) : undefined
  const grant = found && (await lockById(act, found.grant_id))
  if (!grant) return null
  if (clientId !== undefined && clientId !== grant.client_id)
    throw new OAuthRefusal('invalid_request', 'This token was issued to another client.')
  if (kind === 'kbr') endGrantsOf(act, [grant.id])
  else act.send(endAccess, [hash, act.now])
  act.audit({ actorId: grant.human_actor_id, detail: { grantId: grant.id, clientId: grant.client_id, all: kind === 'kbr' } })
  return null
}
