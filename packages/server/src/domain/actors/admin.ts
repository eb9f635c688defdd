import { type OwnActor, type ParsedInputOf, type RecordsOf, systemActorId, TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type PrivateAct, reply } from '../../kernel/mutation.ts'
import { invitersByBoard, revokeInvitationsOf } from '../members/invitations.ts'
import { hasOtherAdmin } from './instance.ts'
import { dropResets } from './reset.ts'
import { retireAgent } from './retire-agent.ts'
import { endWebSessions } from './web-sessions.ts'
import { ownActorOnWire } from './wire.ts'

/** The instance admin's view of all actors. Specification: decisions §2. */
const pageOfActors = sql<ActorRow>(`select * from actors where ($1::uuid is null or id < $1)
  and ($3 = '' or position(lower($3) in lower(concat_ws(chr(10), name, handle, email))) > 0) order by id desc limit $2`)
const lockActor = sql<ActorRow>('select * from actors where id = $1 for no key update')
const writeStanding = sql('update actors set is_instance_admin = $2, deactivated_at = $3 where id = $1')

export const listActors: HandlerOf<'admin.actors.list'> = async (read, input) => {
  const rows = await read.rows(pageOfActors, [input.cursor ?? null, input.limit + 1, input.q ?? ''])
  const shown = rows.slice(0, input.limit).map(ownActorOnWire)
  const last = shown.at(-1)
  return reply(shown, { next: rows.length > input.limit && last ? { cursor: last.id } : null })
}

type Updating = PrivateAct<RecordsOf<'admin.actors.update'>>

/** The instance is locked: of two admins who step down, one sees the other. */
export async function updateActor(act: Updating, input: ParsedInputOf<'admin.actors.update'>): Promise<OwnActor> {
  const before = await act.row(lockActor, [input.actorId])
  if (!before || before.id === systemActorId) throw new TandemError('not_found', 'No such actor. GET /api/admin/actors lists them.')
  const isAdmin = input.isInstanceAdmin ?? before.is_instance_admin
  const active = input.deactivated === undefined ? before.deactivated_at === null : !input.deactivated
  const after = { ...before, is_instance_admin: isAdmin, deactivated_at: active ? null : (before.deactivated_at ?? act.now) }
  if (isAdmin && before.kind === 'agent') throw invalid('isInstanceAdmin', 'is for people; this is an agent. Leave it out.')
  if (isActiveAdmin(before) && !isActiveAdmin(after) && !(await hasOtherAdmin(act, before.id)))
    throw invalid(isAdmin ? 'deactivated' : 'isInstanceAdmin', 'this is the last instance admin. Make another one first.')
  act.audit({ detail: { actorId: before.id, deactivated: !active, isInstanceAdmin: isAdmin } })
  act.send(writeStanding, [after.id, after.is_instance_admin, after.deactivated_at])
  if (!active && before.deactivated_at === null) {
    if (before.kind === 'agent') await retireAgent(act, before.id)
    else await shutOut(act, before.id)
  }
  return ownActorOnWire(after)
}

/** A person's way back in: web sessions, letters for a new password, and invitations to boards, those by agents of theirs too. */
async function shutOut(act: PrivateAct<'member.invitation_revoked'>, actorId: string): Promise<void> {
  const inviters = await invitersByBoard(act, actorId)
  for (const [boardId, board] of await act.lockBoards([...inviters.keys()])) await revokeInvitationsOf(board, inviters.get(boardId) ?? [])
  endWebSessions(act, actorId)
  dropResets(act, actorId)
}

const isActiveAdmin = (row: ActorRow): boolean => row.is_instance_admin && row.deactivated_at === null
