import { refusal, type Verb } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { invitationLetters } from '../../db/tables/accounts/invitation-letters.ts'
import { invitations } from '../../db/tables/accounts/invitations.ts'
import { views } from '../../db/tables/boards/views.ts'
import { mails } from '../../db/tables/service/mails.ts'
import { notifications } from '../../db/tables/service/notifications.ts'
import { deleteFrom, pick, returning, write } from '../../db/writes.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import { addMember, findMember, membersOwnedBy } from '../members/member.ts'
import { takeOff } from '../members/remove.ts'
import { hasAdminBesides, makeAdmin } from '../members/role.ts'
import { endGrantsOf } from '../oauth/grants.ts'
import { revokeTokensOfActor } from '../tokens/revoke.ts'
import { forgetFailures } from './sign-in/login-delay.ts'
import { dropResets } from './sign-in/reset.ts'
import { endWebSessions } from './sign-in/web-sessions.ts'

/**
 * Erases a person: deletes their personal data and that of the agents that they own. Their acts stay, as those of a person without a name.
 * Each step is an act of its own and may be repeated. Specification: decisions §3.
 */
const most = 10_000

const boardsOf = sql<{ id: string; name: string }>(`select distinct b.id, b.name from members m
  join actors a on a.id = m.actor_id join boards b on b.id = m.board_id
  where (a.id = $1 or a.owner_actor_id = $1) and b.deleted_at is null order by b.id limit ${most}`)
const privateViews = sql<{ id: string }>('select id from views where board_id = $1 and owner_actor_id = $2 and not shared order by id')
const deleteView = deleteFrom(views, { key: ['boardId', 'id'] })

export const boardsToLeave = (reader: Reader, actorId: string): Promise<{ id: string; name: string }[]> => reader.rows(boardsOf, [actorId])

/** The boards that would have no admin without this actor. */
export async function boardsWithoutAdmin(reader: Reader, actorId: string): Promise<{ id: string; name: string }[]> {
  const left = []
  for (const board of await boardsToLeave(reader, actorId)) if (!(await hasAdminBesides(reader, board.id, actorId))) left.push(board)
  return left
}

/** Takes the person and their agents off a board. `heir` becomes its admin if it would have none. Throws conflict when there is no heir. */
export async function leaveBoard(act: PrivateAct<Verb>, boardId: string, actorId: string, heir: ActorRow | null): Promise<void> {
  const board = (await act.lockBoards([boardId])).get(boardId)
  if (!board) return
  if (!(await hasAdminBesides(board, boardId, actorId))) await handOver(act, board, heir)
  for (const { id } of await board.rows(privateViews, [boardId, actorId])) {
    board.send(deleteView({ boardId, id }))
    board.record('board.view_removed', { viewId: id, name: null })
  }
  for (const agent of await membersOwnedBy(board, boardId, actorId)) await takeOff(board, agent)
  const member = await findMember(board, boardId, actorId)
  if (member) await takeOff(board, member)
  act.audit({ detail: { actorId, boardId } })
}

async function handOver(act: PrivateAct<Verb>, board: Mutation, heir: ActorRow | null): Promise<void> {
  if (!heir) throw refusal('boardWithoutAdmin', { name: board.board.name })
  if (await findMember(board, board.board.id, heir.id)) makeAdmin(board, heir.id)
  else addMember(act, board, heir, 'admin')
}

const agentsOf = sql<{ id: string }>(`select id from actors where owner_actor_id = $1 and kind = 'agent' order by id limit ${most}`)
const grantsOf = sql<{ id: string }>(
  'select id from oauth_grants where human_actor_id = $1 and revoked_at is null order by id for no key update',
)

const theseActors = { ids: parameter<readonly string[]>('uuid[]') }
/** The name says what became of them; the handle is unlikely to be chosen, and unique. */
const anonymise = write(
  { ...theseActors, ...pick(actors, ['deactivatedAt']) },
  ({ ids, deactivatedAt }) => `update actors set name = case kind when 'agent' then 'Erased agent' else 'Erased person' end,
    handle = 'erased-' || right(replace(id::text, '-', ''), 20), email = null, avatar_url = null, password_hash = null, timezone = 'UTC',
    locale = null, quiet = null, is_instance_admin = false, deactivated_at = coalesce(deactivated_at, ${deactivatedAt})
  where id = any (${ids})`,
)
const inboxPage = 5_000
const deleteInbox = write(
  pick(notifications, ['actorId']),
  ({ actorId }) => `delete from notifications n using (
    select id from notifications where actor_id = ${actorId} order by id limit ${inboxPage}
  ) page where n.actor_id = ${actorId} and n.id = page.id returning n.id`,
  returning<{ id: string }>(),
)
const ofActors = [
  (ids: string) => `delete from notification_settings where actor_id = any (${ids})`,
  (ids: string) => `delete from avatars where actor_id = any (${ids})`,
  (ids: string) => `delete from identities where actor_id = any (${ids})`,
  (ids: string) => `delete from favourites where actor_id = any (${ids})`,
  (ids: string) => `delete from watches where actor_id = any (${ids})`,
  (ids: string) => `delete from person_links where confirmed_by = any (${ids})`,
  (ids: string) => `update tokens set label = 'erased' where actor_id = any (${ids}) or minted_by_actor_id = any (${ids})`,
  (ids: string) => `update audit_log set address = null, detail = (detail::jsonb - 'label')::json where actor_id = any (${ids})`,
].map((text) => write(theseActors, ({ ids }) => text(ids)))
const deleteInvitations = deleteFrom(invitations, { key: ['email'] })
const deleteInvitationLetters = deleteFrom(invitationLetters, { key: ['email'] })
const deleteMails = deleteFrom(mails, { key: ['recipient'] })

/** An inbox may be long: as much of it as is quickly gone. Answers whether there may be more. */
export async function forgetInbox(act: PrivateAct<Verb>, actorId: string): Promise<boolean> {
  act.audit({ detail: { actorId } })
  return (await act.rows(deleteInbox({ actorId }))).length === inboxPage
}

/** The last step, for a person who is deactivated and no longer on any board. Answers how many of their agents were anonymised too. */
export async function anonymisePerson(act: PrivateAct<Verb>, person: ActorRow): Promise<number> {
  const agents = (await act.rows(agentsOf, [person.id])).map(({ id }) => id)
  const ids = [person.id, ...agents]
  endGrantsOf(
    act,
    (await act.rows(grantsOf, [person.id])).map(({ id }) => id),
  )
  for (const id of ids) revokeTokensOfActor(act, id)
  endWebSessions(act, person.id)
  dropResets(act, person.id)
  forgetFailures(act, person)
  for (const forget of ofActors) act.send(forget({ ids }))
  if (person.email !== null) forgetAddress(act, person.email)
  act.send(anonymise({ ids, deactivatedAt: act.now }))
  act.audit({ detail: { actorId: person.id, agents: agents.length } })
  return agents.length
}

function forgetAddress(act: Pick<PrivateAct<Verb>, 'send'>, email: string): void {
  act.send(deleteInvitations({ email }))
  act.send(deleteInvitationLetters({ email }))
  act.send(deleteMails({ recipient: email }))
}
