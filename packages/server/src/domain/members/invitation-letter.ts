import { sql } from '../../db/database.ts'
import { iso } from '../../kernel/clock.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { plainName, queueLetter } from '../actors/letters.ts'

/**
 * The letter of an invitation. It goes to whomever an admin names, so it must be no way to flood anybody or to speak to strangers: an
 * address gets one a day from a board, a person with their agents sends so many a day, and little of it is in the inviter's words.
 */
const dayMs = 86_400_000
/** Counted without a lock: boards that invite at the same moment may each send the last one. */
const mostPerSenderADay = 50

const readSender = sql<{ id: string; name: string }>('select coalesce(owner_actor_id, id) as id, name from actors where id = $1')
/** `$1` board, `$2` address, `$3` sender, `$4` a day ago. */
const maySend = sql<{ allowed: boolean }>(`select not exists (
      select from invitation_letters where board_id = $1 and email = $2 and sent_at > $4
    ) and (select count(*) from invitation_letters where sender_id = $3 and sent_at > $4) < ${mostPerSenderADay} as allowed`)
const noteLetter = sql(`insert into invitation_letters (board_id, email, sender_id, sent_at) values ($1, $2, $3, $4)
  on conflict (board_id, email) do update set sender_id = excluded.sender_id, sent_at = excluded.sent_at`)

/** Queues it, unless it would be one too many: then the link that the inviter has is the way in. */
export async function queueInvitationLetter(tx: Mutation<never>, email: string, inviteUrl: string): Promise<void> {
  const sender = tx.policy.mailEnabled ? await tx.row(readSender, [tx.principal.actorId]) : undefined
  if (!sender) return
  const dayAgo = iso(Date.parse(tx.now) - dayMs)
  if (!(await tx.row(maySend, [tx.board.id, email, sender.id, dayAgo]))?.allowed) return
  const board = plainName(tx.board.name)
  tx.send(noteLetter, [tx.board.id, email, sender.id, tx.now])
  queueLetter(tx, {
    recipient: email,
    subject: `You are invited to ${board}`,
    body: `Hello,\n\n${plainName(sender.name)} invites you to the board "${board}" on Tandem. Join it within 7 days:\n\n${inviteUrl}\n\nIf you know nothing of this, ignore this letter.\n`,
  })
}
