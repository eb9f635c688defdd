import { type BoardOutline, refusal, TandemError } from '@tandem/contract'
import { type Named, type Param, type ParamName, toolParams } from '@tandem/contract/mcp'
import { isUuid } from '../../../kernel/common/ids.ts'
import type { RequestContext } from '../request-context.ts'
import type { Call } from './understand.ts'

/** An answer to a model is short. */
const mostCandidates = 50

/**
 * Resolves the names that agents use to ids: the key of a card, the prefix of a board, a handle, the name of a list, label or field where
 * it is unambiguous. Found by ordinary reads, as the caller.
 */
export async function resolveNames(
  context: RequestContext,
  { binding, params }: Call,
  keys: readonly string[] = Object.keys(params),
): Promise<Record<string, unknown>> {
  const finder = createFinder(context, params)
  const resolved: Record<string, unknown> = {}
  for (const key of keys) {
    const value = params[key]
    const { names }: Param = toolParams[key as ParamName]
    const among = binding.names && key in binding.names ? binding.names[key] : names
    resolved[key] = among ? await idsOf(value, (name) => finder.find(among, name)) : value
  }
  return resolved
}

async function idsOf(value: unknown, find: (name: string) => Promise<string>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((name) => find(String(name))))
  return typeof value === 'string' ? find(value) : value
}

const isCardKey = (text: string): boolean => /^[a-z][a-z0-9]{1,9}-\d{1,10}$/i.test(text.trim())

type Finder = { find(among: Named, name: string): Promise<string> }

function createFinder(context: RequestContext, params: Record<string, unknown>): Finder {
  let board: Promise<string | null> | undefined
  const finders: Record<Named, (name: string) => Promise<string>> = {
    board: (name) => findBoard(context, name),
    card: async (name) => (await cardBy(context, name)).id,
    session: (name) => findSession(context, name),
    actor: (name) => findActor(context, name, whichBoard),
    list: (name) => among('list', name, (board) => board.lists),
    label: findLabel,
    anyLabel: async (name) => ((await whichBoard()) === null ? name : findLabel(name)),
    field: (name) => among('field', name, (board) => board.fields),
  }
  // `me` and `none` mean something to a search.
  return { find: async (what, name) => (isUuid(name.trim()) || name === 'none' ? name.trim() : finders[what](name.trim())) }

  /** The board on which a name is looked up: the one that is named, else that of the card. */
  function whichBoard(): Promise<string | null> {
    board ??= findWhichBoard(context, params)
    return board
  }

  function findLabel(name: string): Promise<string> {
    return among('label', name, (board) => board.labels)
  }

  async function among(
    what: string,
    name: string,
    rows: (board: BoardOutline) => readonly { id: string; name: string }[],
  ): Promise<string> {
    const boardId = await whichBoard()
    if (boardId === null) throw refusal('whichBoard', { what })
    const { board } = await context.directory(boardId)
    if (!board) throw refusal('namesUnreadable', { what })
    return one(what, name, rows(board))
  }
}

/** Candidates in a refusal: those with the name if there are several, otherwise all. */
const candidates = <T>(named: readonly T[], all: readonly T[]): T[] => (named.length > 1 ? named : all).slice(0, mostCandidates)

function one(what: string, name: string, rows: readonly { id: string; name: string }[]): string {
  const wanted = name.toLowerCase()
  const exact = rows.filter((row) => row.name === name)
  const found = exact.length > 0 ? exact : rows.filter((row) => row.name.toLowerCase() === wanted)
  if (found.length === 1 && found[0]) return found[0].id
  const details = { [`${what}s`]: candidates(found, rows).map(({ id, name }) => ({ id, name })) }
  if (found.length > 1) throw refusal('nameShared', { what }, { details })
  throw refusal('nameUnknown', { what }, { details })
}

async function findBoard(context: RequestContext, name: string): Promise<string> {
  const boards = await context.ask('board.list', {})
  const byPrefix = boards.find((board) => board.keyPrefix === name.toUpperCase())
  if (byPrefix) return byPrefix.id
  const found = boards.filter((board) => board.name.toLowerCase() === name.toLowerCase())
  if (found.length === 1 && found[0]) return found[0].id
  const details = { boards: candidates(found, boards).map(({ id, keyPrefix, name }) => ({ id, keyPrefix, name })) }
  if (found.length > 1) throw refusal('boardNameShared', {}, { details })
  throw refusal('boardNameUnknown', {}, { details })
}

async function findWhichBoard(context: RequestContext, { boardId, cardId, sessionId }: Record<string, unknown>): Promise<string | null> {
  if (typeof boardId === 'string') return isUuid(boardId) ? boardId : findBoard(context, boardId)
  if (typeof cardId === 'string') return (await cardBy(context, cardId)).boardId
  if (typeof sessionId === 'string' && isUuid(sessionId)) return (await context.ask('session.get', { sessionId })).boardId
  const boards = await context.ask('board.list', {})
  return boards.length === 1 ? (boards[0]?.id ?? null) : null
}

async function cardBy(context: RequestContext, name: string): Promise<{ id: string; boardId: string }> {
  if (!isUuid(name) && !isCardKey(name)) throw refusal('cardNameUnfit')
  return context.card(name.trim())
}

/** The one that lives, rather one of the caller's own; else the newest. */
async function findSession(context: RequestContext, name: string): Promise<string> {
  const { id } = await cardBy(context, name)
  const sessions = await context.ask('session.listForCard', { cardId: id, limit: 200 })
  const open = sessions.filter(({ endedAt }) => endedAt === null)
  const found = open.find(({ agentActorId }) => agentActorId === context.principal.actorId) ?? open[0] ?? sessions[0]
  if (!found) throw refusal('cardNoSession')
  return found.id
}

async function findActor(context: RequestContext, name: string, whichBoard: () => Promise<string | null>): Promise<string> {
  if (name === 'me') return context.principal.actorId
  const handle = name.replace(/^@/, '').toLowerCase()
  const boardId = await whichBoard()
  const members = (boardId === null ? null : (await context.directory(boardId)).board?.members) ?? []
  const byHandle = members.find((member) => member.handle === handle)
  if (byHandle) return byHandle.actorId
  const byName = members.filter((member) => member.name.toLowerCase() === name.toLowerCase())
  if (byName.length === 1 && byName[0]) return byName[0].actorId
  const details = { members: candidates(byName, members).map(({ handle, name, kind }) => ({ handle, name, kind })) }
  if (byName.length > 1) throw refusal('memberNameShared', {}, { details })
  const known = /^[a-z0-9][a-z0-9-]{0,38}$/.test(handle) ? await found(context, handle) : null
  if (known !== null) return known
  throw refusal('memberHandleUnknown', {}, { details })
}

async function found(context: RequestContext, handle: string): Promise<string | null> {
  try {
    return (await context.ask('actor.find', { handle })).id
  } catch (error) {
    if (error instanceof TandemError && error.code === 'not_found') return null
    throw error
  }
}
