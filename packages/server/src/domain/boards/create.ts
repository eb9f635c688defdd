import { TandemError } from '@tandem/contract'
import { generateNKeysBetween } from 'fractional-indexing'
import { type Reader, sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type Mutation, reply } from '../../kernel/mutation.ts'
import type { Principal } from '../../kernel/principal.ts'
import { addList } from '../lists/lists.ts'
import { templates } from './templates.ts'
import { boardOnWire } from './wire.ts'

const insertBoard = sql(`insert into boards (id, name, description, agent_guidance, key_prefix, created_by, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)
export const insertAdmin = sql(`insert into members (board_id, actor_id, role, added_at) values ($1, $2, 'admin', $3)`)
const takenPrefixes = sql<{ key_prefix: string }>('select key_prefix from boards where key_prefix = any ($1::text[])')

export const createBoard: HandlerOf<'board.create'> = async (act, input) => {
  const creator = act.principal?.actorId ?? ''
  refuseLeash(act.principal)
  const template = templates[input.template ?? 'empty']
  const keyPrefix = await freePrefix(act, input.keyPrefix, input.name)
  const id = act.newId()
  const row = {
    ...{ id, name: input.name, description: input.description ?? '', agent_guidance: input.agentGuidance ?? template.agentGuidance },
    ...{ key_prefix: keyPrefix, version: 1, archived_at: null, created_at: act.now },
  }
  act.send(insertBoard, [id, row.name, row.description, row.agent_guidance, keyPrefix, creator, act.now])
  act.send(insertAdmin, [id, creator, act.now])
  act.audit({ detail: { boardId: id } })
  const board = (await act.lockBoards([id])).get(id)
  board?.record('board.created', { name: row.name })
  if (board) addLists(board, template.lists)
  return reply(boardOnWire(row, 'admin'), { boardId: id })
}

function addLists(board: Mutation<'list.created'>, names: readonly string[]): void {
  const ranks = generateNKeysBetween(null, null, names.length)
  for (const [at, name] of names.entries()) addList(board, { name, rank: ranks[at] ?? '', wip_limit: null })
}

/** Boards that a leashed token makes would lie outside its leash. Specification: decisions §2. */
export function refuseLeash(principal: Principal | null): void {
  if (principal?.grant?.leash)
    throw new TandemError('forbidden', 'A token that is leashed to boards cannot create one. Use a token without a leash.')
}

/** The prefix as given, or one derived from the name that nobody has. A race for the same one ends in 409. */
export async function freePrefix(reader: Reader, wanted: string | undefined, name: string): Promise<string> {
  const candidates = wanted ? [wanted] : prefixesFor(name)
  const taken = new Set((await reader.rows(takenPrefixes, [candidates])).map((row) => row.key_prefix))
  const free = candidates.find((prefix) => !taken.has(prefix))
  if (free) return free
  throw new TandemError('conflict', `The key prefix ${wanted ?? candidates[0]} is taken on this instance. Choose another keyPrefix.`)
}

/** `Engine room` → ENG, ENG2, … ENG99999. */
function prefixesFor(name: string): string[] {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^[0-9]+/, '')
  const stem = letters.length >= 2 ? letters.slice(0, 3) : 'BRD'
  return [
    stem,
    ...Array.from({ length: 98 }, (_, at) => `${stem}${at + 2}`),
    ...Array.from({ length: 900 }, (_, at) => `${stem}${at * 111 + 100}`),
  ]
}
