import { fieldRefusal, type OwnActor, type ParsedInputOf, type RecordsOf, refusal, systemActorId } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { update } from '../../db/writes.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { type Page, page } from '../../kernel/reply.ts'
import { invitersByBoard, revokeInvitationsOf } from '../members/invitations.ts'
import { hasOtherAdmin } from './instance.ts'
import { ownActorOnWire } from './record.ts'
import { retireAgent } from './retire-agent.ts'
import { dropResets } from './sign-in/reset.ts'
import { endWebSessions } from './sign-in/web-sessions.ts'

/** The instance admin's view of all actors. Specification: decisions §2. */
const pageOfActors = sql<ActorRow>(`select * from actors where ($1::uuid is null or id < $1)
  and ($3 = '' or position(lower($3) in lower(concat_ws(chr(10), name, handle, email))) > 0) order by id desc limit $2`)
const lockActor = sql<ActorRow>('select * from actors where id = $1 for no key update')
const writeStanding = update(actors, { key: ['id'], set: ['isInstanceAdmin', 'deactivatedAt'] })

export async function listActors(read: Reader, input: ParsedInputOf<'admin.actors.list'>): Promise<Page<OwnActor[]>> {
  const rows = await read.rows(pageOfActors, [input.cursor ?? null, input.limit + 1, input.q ?? ''])
  const shown = rows.slice(0, input.limit).map(ownActorOnWire)
  const last = shown.at(-1)
  return page(shown, rows.length > input.limit && last ? { cursor: last.id } : null)
}

type Updating = PrivateAct<RecordsOf<'admin.actors.update'>>

/** The instance is locked: of two admins who step down, one sees the other. */
export async function updateActor(act: Updating, input: ParsedInputOf<'admin.actors.update'>): Promise<OwnActor> {
  const before = await act.row(lockActor, [input.actorId])
  if (!before || before.id === systemActorId) throw refusal('actorGone')
  const isAdmin = input.isInstanceAdmin ?? before.isInstanceAdmin
  const active = input.deactivated === undefined ? before.deactivatedAt === null : !input.deactivated
  const after = { ...before, isInstanceAdmin: isAdmin, deactivatedAt: active ? null : (before.deactivatedAt ?? act.now) }
  if (isAdmin && before.kind === 'agent') throw fieldRefusal('isInstanceAdmin', 'adminAgent')
  if (isActiveAdmin(before) && !isActiveAdmin(after) && !(await hasOtherAdmin(act, before.id)))
    throw fieldRefusal(isAdmin ? 'deactivated' : 'isInstanceAdmin', 'lastInstanceAdmin')
  act.audit({ detail: { actorId: before.id, deactivated: !active, isInstanceAdmin: isAdmin } })
  act.send(writeStanding(after))
  if (!active && before.deactivatedAt === null) {
    if (before.kind === 'agent') await retireAgent(act, before.id)
    else await shutOut(act, before.id)
  }
  return ownActorOnWire(after)
}

/** Ends all ways for a person to come back in: web sessions, password reset links, and invitations to boards, those by their agents too. */
async function shutOut(act: PrivateAct<'member.invitation_revoked'>, actorId: string): Promise<void> {
  const inviters = await invitersByBoard(act, actorId)
  for (const [boardId, board] of await act.lockBoards([...inviters.keys()])) await revokeInvitationsOf(board, inviters.get(boardId) ?? [])
  endWebSessions(act, actorId)
  dropResets(act, actorId)
}

const isActiveAdmin = (row: ActorRow): boolean => row.isInstanceAdmin && row.deactivatedAt === null
