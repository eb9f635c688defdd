import { type OwnInvitation, refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { invitations } from '../../db/tables/accounts/invitations.ts'
import { notifications } from '../../db/tables/service/notifications.ts'
import { pick, returning, write } from '../../db/writes.ts'
import { answers, type HandlerOf, type Handlers, type RunOf } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { callerOf, type HeldInvitation, joinByInvitation, type OpenInvitation, openInvitation } from './invited.ts'

/** Invitations in the caller's inbox: those made while the account had the address already. Specification: beyond §1. */
const most = 200

/** `$1` actor, `$2` now. */
const own = `${openInvitation} and i.actor_id = $1 and b.deleted_at is null`
/** `$3` leash or null. */
const readOwn = sql<OpenInvitation>(
  `${own} and ($3::uuid[] is null or i.board_id = any ($3)) order by i.created_at desc, i.id desc limit ${most}`,
)
const readOne = sql<OpenInvitation>(`${own} and i.id = $3`)
/** The board keeps the invitation: nothing that the inviter can see says that it was declined, or that the address has an account. */
const decline = write(
  pick(invitations, ['actorId', 'id', 'declinedAt']),
  (given) => `update invitations set actor_id = null, declined_at = ${given.declinedAt}
  where actor_id = ${given.actorId} and id = ${given.id} and expires_at > ${given.declinedAt} returning id`,
  returning<{ id: string }>(),
)
const markRead = write(
  pick(notifications, ['actorId', 'boardId', 'readAt']),
  (given) => `update notifications set read_at = ${given.readAt}
  where actor_id = ${given.actorId} and board_id = ${given.boardId} and reason = 'invited' and read_at is null`,
)

const list: HandlerOf<'invitation.listMine'> = async (read) => {
  const leash = read.principal.grant?.leash
  return (await read.rows(readOwn, [read.principal.actorId, read.now, leash ? [...leash] : null])).map(onWire)
}

const accept: RunOf<'invitation.acceptMine'> = async (act, input) => {
  const actor = await callerOf(act)
  const joined = await joinByInvitation(act, actor, await hold(act, actor.id, input.invitationId))
  act.send(markRead({ actorId: actor.id, boardId: joined.boardId, readAt: act.now }))
  return done(joined, joined.boardId)
}

const refuse: HandlerOf<'invitation.decline'> = async (act, input) => {
  const actorId = act.principal?.actorId ?? null
  const declined = await act.row(decline({ actorId, id: input.invitationId, declinedAt: act.now }))
  if (!declined) throw unknown()
  act.audit({ detail: { invitationId: declined.id } })
  return null
}

export const ownInvitationHandlers = {
  'invitation.listMine': answers(list),
  'invitation.acceptMine': { run: accept },
  'invitation.decline': answers(refuse),
} satisfies Partial<Handlers>

/** Read again under the lock of its board: it may have been used or taken back meanwhile. */
async function hold(act: PrivateAct<'member.added'>, actorId: string, invitationId: string): Promise<HeldInvitation> {
  const { boardId } = await find(act, actorId, invitationId)
  const board = (await act.lockBoards([boardId])).get(boardId)
  const invitation = await find(act, actorId, invitationId)
  if (!board) throw unknown()
  return { invitation, board }
}

async function find(reader: Reader & { now: string }, actorId: string, invitationId: string): Promise<OpenInvitation> {
  const invitation = await reader.row(readOne, [actorId, reader.now, invitationId])
  if (!invitation) throw unknown()
  return invitation
}

const unknown = (): TandemError => refusal('ownInvitationGone')

function onWire(row: OpenInvitation): OwnInvitation {
  return {
    id: row.id,
    boardId: row.boardId,
    boardName: row.boardName,
    role: row.role,
    invitedByActorId: row.invitedBy,
    invitedByName: row.invitedByName,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
  }
}
