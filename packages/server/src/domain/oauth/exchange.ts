import { createHash } from 'node:crypto'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { type Exchange, OAuthRefusal, type Tokens } from '../../kernel/oauth.ts'
import { type Done, done, type Refused, refused } from '../../kernel/reply.ts'
import { drawTokens, endGrantsOf, type GrantRow, isAlive, lockByCode } from './grants.ts'
import { isSame } from './request.ts'
import { unknownTo } from './unknown.ts'

/** Exchanges a code for tokens: once, within a minute, with the verifier. Specification: design/mcp.md §4, reliability O1. */
export async function exchangeCode(act: PrivateAct<never>, sent: Exchange): Promise<Done<Tokens> | Refused> {
  const grant = await lockByCode(act, sent.code)
  if (!grant) throw await unknownTo(act, sent.clientId, 'This code is unknown or expired. Request authorization again.')
  if (grant.connectedAt !== null) {
    // Another program may have redeemed the code first: its tokens end.
    endGrantsOf(act, [grant.id])
    act.audit({ actorId: grant.humanActorId, outcome: 'code_reused', detail: { grantId: grant.id, clientId: grant.clientId } })
    return refused(
      new OAuthRefusal('invalid_grant', 'This code was used before, so everything issued with it is revoked. Request authorization again.'),
    )
  }
  const refusal = refusalOf(grant, sent, act.now)
  if (refusal) throw refusal
  return done(drawTokens(act, grant))
}

function refusalOf(grant: GrantRow, sent: Exchange, now: string): OAuthRefusal | null {
  if (grant.clientId !== sent.clientId) return new OAuthRefusal('invalid_grant', 'This code was issued to another client.')
  if (!isAlive(grant, now)) return new OAuthRefusal('invalid_grant', 'This code has expired. Request authorization again.')
  if (sent.redirectUri !== undefined && sent.redirectUri !== grant.redirectUri)
    return new OAuthRefusal('invalid_grant', 'redirect_uri is not the one of the authorization request.')
  if (sent.resource !== undefined && !isSame(sent.resource, grant.resource))
    return new OAuthRefusal('invalid_target', `This code is for the resource ${grant.resource}.`)
  if (!proves(sent.verifier, grant.codeChallenge)) return new OAuthRefusal('invalid_grant', 'code_verifier does not match the challenge.')
  return null
}

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

function proves(verifier: string, challenge: string): boolean {
  return verifierPattern.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge
}
