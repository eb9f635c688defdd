import { grantOf } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { oauthRefreshTokens } from '../../db/tables/accounts/oauth-refresh-tokens.ts'
import { pick, write } from '../../db/writes.ts'
import { kindOfToken } from '../../kernel/common/secrets.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { OAuthRefusal, type Refresh, type Tokens } from '../../kernel/oauth.ts'
import { type Done, done, type Refused, refused } from '../../kernel/reply.ts'
import { renew } from './clients.ts'
import { drawTokens, endGrantsOf, type GrantRow, isAlive, lockById } from './grants.ts'
import { isSame } from './request.ts'
import { unknownTo } from './unknown.ts'

/** A refresh token for the next pair, once: a second use means that one of two holders has stolen it. Specification: reliability O1. */
/** A used refresh token is taken again within this time: the client may have refreshed twice at once, or lost the answer. */
const graceMs = 60_000

type RefreshRow = { grantId: string; replacedAt: string | null }
const findRefresh = sql<RefreshRow>('select grant_id, replaced_at from oauth_refresh_tokens where hash = $1 and expires_at > $2')
const markReplaced = write(
  pick(oauthRefreshTokens, ['hash', 'replacedAt']),
  (given) => `update oauth_refresh_tokens set replaced_at = ${given.replacedAt} where hash = ${given.hash} and replaced_at is null`,
)

export async function refreshTokens(act: PrivateAct<never>, sent: Refresh): Promise<Done<Tokens> | Refused> {
  const hash = hashOfSecret(sent.refreshToken)
  const grant = kindOfToken(sent.refreshToken) === 'kbr' ? await lockGrantOf(act, hash) : undefined
  // Read again: the previous holder of the lock may have replaced it.
  const token = grant && (await act.row(findRefresh, [hash, act.now]))
  if (!grant || !token || !isAlive(grant, act.now))
    throw await unknownTo(act, sent.clientId, 'This refresh token is unknown, revoked or expired. Request authorization again.')
  if (token.replacedAt !== null && Date.parse(act.now) - Date.parse(token.replacedAt) > graceMs) return endFamily(act, grant)
  const scopes = scopesFor(grant, sent)
  act.send(markReplaced({ hash, replacedAt: act.now }))
  renew(act, grant.clientId)
  return done(drawTokens(act, grant, scopes))
}

async function lockGrantOf(act: Reader & { now: string }, hash: Buffer): Promise<GrantRow | undefined> {
  const found = await act.row(findRefresh, [hash, act.now])
  return found && lockById(act, found.grantId)
}

function endFamily(act: PrivateAct<never>, grant: GrantRow): Refused {
  endGrantsOf(act, [grant.id])
  act.audit({ actorId: grant.humanActorId, outcome: 'refresh_reused', detail: { grantId: grant.id, clientId: grant.clientId } })
  return refused(
    new OAuthRefusal(
      'invalid_grant',
      'This refresh token was used before, so everything issued with it is revoked. Request authorization again.',
    ),
  )
}

/** Throws for another client or resource, and for more than was granted. */
function scopesFor(grant: GrantRow, sent: Refresh): readonly string[] {
  if (grant.clientId !== sent.clientId) throw new OAuthRefusal('invalid_grant', 'This refresh token was issued to another client.')
  if (sent.resource !== undefined && !isSame(sent.resource, grant.resource))
    throw new OAuthRefusal('invalid_target', `This refresh token is for the resource ${grant.resource}.`)
  const asked = (sent.scope ?? '').split(' ').filter((scope) => scope !== '' && scope !== 'offline_access')
  if (asked.length === 0) return grant.scopes
  const granted: ReadonlySet<string> = grantOf(grant.scopes).scopes
  if (asked.some((scope) => !granted.has(scope)))
    throw new OAuthRefusal(
      'invalid_scope',
      'A refresh cannot extend the granted scopes. Request authorization with the scopes that you need.',
    )
  return [...new Set(asked)]
}
