import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import { loadTarget, notFound } from '../../../kernel/access.ts'
import type { PrivateTargetChecks } from '../../../kernel/handlers.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'

/** Where a claim looks for work. */
type Named = { boardId?: string | undefined; listId?: string | undefined }

/** Of a list that the caller can see: another one is told of as one that does not exist. */
const boardOfList = sql<{ boardId: string }>(`select l.board_id from lists l join members m on m.board_id = l.board_id and m.actor_id = $2
  where l.id = $1`)

/** Null = any board. Throws forbidden for people, not_found for a list that the agent cannot see, or that is not on the board. */
export async function boardNamed(reader: Reader, principal: Principal, { boardId, listId }: Named): Promise<string | null> {
  if (principal.kind !== 'agent') throw refusal('claimOfAgents')
  if (listId === undefined) return boardId ?? null
  const of = (await reader.row(boardOfList, [listId, principal.actorId]))?.boardId
  if (of === undefined || (boardId !== undefined && boardId !== of)) throw notFound('list')
  return of
}

export const claimTargetChecks = {
  async 'work.claim'(read, named) {
    const boardId = await boardNamed(read, read.principal, named)
    if (boardId === null) return
    await loadTarget(read, read.principal, { target: 'board', role: 'member', scope: 'sessions:write' }, { boardId })
  },
} satisfies PrivateTargetChecks
