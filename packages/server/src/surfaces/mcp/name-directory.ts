import { type Author, type BoardOutline, createAuthors, systemActorId, TandemError } from '@tandem/contract'
import type { RequestContext } from './request-context.ts'

/** Names for the ids on a board: agents read names, keys and handles at a tenth of the tokens. */
export type NameDirectory = {
  board: BoardOutline | null
  list(id: string): string | undefined
  label(id: string): string
  field(id: string): string
  /** The author of a text: results show kind and role on the board beside every text. */
  who(actorId: string): Who
}
export type Who = Omit<Author, 'name' | 'kind'> & { kind: Author['kind'] | 'system' }

/** The service itself: it is a member of no board. */
const system: Who = { handle: 'system', kind: 'system' }

export function createNameDirectories(ask: RequestContext['ask']): (boardId: string) => Promise<NameDirectory> {
  const directories = new Map<string, Promise<NameDirectory>>()
  return (boardId) => {
    const known = directories.get(boardId) ?? open(ask, boardId)
    directories.set(boardId, known)
    return known
  }
}

async function open(ask: RequestContext['ask'], boardId: string): Promise<NameDirectory> {
  const board = await ask('board.outline', { boardId }).catch((error: unknown) => {
    // Sessions and the inbox may be read without the scope that the names need.
    if (error instanceof TandemError && (error.code === 'forbidden' || error.code === 'not_found')) return null
    throw error
  })
  return nameDirectoryOf(board)
}

export function nameDirectoryOf(board: BoardOutline | null): NameDirectory {
  const byId = <T extends { id: string }>(rows: readonly T[] | undefined) => new Map(rows?.map((row) => [row.id, row]))
  const [lists, labels, fields] = [byId(board?.lists), byId(board?.labels), byId(board?.fields)]
  const authorOf = createAuthors(board?.members)
  return {
    board,
    list: (id) => lists.get(id)?.name,
    label: (id) => labels.get(id)?.name ?? id,
    field: (id) => fields.get(id)?.name ?? id,
    who(actorId) {
      if (actorId === systemActorId) return system
      const { name: _, ...who } = authorOf(actorId)
      return who
    },
  }
}
