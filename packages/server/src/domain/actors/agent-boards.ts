import {
  type AgentBoard,
  type AgentRequest,
  type ParsedInputOf,
  type RecordsOf,
  type Role,
  refusal,
  type TandemError,
} from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { requireLeash, requireOpenBoard } from '../../kernel/access.ts'
import type { HandlerOf, PrivateTargetChecks } from '../../kernel/handlers.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import { type AgentRequestRow, closeRequest, openRequest, requestColumns } from '../members/agent-requests.ts'
import { revokeInvitationsOf } from '../members/invitations.ts'
import { addMember, findMember } from '../members/member.ts'
import { takeOff } from '../members/remove.ts'
import { ownAgent } from './agents.ts'

/** On which boards an agent works, and where it is asked for; its owner decides. Specification: beyond §1. */
const most = 1_000

type RequestRow = AgentRequestRow & {
  boardName: string
  createdAt: string
  byName: string
  byHandle: string
  byKind: 'human' | 'agent'
}
type BoardRow = {
  boardId: string
  name: string
  role: Role
  grantedRole: Role
  ownerRole: Role | null
  addedAt: string
  acceptedAt: string | null
  archived: boolean
}

const openOnes = `select ${requestColumns('r')}, r.created_at, b.name as board_name,
    a.name as by_name, a.handle as by_handle, a.kind as by_kind
  from agent_requests r join boards b on b.id = r.board_id and b.deleted_at is null join actors a on a.id = r.requested_by
  where r.agent_actor_id = $1 and r.settled_at is null and r.activity_id is not null`
const listOpen = sql<RequestRow>(`${openOnes} order by r.id desc limit ${most}`)
const findOpen = sql<RequestRow>(`${openOnes} and r.id = $2`)
const isAdmin = sql<{ known: boolean }>(`select exists (
    select from effective_members m join actors a on a.id = m.actor_id left join actors o on o.id = a.owner_actor_id
    where m.board_id = $1 and m.actor_id = $2 and m.role = 'admin' and a.deactivated_at is null and o.deactivated_at is null
  ) as known`)
const findAgent = sql<ActorRow>(`select * from actors where id = $1 and kind = 'agent'`)
const boardsOf = sql<BoardRow>(`select m.board_id, b.name, m.role, m.granted_role, m.added_at, o.role as owner_role,
    b.archived_at is not null as archived,
    (select max(r.settled_at) from agent_requests r
      where r.board_id = m.board_id and r.agent_actor_id = m.actor_id and r.outcome = 'accepted') as accepted_at
  from effective_members m join boards b on b.id = m.board_id and b.deleted_at is null
  join actors a on a.id = m.actor_id left join members o on o.board_id = m.board_id and o.actor_id = a.owner_actor_id
  where m.actor_id = $1 order by lower(b.name), b.id limit ${most}`)

export const listRequests: HandlerOf<'agent.requests'> = async (read, input) => {
  await requireOwn(read, read.principal.actorId, input.agentActorId)
  const leash = read.principal.grant?.leash
  return (await read.rows(listOpen, [input.agentActorId])).filter((row) => !leash || leash.has(row.boardId)).map(requestOnWire)
}

export const listBoardsOfAgent: HandlerOf<'agent.boards'> = async (read, input) => {
  if (input.agentActorId !== read.principal.actorId) await requireOwn(read, read.principal.actorId, input.agentActorId)
  const leash = read.principal.grant?.leash
  const rows = await read.rows(boardsOf, [input.agentActorId])
  return rows.filter((row) => !leash || leash.has(row.boardId)).map(boardOnWire)
}

type Settling = PrivateAct<RecordsOf<'agent.settleRequest'>>

