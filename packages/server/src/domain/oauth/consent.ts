import { fieldRefusal, refusal, type Scope } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { oauthAgents } from '../../db/tables/accounts/oauth-agents.ts'
import { oauthGrants } from '../../db/tables/accounts/oauth-grants.ts'
import { insertInto } from '../../db/writes.ts'
import { requireOpenBoard } from '../../kernel/access.ts'
import { iso } from '../../kernel/common/clock.ts'
import { newSecret } from '../../kernel/common/secrets.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import type { AuthorizationRequest, Choice, OfferedBoard } from '../../kernel/oauth.ts'
import { insertActor } from '../actors/new-actor.ts'
import { addMember, findMember } from '../members/member.ts'
import { refuseBeyondPerson } from '../quotas.ts'
import { keep } from './clients.ts'
import { mayChoose, offerTo } from './offer.ts'

/**
 * A person grants a client access, as an agent of theirs, on boards of theirs, with some of the requested scopes. Specification: decisions
 * §2.
 */
const codeMs = 60_000

const lockAgent = sql<ActorRow>(
  `select * from actors where id = $1 and owner_actor_id = $2 and kind = 'agent' and deactivated_at is null for share`,
)
const rememberAgent = insertInto(
  oauthAgents,
  ['humanActorId', 'clientId', 'agentActorId'],
  'on conflict (human_actor_id, client_id) do update set agent_actor_id = excluded.agent_actor_id',
)
const insertGrant = insertInto(oauthGrants, [
  'id',
  'clientId',
  'humanActorId',
  'agentActorId',
  'scopes',
  'boardIds',
  'resource',
  'codeHash',
  'codeChallenge',
  'redirectUri',
  'createdAt',
  'expiresAt',
])

/** Answers the code. Throws validation for a choice that was not offered. */
export async function letIn(act: PrivateAct<'member.added'>, request: AuthorizationRequest, choice: Choice): Promise<string> {
  const human = act.principal as Principal
  const scopes = scopesOf(request, choice)
  const { made, boards } = await offerTo(act, human.actorId, request)
  const chosen = choice.boardIds && boardsOf(boards, choice.boardIds)
  const agentActorId = choice.agentActorId ?? made?.id
  refuseUnreachable(chosen ?? [], agentActorId ?? '')
  const agent = agentActorId === undefined ? await makeAgent(act, human, request) : await ownAgent(act, agentActorId, human.actorId)
  await takeIn(act, human, agent, chosen ?? [])
  keep(act, request.client)
  const ids = { humanActorId: human.actorId, clientId: request.client.id, agentActorId: agent.id }
  if (agentActorId === undefined) act.send(rememberAgent(ids))
  const [id, code] = [act.newId(), newSecret()]
  const { client, redirectUri, resource, codeChallenge } = request
  act.send(
    insertGrant({
      ...ids,
      id,
      scopes,
      boardIds: choice.boardIds && [...new Set(choice.boardIds)],
      resource,
      codeHash: hashOfSecret(code),
      codeChallenge,
      redirectUri,
      createdAt: act.now,
      expiresAt: iso(Date.parse(act.now) + codeMs),
    }),
  )
  act.audit({ detail: { grantId: id, clientId: client.id, redirectUri, agentActorId: agent.id, scopes, boardIds: choice.boardIds } })
  return code
}

function scopesOf(request: AuthorizationRequest, { scopes }: Choice): Scope[] {
  const granted = request.scopes.filter((scope) => scopes.includes(scope))
  if (granted.length === 0) throw fieldRefusal('scopes', 'nothingChosen')
  return granted
}

function boardsOf(offered: readonly OfferedBoard[], ids: readonly string[]): OfferedBoard[] {
  if (ids.length === 0) throw fieldRefusal('boards', 'noBoardChosen')
  return ids.map((id) => {
    const board = offered.find((each) => each.id === id)
    if (!board) throw fieldRefusal('boards', 'boardNotYours')
    return board
  })
}

function refuseUnreachable(chosen: readonly OfferedBoard[], agentActorId: string): void {
  const closed = chosen.find((board) => !mayChoose(board, agentActorId))
  if (!closed) return
  const { name, adminNames } = closed
  throw adminNames.length === 0
    ? fieldRefusal('boards', 'agentNotOnBoardWithoutAdmin', { name })
    : fieldRefusal('boards', 'agentNotOnBoard', { name, admins: adminNames.join(', ') })
}

async function makeAgent(act: PrivateAct<'member.added'>, human: Principal, { client }: AuthorizationRequest): Promise<ActorRow> {
  await refuseBeyondPerson(act, 'agents', { actorId: human.actorId })
  return insertActor(
    act,
    {
      id: act.newId(),
      kind: 'agent',
      name: client.name,
      email: null,
      passwordHash: null,
      isInstanceAdmin: false,
      ownerActorId: human.actorId,
      canBeDelegated: true,
      canBeMentioned: true,
    },
    undefined,
  )
}

async function ownAgent(act: PrivateAct<'member.added'>, id: string, ownerActorId: string): Promise<ActorRow> {
  const agent = await act.row(lockAgent, [id, ownerActorId])
  if (!agent) throw fieldRefusal('agent', 'agentNotYours')
  return agent
}

/** Adds the agent to boards that are locked, where the person is still an admin. */
async function takeIn(act: PrivateAct<'member.added'>, human: Principal, agent: ActorRow, chosen: readonly OfferedBoard[]): Promise<void> {
  const missing = chosen.filter((board) => !board.agentIds.includes(agent.id)).map((board) => board.id)
  if (missing.length === 0) return
  const boards = await act.lockBoards(missing)
  for (const id of missing) {
    const board = boards.get(id)
    const own = board && (await findMember(act, id, human.actorId))
    if (!board || own?.role !== 'admin') throw refusal('boardChanged')
    requireOpenBoard(board.board)
    if (!(await findMember(act, id, agent.id))) addMember(act, board, agent, 'member')
  }
}
