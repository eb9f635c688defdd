import { type Reader, sql } from '../../db/database.ts'
import { sendRows } from '../../db/writes.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import { insertMember } from '../members/member.ts'

/**
 * The first admins of a board: who made it and, where that is an agent, its owner too. An agent has at most the rights of its owner, so
 * without the owner the board would have no admin. Specification: beyond §1.
 */
export type FirstAdmins = { creatorId: string; ownerId: string | null }

const readOwner = sql<{ ownerActorId: string | null }>('select owner_actor_id from actors where id = $1')

export async function addFirstAdmins(
  act: Reader & Pick<PrivateAct, 'send' | 'now'>,
  boardId: string,
  creatorId: string,
): Promise<FirstAdmins> {
  const ownerId = await ownerOf(act, creatorId)
  const actorIds = ownerId === null ? [creatorId] : [creatorId, ownerId]
  sendRows(
    act,
    insertMember,
    actorIds.map((actorId) => ({ boardId, actorId, role: 'admin', addedAt: act.now })),
  )
  return { creatorId, ownerId }
}

/** The owner of an agent; null for people. */
export const ownerOf = async (reader: Reader, actorId: string): Promise<string | null> =>
  (await reader.row(readOwner, [actorId]))?.ownerActorId ?? null

/** That the creator is a member follows from the creation of the board; that the owner is one does not. */
export function recordOwner(board: Mutation<'member.added'>, { ownerId }: FirstAdmins): void {
  if (ownerId !== null) board.record('member.added', { actorId: ownerId, role: 'admin' })
}
