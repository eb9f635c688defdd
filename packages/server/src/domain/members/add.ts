import { fieldRefusal, systemActorId } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { done } from '../../kernel/reply.ts'
import { needsConsent, requestAgent } from './agent-requests.ts'
import { addByEmail } from './by-email.ts'
import { addMember, findMember } from './member.ts'
import { alreadyMember } from './refusals.ts'
import { refuseAdminOfBoardItself } from './role.ts'

/** Adding an actor by its id, a person by e-mail, asking for agents of others. Specification: service §4, decisions §3, beyond §1. */
const readActor = sql<ActorRow>('select * from actors where id = $1')

export const addOrInvite: RunOf<'member.add'> = async (tx, input) => {
  if (input.email !== undefined) return done(await addByEmail(tx, input.email, input.role))
  const actor = await actorNamed(tx, input.actorId ?? '')
  if (actor.deactivatedAt !== null) throw fieldRefusal('actorId', 'newMemberDeactivated')
  if (await findMember(tx, tx.board.id, actor.id)) throw alreadyMember(actor.id)
  if (await isOfDeactivated(tx, actor)) throw fieldRefusal('actorId', 'newMemberDeactivated')
  if (await needsConsent(tx, actor, tx.principal.actorId)) return { kind: 'requested', body: await requestAgent(tx, actor, input.role) }
  refuseAdminOfBoardItself(actor, input.role)
  return done(addMember(tx, tx, actor, input.role))
}

const ownerGone = sql<{ gone: boolean }>('select deactivated_at is not null as gone from actors where id = $1')

async function isOfDeactivated(reader: Reader, { ownerActorId: ownerId }: ActorRow): Promise<boolean> {
  return ownerId !== null && ((await reader.row(ownerGone, [ownerId]))?.gone ?? true)
}

async function actorNamed(reader: Reader, actorId: string): Promise<ActorRow> {
  const actor = actorId === systemActorId ? undefined : await reader.row(readActor, [actorId])
  if (!actor) throw fieldRefusal('actorId', 'actorUnknown', { actorId })
  return actor
}
