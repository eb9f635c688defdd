import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import { loadTarget, notFound } from '../../../kernel/access.ts'
import type { PrivateTargetChecks } from '../../../kernel/handlers.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'

/** The places in which a claim looks for work. */
type Named = { boardId?: string | undefined; listId?: string | undefined; sessionId?: string | undefined }

/** The board of a list that the caller can see; any other list gets the same not_found. */
const boardOfList = sql<{ boardId: string }>(`select l.board_id from lists l join members m on m.board_id = l.board_id and m.actor_id = $2
  where l.id = $1`)

/** The board of a session of the caller's own. One that is not in the list, or of another agent, gets the same not_found. */
const boardOfSession = sql<{ boardId: string }>(`select s.board_id from sessions s
    join members m on m.board_id = s.board_id and m.actor_id = $2 join cards c on c.board_id = s.board_id and c.id = s.card_id
  where s.id = $1 and s.agent_actor_id = $2 and ($3::uuid is null or c.list_id = $3)`)

/** Null = any board. Throws forbidden for people, not_found for a list or a session that the agent cannot see, or that is not on the board. */
export async function boardNamed(reader: Reader, principal: Principal, { boardId, listId, sessionId }: Named): Promise<string | null> {
  if (principal.kind !== 'agent') throw refusal('claimOfAgents')
  if (sessionId !== undefined) {
    const of = (await reader.row(boardOfSession, [sessionId, principal.actorId, listId ?? null]))?.boardId
    if (of === undefined || (boardId !== undefined && boardId !== of)) throw notFound('session')
    return of
  }
  if (listId === undefined) return boardId ?? null
  const of = (await reader.row(boardOfList, [listId, principal.actorId]))?.boardId
  if (of === undefined || (boardId !== undefined && boardId !== of)) throw notFound('list')
  return of
}

/** The access needed to take work that was not the agent's before. */
export const claimAccess = { target: 'board', role: 'member', scope: 'sessions:write' } as const

export const claimTargetChecks = {
  async 'work.claim'(read, named) {
    const boardId = await boardNamed(read, read.principal, named)
    if (boardId === null) return
    await loadTarget(read, read.principal, named.sessionId === undefined ? claimAccess : { ...claimAccess, role: 'viewer' }, { boardId })
  },
} satisfies PrivateTargetChecks
