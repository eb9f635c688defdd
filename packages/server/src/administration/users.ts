import { fieldRefusal, type OwnActor, refusal } from '@tandem/contract'
import { sql } from '../db/database.ts'
import type { ActorRow } from '../db/tables/accounts/actors.ts'
import { listActors, updateActor } from '../domain/actors/admin.ts'
import { anonymisePerson, boardsToLeave, boardsWithoutAdmin, forgetInbox, leaveBoard } from '../domain/actors/erase.ts'
import { hasOtherAdmin } from '../domain/actors/instance.ts'
import { webLink } from '../domain/actors/letters.ts'
import { retireAgent } from '../domain/actors/retire-agent.ts'
import { refuseCommonPassword } from '../domain/actors/sign-in/common-passwords.ts'
import { hashPassword } from '../domain/actors/sign-in/passwords.ts'
import { offerReset, setPassword } from '../domain/actors/sign-in/reset.ts'
import { revokeAllOf } from '../domain/tokens/revoke-all.ts'
import type { PrivateAct } from '../kernel/mutation.ts'
import { policyOf } from '../policy.ts'
import type { Administration } from './open.ts'

/** People and their accounts, as the administrator of the machine deals with them. Specification: decisions §2 and §3. */
const pageSize = 200

/** All people, newest first. */
export async function* listUsers({ database }: Administration): AsyncGenerator<OwnActor> {
  let cursor: string | undefined
  const { rows, row } = database
  do {
    const { body, next } = await listActors({ rows, row }, { limit: pageSize, cursor })
    yield* body
    cursor = next?.cursor
  } while (cursor !== undefined)
}

const findByName = sql<ActorRow>(
  `select * from actors where kind = 'human' and (email = lower($1) or handle = lower($1) or id::text = lower($1))`,
)

/** A person by e-mail, handle or id. Throws not_found. */
export async function findPerson({ database }: Administration, text: string): Promise<ActorRow> {
  const person = await database.row(findByName, [text.replace(/^@/, '').trim()])
  if (!person) throw refusal('personUnknown', { text })
  return person
}

/** Changes the settings of a person that an instance admin can change. Throws validation for the last instance admin. */
export async function changeStanding(
  administration: Administration,
  text: string,
  change: { deactivated?: boolean; isInstanceAdmin?: boolean },
): Promise<OwnActor> {
  const { id: actorId } = await findPerson(administration, text)
  return administration.act('user.update', (act) => updateActor(act, { actorId, ...change }))
}

/** A link to set a new password by, good for 30 minutes and once. Throws conflict when the address of the service is unknown. */
export async function resetByLink(administration: Administration, text: string): Promise<{ actorId: string; link: string }> {
  const person = await activePerson(administration, text)
  const policy = policyOf(administration.config)
  if (policy.webUrl === null) throw refusal('noAddressForLinks')
  const secret = await administration.act('user.reset', async (act) => {
    act.audit({ detail: { actorId: person.id } })
    return offerReset(act, person.id)
  })
  return { actorId: person.id, link: webLink(policy, `/reset#${secret}`) }
}

/** Sets a password and signs the person out everywhere. `revoked` = what `revokeTokens` ended, null without it. Throws validation. */
export async function resetToPassword(
  administration: Administration,
  text: string,
  { password, revokeTokens }: { password: string; revokeTokens: boolean },
): Promise<{ actorId: string; revoked: { tokens: number; grants: number } | null }> {
  const person = await activePerson(administration, text)
  if (password.length < 8 || password.length > 256) throw fieldRefusal('password', 'passwordLength')
  refuseCommonPassword(policyOf(administration.config), 'password', password)
  const passwordHash = await hashPassword(password)
  const revoked = await administration.act('user.reset', async (act) => {
    setPassword(act, person, passwordHash)
    const ended = revokeTokens ? await revokeAllOf(act, person.id) : null
    act.audit({ detail: { actorId: person.id, ...(ended && { revoked: ended }) } })
    return ended
  })
  return { actorId: person.id, revoked }
}

async function activePerson(administration: Administration, text: string): Promise<ActorRow> {
  const person = await findPerson(administration, text)
  if (person.deactivatedAt !== null) throw refusal('personDeactivated', { name: person.name })
  return person
}

export type Erased = { actorId: string; boards: number; agents: number }

const allAgentsOf = sql<{ id: string }>(`select id from actors where owner_actor_id = $1 and kind = 'agent' order by id`)
const agentsOf = sql<{ id: string }>(
  `select id from actors where owner_actor_id = $1 and kind = 'agent' and deactivated_at is null order by id`,
)

/** Throws the conflict that `erasePerson` would throw, so that it is reported before anything is done. */
export async function refuseErasing(administration: Administration, person: ActorRow, heir: ActorRow | null): Promise<void> {
  const { database } = administration
  if (person.isInstanceAdmin && person.deactivatedAt === null && !(await hasOtherAdmin(database, person.id)))
    throw refusal('lastAdminOfInstance')
  if (heir?.id === person.id || heir?.deactivatedAt) throw refusal('heirUnfit')
  const left = heir ? [] : await boardsWithoutAdmin(database, person.id)
  if (left.length > 0) throw refusal('boardsWithoutAdmin', { names: left.map(({ name }) => name).join(', ') })
}

function retire(act: PrivateAct, agentActorId: string): Promise<void> {
  act.audit({ detail: { agentActorId } })
  return retireAgent(act, agentActorId)
}

/** Erases a person with the agents that they own; broken off, it goes on when it is called again. Throws conflict as `refuseErasing`. */
export async function erasePerson(administration: Administration, person: ActorRow, heir: ActorRow | null): Promise<Erased> {
  const { database } = administration
  await refuseErasing(administration, person, heir)
  const actorId = person.id
  // First of all they are out; then their agents stop.
  await administration.act('user.erase', (act) => updateActor(act, { actorId, deactivated: true, isInstanceAdmin: false }))
  for (const { id } of await database.rows(agentsOf, [actorId])) await administration.act('user.erase', (act) => retire(act, id))
  const boards = await boardsToLeave(database, actorId)
  for (const { id } of boards) await administration.act('user.erase', (act) => leaveBoard(act, id, actorId, heir))
  for (const { id } of [person, ...(await database.rows(allAgentsOf, [actorId]))])
    while (await administration.act('user.erase', (act) => forgetInbox(act, id)));
  const agents = await administration.act('user.erase', (act) => anonymisePerson(act, person))
  return { actorId, boards: boards.length, agents }
}
