import { TandemError } from '@tandem/contract'
import type { Reader } from '../../db/database.ts'
import { boards } from '../../db/tables/boards/boards.ts'
import { imports } from '../../db/tables/service/imports.ts'
import { pick, returning, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import { uuidV7 } from '../../kernel/common/ids.ts'
import { freePrefix } from '../boards/create.ts'
import { type Claimed, type ImportDeps, LostImport, leaseMs } from './import-run.ts'
import type { ImportPlan } from './write/import-plan.ts'

/** Makes a board without members, which is invisible. */
const makeBoard = write(
  { ...pick(imports, ['id', 'attempts', 'boardId', 'total', 'dueAt']), ...pick(boards, ['name', 'keyPrefix', 'createdAt']) },
  (given) => `with held as (
    update imports set board_id = ${given.boardId}, total = ${given.total}, done = 0, due_at = ${given.dueAt}
    where id = ${given.id} and attempts = ${given.attempts} and state = 'running' returning actor_id
  )
  insert into boards (id, name, description, agent_guidance, key_prefix, created_by, created_at)
  select ${given.boardId}, ${given.name}, '', '', ${given.keyPrefix}, actor_id, ${given.createdAt} from held returning id`,
  returning<{ id: string }>(),
)

/** The key prefix is chosen in the transaction that takes it, so no other board takes it in between. */
export async function openBoard({ database, clock }: ImportDeps, claimed: Claimed, { board, total }: ImportPlan): Promise<string> {
  const name = claimed.name ?? board.name
  const nowMs = clock.now()
  const boardId = uuidV7(nowMs)
  const tx = await database.begin()
  try {
    const keyPrefix = (await prefixAsBefore(tx, board.keyPrefix)) ?? (await freePrefix(tx, undefined, name))
    const made = { ...claimed, boardId, total, dueAt: iso(nowMs + leaseMs), name, keyPrefix, createdAt: iso(nowMs) }
    if (!(await tx.row(makeBoard(made)))) throw new LostImport()
    await tx.commit()
    return boardId
  } catch (error) {
    await tx.rollback()
    throw error
  }
}

async function prefixAsBefore(reader: Reader, keyPrefix: string | null): Promise<string | null> {
  if (keyPrefix === null) return null
  return freePrefix(reader, keyPrefix, '').catch((error: unknown) => {
    if (error instanceof TandemError && error.code === 'conflict') return null
    throw error
  })
}
