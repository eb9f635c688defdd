import { randomInt } from 'node:crypto'
import { refusal } from '@tandem/contract'
import { generateNKeysBetween } from 'fractional-indexing'
import { type Reader, sql } from '../../db/database.ts'
import { boards } from '../../db/tables/boards/boards.ts'
import { insertInto } from '../../db/writes.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { addList, noQueue } from '../lists/lists.ts'
import { refuseBeyondPerson } from '../quotas.ts'
import { addFirstAdmins, recordOwner } from './first-admins.ts'
import { boardOnWire } from './record.ts'
import { type TemplateList, templateIn } from './templates.ts'

const insertBoard = insertInto(boards, ['id', 'name', 'description', 'agentGuidance', 'keyPrefix', 'createdBy', 'createdAt'])
/** Any fixed number. Its holder takes no other lock before the commit. */
const lockPrefixes = sql('select pg_advisory_xact_lock(7263004)')
const takenPrefixes = sql<{ keyPrefix: string }>('select key_prefix from boards where key_prefix = any ($1::text[])')

export const createBoard: RunOf<'board.create'> = async (act, input) => {
  const creator = act.principal?.actorId ?? ''
  refuseLeash(act.principal)
  await refuseBeyondPerson(act, 'boards', { actorId: creator })
  const template = templateIn(input.template ?? 'empty', input.language ?? 'en')
  const keyPrefix = await freePrefix(act, input.keyPrefix, input.name)
  const id = act.newId()
  const row = {
    id,
    name: input.name,
    description: input.description ?? '',
    agentGuidance: input.agentGuidance ?? template.agentGuidance,
    keyPrefix,
    version: 1,
    archivedAt: null,
    agentsPaused: null,
    reviewByOthers: false,
    maxAgentSessions: null,
    completeParents: false,
    monthlyBudget: null,
    createdAt: act.now,
  }
  act.send(insertBoard({ ...row, createdBy: creator }))
  const admins = await addFirstAdmins(act, id, creator)
  act.audit({ detail: { boardId: id } })
  const board = (await act.lockBoards([id])).get(id)
  board?.record('board.created', { name: row.name })
  if (board) recordOwner(board, admins)
  if (board) addLists(board, template.lists)
  return done(boardOnWire({ ...row, role: 'admin' }), id)
}

function addLists(board: Mutation<'list.created'>, lists: readonly TemplateList[]): void {
  const ranks = generateNKeysBetween(null, null, lists.length)
  for (const [at, [name, category]] of lists.entries())
    addList(board, {
      name,
      rank: ranks[at] ?? '',
      wipLimit: null,
      wipPolicy: 'warn',
      category,
      acceptance: 'none',
      color: null,
      ...noQueue,
    })
}

/** A board that a leashed token creates would be outside its leash. Specification: decisions §2. */
export function refuseLeash(principal: Principal | null): void {
  if (principal?.grant?.leash) throw refusal('leashedCreate')
}

/**
 * The prefix as given, or a free one derived from the name. Throws conflict when the one that is given is taken. Inside a
 * transaction it is the caller's until the commit: of two who make a board of one name at once, the later one is given another prefix.
 */
export async function freePrefix(reader: Reader, wanted: string | undefined, name: string): Promise<string> {
  await reader.row(lockPrefixes)
  const candidates = wanted ? [wanted] : prefixesFor(name)
  const taken = new Set((await reader.rows(takenPrefixes, [candidates])).map((row) => row.keyPrefix))
  const free = candidates.find((prefix) => !taken.has(prefix))
  if (free) return free
  throw refusal('prefixTaken', { name: wanted ?? candidates[0] ?? '' })
}

/** A prefix has at most ten characters, and a stem three of them. */
const mostDigits = 7
/** Attempts per length: where every second number is taken, one in a trillion boards finds none. */
const tries = 40

/** `Engine room` → ENG, ENG2, … ENG99, then numbers at random: to look for the lowest that is free would take ever longer. */
function prefixesFor(name: string): string[] {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^[0-9]+/, '')
  const stem = letters.length >= 2 ? letters.slice(0, 3) : 'BRD'
  const inOrder = Array.from({ length: 98 }, (_, at) => at + 2)
  const atRandom = Array.from({ length: (mostDigits - 2) * tries }, (_, at) => {
    const digits = 3 + Math.floor(at / tries)
    return randomInt(10 ** (digits - 1), 10 ** digits)
  })
  return [stem, ...[...inOrder, ...atRandom].map((number) => `${stem}${number}`)]
}