/** Under the lock of the board, where the request is read again: of an answer and a withdrawal at once, one counts. */
export const settleRequest = async (act: Settling, input: ParsedInputOf<'agent.settleRequest'>) => {
  const agent = await ownAgent(act, input.agentActorId)
  const { boardId } = await openOf(act, agent.id, input.requestId)
  if (act.principal) requireLeash(act.principal, boardId)
  const board = await lockOne(act, boardId)
  const request = await openOf(act, agent.id, input.requestId)
  act.audit({ detail: { agentActorId: agent.id, boardId, requestId: request.id, accept: input.accept } })
  if (input.accept) await accept(act, board, agent, request)
  else closeRequest(board, request, 'declined')
  return {
    requestId: request.id,
    agentActorId: agent.id,
    boardId,
    role: request.role,
    status: input.accept ? ('accepted' as const) : ('declined' as const),
    settledAt: board.now,
  }
}

async function accept(act: Settling, board: Mutation<'member.added'>, agent: ActorRow, request: RequestRow): Promise<void> {
  requireOpenBoard(board.board)
  if (agent.deactivatedAt !== null) throw refusal('agentStopped')
  if (!(await act.row(isAdmin, [request.boardId, request.requestedBy]))?.known) throw refusal('requesterGone')
  if (!(await findMember(act, request.boardId, agent.id))) addMember(act, board, agent, request.role)
}

/** The owner takes the agent off a board that they may not see. An open request for it ends too. */
export const leaveBoard = async (act: PrivateAct<RecordsOf<'agent.leaveBoard'>>, input: ParsedInputOf<'agent.leaveBoard'>) => {
  const agent = await ownAgent(act, input.agentActorId)
  if (act.principal) requireLeash(act.principal, input.boardId)
  // Checked before the lock, so that a request about a board without the agent does not block that board.
  const isThere = async () => [await findMember(act, input.boardId, agent.id), await openRequest(act, input.boardId, agent.id)] as const
  const board = (await isThere()).some(Boolean) ? (await act.lockBoards([input.boardId])).get(input.boardId) : undefined
  const [member, request] = board ? await isThere() : []
  if (!board || (!member && !request)) throw refusal('agentNotThere')
  act.audit({ detail: { agentActorId: agent.id, boardId: input.boardId } })
  if (request) closeRequest(board, request, 'declined')
  if (member) {
    await revokeInvitationsOf(board, [agent.id])
    await takeOff(board, member)
  }
  return null
}

export const agentBoardTargetChecks = {
  async 'agent.leaveBoard'(read, { agentActorId, boardId }) {
    const agent = await ownAgent(read, agentActorId)
    requireLeash(read.principal, boardId)
    if (!(await findMember(read, boardId, agent.id)) && !(await openRequest(read, boardId, agent.id))) throw refusal('agentNotThere')
  },
} satisfies PrivateTargetChecks

async function lockOne<V extends RecordsOf<'agent.settleRequest'>>(act: PrivateAct<V>, boardId: string): Promise<Mutation<V>> {
  const board = (await act.lockBoards([boardId])).get(boardId)
  if (!board) throw noRequest()
  return board
}

async function openOf(reader: Reader, agentActorId: string, requestId: string): Promise<RequestRow> {
  const request = await reader.row(findOpen, [agentActorId, requestId])
  if (!request) throw noRequest()
  return request
}

async function requireOwn(reader: Reader, ownerId: string, agentActorId: string): Promise<void> {
  const agent = await reader.row(findAgent, [agentActorId])
  if (agent?.ownerActorId !== ownerId) throw refusal('agentGone')
}

const noRequest = (): TandemError => refusal('requestGone')

const requestOnWire = (row: RequestRow): AgentRequest => ({
  id: row.id,
  agentActorId: row.agentActorId,
  boardId: row.boardId,
  boardName: row.boardName,
  role: row.role,
  requestedBy: { id: row.requestedBy, name: row.byName, handle: row.byHandle, kind: row.byKind },
  createdAt: row.createdAt,
})

const boardOnWire = (row: BoardRow): AgentBoard => ({
  boardId: row.boardId,
  name: row.name,
  role: row.role,
  grantedRole: row.grantedRole,
  ownerRole: row.ownerRole,
  addedAt: row.addedAt,
  acceptedAt: row.acceptedAt,
  archived: row.archived,
})
