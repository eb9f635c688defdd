import type { InvitedMember, Role } from '@tandem/contract'
import { invitations } from '../../db/tables/accounts/invitations.ts'
import { pick, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import { newSecret } from '../../kernel/common/secrets.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { webLink } from '../actors/letters.ts'
import { mayTell, queueInvitationLetter } from './invitation-letter.ts'

/**
 * Invites an e-mail address, whether or not it has an account. Anyone with the link may join; inviting again makes a new link. An account
 * finds the invitation in its inbox as well. Specification: decisions §3, beyond §1.
 */
const validForMs = 7 * 86_400_000

const upsertInvitation = write(
  pick(invitations, ['boardId', 'id', 'email', 'role', 'hash', 'invitedBy', 'createdAt', 'expiresAt', 'actorId']),
  (given) => `insert into invitations (board_id, id, email, role, hash, invited_by, created_at, expires_at, actor_id)
  values (${given.boardId}, ${given.id}, ${given.email}, ${given.role}, ${given.hash}, ${given.invitedBy}, ${given.createdAt},
    ${given.expiresAt}, ${given.actorId})
  on conflict (board_id, email) do update set role = excluded.role, hash = excluded.hash, invited_by = excluded.invited_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at, actor_id = excluded.actor_id`,
)

type Invited = { email: string; role: Role; actorId: string | null }

export async function invite(tx: Mutation<'member.invited'>, { email, role, actorId }: Invited): Promise<InvitedMember> {
  const secret = newSecret()
  const expiresAt = iso(Date.parse(tx.now) + validForMs)
  const inviteUrl = webLink(tx.policy, `/invite/${secret}`)
  const sender = await mayTell(tx, email)
  const by = { invitedBy: tx.principal.actorId, createdAt: tx.now, expiresAt }
  tx.send(upsertInvitation({ boardId: tx.board.id, id: tx.newId(), email, role, hash: hashOfSecret(secret), actorId, ...by }))
  tx.record('member.invited', { email, role }, { notify: sender && actorId ? [{ actorIds: [actorId], reason: 'invited' }] : [] })
  if (sender) queueInvitationLetter(tx, { email, inviteUrl, sender })
  return { actorId: null, email, role, status: 'invited', inviteUrl }
}
