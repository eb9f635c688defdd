import type { Member, Role } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { invitations } from '../../db/tables/accounts/invitations.ts'
import { agentRequests } from '../../db/tables/boards/agent-requests.ts'
import { members } from '../../db/tables/boards/members.ts'
import { deleteFrom, insertInto, pick, write } from '../../db/writes.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import { capabilitiesOf } from '../actors/record.ts'

/** A member of a board with what its actor shows. Specification: service §2, decisions §3. */
export type MemberRow = Pick<
  ActorRow,
  'kind' | 'name' | 'handle' | 'avatarUrl' | 'canBeDelegated' | 'canBeMentioned' | 'ownerActorId' | 'deactivatedAt'
> & {
  actorId: string
  /** The effective role now. An agent has at most the role of its owner, which may be less than the role that it was granted. */
  role: Role
  grantedRole: Role
  addedAt: string
}

export const memberColumns =
  'm.actor_id, m.role, m.granted_role, m.added_at, a.kind, a.name, a.handle, a.avatar_url, a.can_be_delegated, a.can_be_mentioned, a.owner_actor_id, a.deactivated_at'

const readMember = sql<MemberRow>(
  `select ${memberColumns} from effective_members m join actors a on a.id = m.actor_id where m.board_id = $1 and m.actor_id = $2`,
)
const readOwned = sql<MemberRow>(`select ${memberColumns} from effective_members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and a.owner_actor_id = $2 order by m.actor_id`)
/** Dropped when the person joins in another way: the link must not let in another person. */
const dropInvitation = deleteFrom(invitations, { key: ['boardId', 'email'] })
/** Settles the open request when the agent joins, in any way. */
const acceptRequest = write(
  pick(agentRequests, ['boardId', 'agentActorId', 'settledAt']),
  (given) => `update agent_requests set settled_at = ${given.settledAt}, outcome = 'accepted'
  where board_id = ${given.boardId} and agent_actor_id = ${given.agentActorId} and settled_at is null`,
)
export const insertMember = insertInto(members, ['boardId', 'actorId', 'role', 'addedAt'])

export async function findMember(reader: Reader, boardId: string, actorId: string): Promise<MemberRow | undefined> {
  return reader.row(readMember, [boardId, actorId])
}

/** The agents of an actor on a board: all of them, since none may be missed. */
export async function membersOwnedBy(reader: Reader, boardId: string, actorId: string): Promise<MemberRow[]> {
  return reader.rows(readOwned, [boardId, actorId])
}

/**
 * Adds an actor that is not a member yet; the board is locked. The role in the answer is the granted one: an agent's effective role may be
 * lower.
 */
export function addMember(
  act: Pick<PrivateAct, 'send'>,
  board: Pick<Mutation<'member.added'>, 'board' | 'record' | 'now'>,
  actor: ActorRow,
  role: Role,
): Member {
  const boardId = board.board.id
  if (actor.email !== null) act.send(dropInvitation({ boardId, email: actor.email }))
  if (actor.kind === 'agent') act.send(acceptRequest({ boardId, agentActorId: actor.id, settledAt: board.now }))
  act.send(insertMember({ boardId, actorId: actor.id, role, addedAt: board.now }))
  board.record('member.added', { actorId: actor.id, role })
  return memberOnWire({ ...actor, actorId: actor.id, role, grantedRole: role, addedAt: board.now })
}

export function memberOnWire(row: MemberRow): Member {
  const member = {
    actorId: row.actorId,
    role: row.role,
    status: 'active' as const,
    addedAt: row.addedAt,
    deactivated: row.deactivatedAt !== null,
    kind: row.kind,
    name: row.name,
    handle: row.handle,
    avatarUrl: row.avatarUrl,
  }
  if (row.kind !== 'agent') return member
  return { ...member, grantedRole: row.grantedRole, ownerActorId: row.ownerActorId, capabilities: capabilitiesOf(row) }
}
