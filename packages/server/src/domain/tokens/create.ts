import { fieldRefusal, mintRefusal, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { tokens } from '../../db/tables/accounts/tokens.ts'
import { insertInto } from '../../db/writes.ts'
import { newToken } from '../../kernel/common/secrets.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { done, refused } from '../../kernel/reply.ts'
import { refuseBeyondPerson } from '../quotas.ts'

/** Minting. Specification: service §5 rule 1, decisions §2. */
const leashPrefix = 'board:'

const insertToken = insertInto(tokens, [
  'id',
  'hash',
  'lastFour',
  'label',
  'actorId',
  'mintedByActorId',
  'parentTokenId',
  'scopes',
  'createdAt',
  'expiresAt',
])

/** Shared with other mints, not with a revocation: that one either comes first, and this finds nothing, or finds the child. */
const lockParent = sql<{ id: string }>(
  'select id from tokens where id = $1 and revoked_at is null and (expires_at is null or expires_at > $2) for share',
)
const lockAgent = sql<{ id: string }>(
  `select id from actors where id = $1 and owner_actor_id = $2 and kind = 'agent' and deactivated_at is null for share`,
)
const readableAmong = sql<{ boardId: string }>(
  'select distinct board_id from members where board_id = any ($1::uuid[]) and actor_id = any ($2::uuid[])',
)

export const createToken: RunOf<'token.create'> = async (act, input) => {
  const minter = act.principal as Principal
  const actorId = input.actorId ?? minter.actorId
  const scopes = [...new Set(input.scopes)]
  const expiresAt = input.expiresAt ?? null
  const refusing = refusalOf(minter, { actorId, scopes, expiresAt })
  if (refusing) {
    act.audit({ outcome: 'forbidden', detail: { label: input.label, actorId, scopes } })
    return refused(refusing)
  }
  const parentTokenId = await parentOf(act, minter)
  if (actorId !== minter.actorId) await refuseForeignAgent(act, actorId, minter.actorId)
  await refuseUnreadable(act, scopes, [actorId, minter.actorId])
  await refuseBeyondPerson(act, 'tokens', { actorId })
  const id = act.newId()
  const secret = newToken()
  act.send(
    insertToken({
      id,
      hash: hashOfSecret(secret),
      lastFour: secret.slice(-4),
      label: input.label,
      actorId,
      mintedByActorId: minter.actorId,
      parentTokenId,
      scopes,
      createdAt: act.now,
      expiresAt,
    }),
  )
  act.audit({ detail: { tokenId: id, label: input.label, actorId, scopes, expiresAt } })
  return done({ id, token: secret, scopes, label: input.label, actorId, expiresAt })
}

/** A session may create any token; a token only weaker ones. */
function refusalOf({ actorId, credential, grant }: Principal, child: { actorId: string; scopes: string[]; expiresAt: string | null }) {
  if (credential.method !== 'token') return null
  if (grant?.leash && child.actorId !== actorId) return refusal('mintOther')
  return mintRefusal(credential, child)
}

/** The minting token, still valid now: the one that let this request in may have been revoked since. */
async function parentOf(act: PrivateAct, { credential }: Principal): Promise<string | null> {
  if (credential.method !== 'token') return null
  if (await act.row(lockParent, [credential.id, act.now])) return credential.id
  throw refusal('tokenUnknown')
}

async function refuseForeignAgent(act: Reader, agentActorId: string, ownerActorId: string): Promise<void> {
  if (!(await act.row(lockAgent, [agentActorId, ownerActorId]))) throw refusal('activeAgentGone')
}

/** A leash names boards that the acting actor or the minter can read: an agent may get its token before it is made a member. */
async function refuseUnreadable(act: Reader, scopes: readonly string[], actorIds: string[]): Promise<void> {
  const boardIds = scopes.filter((scope) => scope.startsWith(leashPrefix)).map((scope) => scope.slice(leashPrefix.length))
  if (boardIds.length === 0) return
  const readable = new Set((await act.rows(readableAmong, [boardIds, actorIds])).map((row) => row.boardId))
  const unreadable = boardIds.find((id) => !readable.has(id))
  if (unreadable) throw fieldRefusal('scopes', 'boardUnreadable', { boardId: unreadable })
}
