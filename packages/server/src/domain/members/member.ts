import type { Member, Role } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import { capabilitiesOf } from '../actors/wire.ts'

/** A member of a board with what its actor shows. Specification: service §2, decisions §3. */
export type MemberRow = Pick<
  ActorRow,
  'kind' | 'name' | 'handle' | 'avatar_url' | 'can_be_delegated' | 'can_be_mentioned' | 'owner_actor_id' | 'deactivated_at'
> & {
  actor_id: string
  role: Role
  added_at: string
}

export const memberColumns =
  'm.actor_id, m.role, m.added_at, a.kind, a.name, a.handle, a.avatar_url, a.can_be_delegated, a.can_be_mentioned, a.owner_actor_id, a.deactivated_at'

const readMember = sql<MemberRow>(
  `select ${memberColumns} from members m join actors a on a.id = m.actor_id where m.board_id = $1 and m.actor_id = $2`,
)
const readOwned = sql<MemberRow>(`select ${memberColumns} from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and a.owner_actor_id = $2 order by m.actor_id`)
/** Who joins by another way needs the link no more, and it must not let in somebody else. */
const dropInvitation = sql('delete from invitations where board_id = $1 and email = $2')
const insertMember = sql('insert into members (board_id, actor_id, role, added_at) values ($1, $2, $3, $4)')

export async function findMember(reader: Reader, boardId: string, actorId: string): Promise<MemberRow | undefined> {
  return reader.row(readMember, [boardId, actorId])
}

/** The agents of an actor on a board: all of them, since none may be missed. */
export async function membersOwnedBy(reader: Reader, boardId: string, actorId: string): Promise<MemberRow[]> {
  return reader.rows(readOwned, [boardId, actorId])
}

/** Makes an actor that is none yet a member; the board is locked. */
export function addMember(
  act: Pick<PrivateAct, 'send'>,
  board: Pick<Mutation<'member.added'>, 'board' | 'record' | 'now'>,
  actor: ActorRow,
  role: Role,
): Member {
  if (actor.email !== null) act.send(dropInvitation, [board.board.id, actor.email])
  act.send(insertMember, [board.board.id, actor.id, role, board.now])
  board.record('member.added', { actorId: actor.id, role })
  return memberOnWire({ ...actor, actor_id: actor.id, role, added_at: board.now })
}

export function memberOnWire(row: MemberRow): Member {
  const member = {
    ...{ actorId: row.actor_id, role: row.role, status: 'active' as const, addedAt: row.added_at },
    deactivated: row.deactivated_at !== null,
    ...{ kind: row.kind, name: row.name, handle: row.handle, avatarUrl: row.avatar_url },
  }
  return row.kind === 'agent' ? { ...member, ownerActorId: row.owner_actor_id, capabilities: capabilitiesOf(row) } : member
}
