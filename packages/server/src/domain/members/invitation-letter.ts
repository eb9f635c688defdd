import { sql } from '../../db/database.ts'
import { invitationLetters } from '../../db/tables/accounts/invitation-letters.ts'
import { pick, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { languageOf } from '../../texts/language.ts'
import { mailTexts } from '../../texts/mails/mails.ts'
import { plainName, queueLetter } from '../actors/letters.ts'

/**
 * The mail of an invitation, and the row in the inbox of an account. An admin can enter any address, so invitations must not allow spam: a
 * board writes to an address once a day, a person with their agents invites a limited number a day, and little of the mail's text is the
 * inviter's.
 */
const dayMs = 86_400_000
/** Counted without a lock: boards that invite at the same moment may each send the last one. */
const mostPerSenderADay = 50

/** `$1` inviter, `$2` address: the locale of its account, else that of the person who invites. */
const readSender = sql<Sender>(`select sender.id, inviter.name, coalesce(invitee.locale, sender.locale) as locale
  from actors inviter join actors sender on sender.id = coalesce(inviter.owner_actor_id, inviter.id)
  left join actors invitee on invitee.email = $2 and invitee.deactivated_at is null
  where inviter.id = $1`)
/** `$1` board, `$2` address, `$3` sender, `$4` a day ago. */
const maySend = sql<{ allowed: boolean }>(`select not exists (
      select from invitation_letters where board_id = $1 and email = $2 and sent_at > $4
    ) and (select count(*) from invitation_letters where sender_id = $3 and sent_at > $4) < ${mostPerSenderADay} as allowed`)
const noteLetter = write(
  pick(invitationLetters, ['boardId', 'email', 'senderId', 'sentAt']),
  (given) => `insert into invitation_letters (board_id, email, sender_id, sent_at)
  values (${given.boardId}, ${given.email}, ${given.senderId}, ${given.sentAt})
  on conflict (board_id, email) do update set sender_id = excluded.sender_id, sent_at = excluded.sent_at`,
)

/** `locale` = in which to write. */
type Sender = { id: string; name: string; locale: string | null }

/** Records a mail to the address and answers its sender; null when a limit is reached: then the inviter passes the link on themselves. */
export async function mayTell(tx: Mutation<never>, email: string): Promise<Sender | null> {
  const sender = await tx.row(readSender, [tx.principal.actorId, email])
  if (!sender) return null
  const dayAgo = iso(Date.parse(tx.now) - dayMs)
  if (!(await tx.row(maySend, [tx.board.id, email, sender.id, dayAgo]))?.allowed) return null
  tx.send(noteLetter({ boardId: tx.board.id, email, senderId: sender.id, sentAt: tx.now }))
  return sender
}

type Letter = { email: string; inviteUrl: string; sender: Sender }

export function queueInvitationLetter(tx: Mutation<never>, { email, inviteUrl, sender }: Letter): void {
  if (!tx.policy.mailEnabled) return
  const language = languageOf(sender.locale)
  const { subject, body } = mailTexts[language].invitation
  const [name, board] = [plainName(sender.name), plainName(tx.board.name)]
  queueLetter(tx, { recipient: email, language, subject: subject(board), body: body({ name, board, url: inviteUrl }) })
}
