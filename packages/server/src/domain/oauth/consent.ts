import { type Scope, TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import { hashOfSecret } from '../../kernel/authenticate.ts'
import { iso } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/execute.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import type { AuthorizationRequest, Choice, OfferedBoard } from '../../kernel/oauth.ts'
import type { Principal } from '../../kernel/principal.ts'
import { newSecret } from '../../kernel/secrets.ts'
import { insertActor } from '../actors/new-actor.ts'
import { addMember, findMember } from '../members/member.ts'
import { keep } from './clients.ts'
import { mayChoose, offerTo } from './offer.ts'

/** A person lets a program in, as an agent of theirs, on boards of theirs, for a part of what it asked. Specification: decisions §2. */
const codeMs = 60_000

const lockAgent = sql<ActorRow>(
  `select * from actors where id = $1 and owner_actor_id = $2 and kind = 'agent' and deactivated_at is null for share`,
)
const rememberAgent = sql(`insert into oauth_agents (human_actor_id, client_id, agent_actor_id) values ($1, $2, $3)
  on conflict (human_actor_id, client_id) do update set agent_actor_id = excluded.agent_actor_id`)
const insertGrant = sql(`insert into oauth_grants (id, client_id, human_actor_id, agent_actor_id, scopes, board_ids, resource, code_hash,
    code_challenge, redirect_uri, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`)

/** Answers the code. Throws validation for what was not offered. */
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
  if (agentActorId === undefined) act.send(rememberAgent, [human.actorId, request.client.id, agent.id])
  const [id, code] = [act.newId(), newSecret()]
  act.send(insertGrant, [
    ...[id, request.client.id, human.actorId, agent.id, scopes, choice.boardIds && [...new Set(choice.boardIds)], request.resource],
    ...[hashOfSecret(code), request.codeChallenge, request.redirectUri, act.now, iso(Date.parse(act.now) + codeMs)],
  ])
  const { client, redirectUri } = request
  act.audit({ detail: { grantId: id, clientId: client.id, redirectUri, agentActorId: agent.id, scopes, boardIds: choice.boardIds } })
  return code
}

function scopesOf(request: AuthorizationRequest, { scopes }: Choice): Scope[] {
  const granted = request.scopes.filter((scope) => scopes.includes(scope))
  if (granted.length === 0) throw invalid('scopes', 'nothing is chosen. Choose at least one thing that the program may do, or deny.')
  return granted
}

function boardsOf(offered: readonly OfferedBoard[], ids: readonly string[]): OfferedBoard[] {
  if (ids.length === 0) throw invalid('boards', 'none is chosen. Choose at least one board, or all boards of the agent.')
  return ids.map((id) => {
    const board = offered.find((each) => each.id === id)
    if (!board) throw invalid('boards', 'one of them is not yours any more. Choose again.')
    return board
  })
}

function refuseUnreachable(chosen: readonly OfferedBoard[], agentActorId: string): void {
  const closed = chosen.find((board) => !mayChoose(board, agentActorId))
  if (!closed) return
  const whom = closed.adminNames.length === 0 ? 'an admin of the board' : closed.adminNames.join(' or ')
  throw invalid('boards', `the agent is not on ${closed.name}, and you are no admin there. Ask ${whom} to add it, or leave the board out.`)
}

function makeAgent(act: PrivateAct<'member.added'>, human: Principal, { client }: AuthorizationRequest): Promise<ActorRow> {
  return insertActor(
    act,
    {
      ...{ id: act.newId(), kind: 'agent', name: client.name, email: null, password_hash: null, is_instance_admin: false },
      ...{ owner_actor_id: human.actorId, can_be_delegated: true, can_be_mentioned: true },
    },
    undefined,
  )
}

async function ownAgent(act: PrivateAct<'member.added'>, id: string, ownerActorId: string): Promise<ActorRow> {
  const agent = await act.row(lockAgent, [id, ownerActorId])
  if (!agent) throw invalid('agent', 'is none of yours, or is deactivated. Choose another.')
  return agent
}

/** Under the locks of the boards the person is admin there still. */
async function takeIn(act: PrivateAct<'member.added'>, human: Principal, agent: ActorRow, chosen: readonly OfferedBoard[]): Promise<void> {
  const missing = chosen.filter((board) => !board.agentIds.includes(agent.id)).map((board) => board.id)
  if (missing.length === 0) return
  const boards = await act.lockBoards(missing)
  for (const id of missing) {
    const board = boards.get(id)
    const own = board && (await findMember(act, id, human.actorId))
    if (!board || own?.role !== 'admin') throw new TandemError('conflict', 'A board has changed since you opened this page. Choose again.')
    if (!(await findMember(act, id, agent.id))) addMember(act, board, agent, 'member')
  }
}
