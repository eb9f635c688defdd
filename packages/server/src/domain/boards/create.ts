import { TandemError } from '@tandem/contract'
import { generateNKeysBetween } from 'fractional-indexing'
import { type Reader, sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type Mutation, type PrivateAct, reply } from '../../kernel/mutation.ts'
import { boardOnWire } from './wire.ts'

const templates = {
  empty: [],
  kanban: ['To do', 'In progress', 'Done'],
  'agent-pipeline': ['Inbox', 'Ready for agents', 'Agents at work', 'In review', 'Done'],
} as const

const insertBoard = sql(`insert into boards (id, name, description, agent_guidance, key_prefix, created_by, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)
const insertAdmin = sql(`insert into members (board_id, actor_id, role, added_at) values ($1, $2, 'admin', $3)`)
const insertLists = sql(`insert into lists (board_id, id, name, rank, created_at)
  select $1, l.id, l.name, l.rank, $5 from unnest($2::uuid[], $3::text[], $4::text[]) as l(id, name, rank)`)
const takenPrefixes = sql<{ key_prefix: string }>('select key_prefix from boards where key_prefix = any ($1::text[])')

export const createBoard: HandlerOf<'board.create'> = async (act, input) => {
  const creator = act.principal?.actorId ?? ''
  if (act.principal?.grant?.leash)
    throw new TandemError('forbidden', 'A token that is leashed to boards cannot create one. Use a token without a leash.')
  const keyPrefix = await freePrefix(act, input.keyPrefix, input.name)
  const id = act.newId()
  const row = {
    ...{ id, name: input.name, description: input.description ?? '', agent_guidance: input.agentGuidance ?? '' },
    ...{ key_prefix: keyPrefix, version: 1, archived_at: null, created_at: act.now },
  }
  act.send(insertBoard, [id, row.name, row.description, row.agent_guidance, keyPrefix, creator, act.now])
  act.send(insertAdmin, [id, creator, act.now])
  act.audit({ detail: { boardId: id } })
  const board = (await act.lockBoards([id])).get(id)
  board?.record('board.created', { name: row.name })
  if (board) addLists(act, board, templates[input.template ?? 'empty'])
  return reply(boardOnWire(row, 'admin'), { boardId: id })
}

function addLists(act: PrivateAct, board: Mutation<'list.created'>, names: readonly string[]): void {
  if (names.length === 0) return
  const ids = names.map(() => act.newId())
  act.send(insertLists, [board.board.id, ids, [...names], generateNKeysBetween(null, null, names.length), act.now])
  for (const [at, name] of names.entries()) board.record('list.created', { listId: ids[at] ?? '', name })
}

/** The prefix as given, or one derived from the name that nobody has. A race for the same one ends in 409. */
async function freePrefix(reader: Reader, wanted: string | undefined, name: string): Promise<string> {
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
