import { type ParsedInputOf, systemActorId, TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { invite } from './invite.ts'
import { addMember, findMember } from './member.ts'

/** Adding who is known, inviting who is not. Specification: service §4, decisions §3. */
const readActor = sql<ActorRow>('select * from actors where id = $1')
const readByEmail = sql<ActorRow>(`select * from actors where email = $1 and kind = 'human'`)

export const addOrInvite: HandlerOf<'member.add'> = async (tx, input) => {
  const actor = await actorNamed(tx, input)
  if (!actor) return invite(tx, input.email ?? '', input.role)
  if (actor.deactivated_at !== null)
    throw invalid(input.email === undefined ? 'actorId' : 'email', 'belongs to a deactivated account, which cannot join a board.')
  if (await findMember(tx, tx.board.id, actor.id)) throw alreadyMember(actor.id)
  return addMember(tx, tx, actor, input.role)
}

/** Undefined only for an e-mail that nobody has registered. */
async function actorNamed(reader: Reader, input: ParsedInputOf<'member.add'>): Promise<ActorRow | undefined> {
  if (input.actorId === undefined) return reader.row(readByEmail, [input.email ?? ''])
  const actor = input.actorId === systemActorId ? undefined : await reader.row(readActor, [input.actorId])
  if (!actor) throw invalid('actorId', `${input.actorId} is no actor of this instance. Look it up with GET /api/actors?handle=.`)
  return actor
}

export function alreadyMember(actorId: string): TandemError {
  return new TandemError('conflict', 'This actor is a member of the board already. PATCH the member to change its role.', {
    details: { actorId },
  })
}
