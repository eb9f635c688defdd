import { type Activity, TandemError } from '@tandem/contract'
import { isUuid } from '../../../kernel/common/ids.ts'
import type { Message } from '../protocol/message.ts'
import type { RequestContext } from '../request-context.ts'
import { addressIn } from './resources.ts'

/** A resource that is followed: on which board, and which activities change it. */
export type Followed = {
  uri: string
  boardId: string | null
  changes(activity: Activity): boolean
  /** For resources that move between boards: a card, and a session with its card. */
  travels?: Travels
}
type Travels = {
  /** The board on which it is after an activity that took it to another one. */
  goesTo(activity: Activity): string | null
  /** The board on which it is. Throws when the caller may not read it there. */
  isOn(context: RequestContext): Promise<string>
}

const mostSubscriptions = 100

/** The addresses that a client asks to be told of. */
export function wantedIn({ params }: Message): string[] {
  const { resourceSubscriptions } = (params?.notifications ?? {}) as { resourceSubscriptions?: unknown }
  const uris = Array.isArray(resourceSubscriptions) ? resourceSubscriptions : []
  return [...new Set(uris.filter((uri) => typeof uri === 'string'))].slice(0, mostSubscriptions)
}

/**
 * Those that the caller may read: the protocol leaves others out of the acknowledgement. Each read counts as a request of its own; it is
 * charged without a limit, since otherwise a stream refused for its last addresses could never start.
 */
export async function readable(context: RequestContext, uris: readonly string[]): Promise<Followed[]> {
  const { limiter } = context.deps
  const found: Followed[] = []
  for (const [at, uri] of uris.entries()) {
    try {
      // The message itself has been counted.
      if (at > 0) await limiter.charge('token', context.principal.credential.id)
      const followed = await follow(context, uri)
      if (followed) found.push(followed)
    } catch (error) {
      if (!(error instanceof TandemError)) throw error
    }
  }
  return found
}

async function follow(context: RequestContext, uri: string): Promise<Followed | null> {
  const address = addressIn(uri)
  switch (address?.kind) {
    case 'me':
      return { uri, boardId: null, changes: () => false }
    case 'card': {
      const { id, boardId } = await context.card(address.name)
      const isOn = async (later: RequestContext) => (await later.card(id)).boardId
      return { uri, boardId, changes: ({ cardId }) => cardId === id, travels: { goesTo: wayOf(id), isOn } }
    }
    case 'session': {
      const { sessionId, boardId, cardId } = await context.ask('session.get', { sessionId: address.name })
      const isOn = async (later: RequestContext) => (await later.ask('session.get', { sessionId })).boardId
      return { uri, boardId, changes: ({ payload }) => payload.sessionId === sessionId, travels: { goesTo: wayOf(cardId), isOn } }
    }
    case 'board': {
      const { name } = address
      const boards = await context.ask('board.list', {})
      const board = boards.find(({ id, keyPrefix }) => (isUuid(name) ? id === name.toLowerCase() : keyPrefix === name.toUpperCase()))
      return board ? { uri, boardId: board.id, changes: ({ boardId }) => boardId === board.id } : null
    }
    default:
      return null
  }
}

const wayOf = (id: string) => (activity: Activity) => (activity.cardId === id ? boardAfter(activity) : null)

/** Each of the two boards has its half in its log. */
function boardAfter({ verb, boardId, payload: { fromBoardId, toBoardId } }: Activity): string | null {
  if (verb !== 'card.moved') return null
  if (typeof toBoardId === 'string') return toBoardId
  return fromBoardId === undefined ? null : boardId
}
