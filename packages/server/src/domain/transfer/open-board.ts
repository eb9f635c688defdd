import { TandemError } from '@tandem/contract'
import { type Database, sql } from '../../db/database.ts'
import { meaningOf } from '../../db/failures.ts'
import { iso } from '../../kernel/clock.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { freePrefix } from '../boards/create.ts'
import { type Claimed, type ImportDeps, LostImport, leaseMs } from './import-run.ts'
import type { Survey } from './survey.ts'

/** `$1` import, `$2` attempt, `$3` board …: with a board that nobody is a member of, so nobody sees it. */
const makeBoard = sql<{ id: string }>(`with held as (
    update imports set board_id = $3, total = $4, done = 0, due_at = $5 where id = $1 and attempts = $2 and state = 'running' returning actor_id
  )
  insert into boards (id, name, description, agent_guidance, key_prefix, created_by, created_at)
  select $3, $6, '', '', $7, actor_id, $8 from held returning id`)
const mostRaces = 5

/** Somebody else may take the key prefix at this moment: then there is another one. */
export async function openBoard(deps: ImportDeps, claimed: Claimed, survey: Survey): Promise<string> {
  for (let tried = 1; ; tried++) {
    try {
      return await insertBoard(deps, claimed, survey)
    } catch (error) {
      if (tried === mostRaces || !meaningOf(error).transient) throw error
    }
  }
}

async function insertBoard({ database, clock }: ImportDeps, claimed: Claimed, { board, total }: Survey): Promise<string> {
  const name = claimed.name ?? board.name
  const keyPrefix = (await prefixAsBefore(database, board.keyPrefix)) ?? (await freePrefix(database, undefined, name))
  const nowMs = clock.now()
  const boardId = uuidV7(nowMs)
  const values = [claimed.id, claimed.attempts, boardId, total, iso(nowMs + leaseMs), name, keyPrefix, iso(nowMs)]
  if (!(await database.row(makeBoard, values))) throw new LostImport()
  return boardId
}

async function prefixAsBefore(database: Database, keyPrefix: string | null): Promise<string | null> {
  if (keyPrefix === null) return null
  return freePrefix(database, keyPrefix, '').catch((error: unknown) => {
    if (error instanceof TandemError && error.code === 'conflict') return null
    throw error
  })
}
