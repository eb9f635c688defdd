import { createMcpHandler, InMemoryServerEventBus } from '@modelcontextprotocol/server'
import { type Activity, TandemError } from '@tandem/contract'
import { isUuid } from '../../kernel/ids.ts'
import type { Principal } from '../../kernel/principal.ts'
import type { Seat } from '../../live/live.ts'
import type { McpDeps } from './deps.ts'
import type { CreateInstance, McpCaller } from './instance.ts'
import { keepAliveMs, type Message } from './message.ts'
import { addressIn, myWork } from './resources.ts'
import { createVisit, type Visit } from './visit.ts'

/**
 * Streams on which clients are told that a resource has changed, fed as the sockets are: from the log, in its order, for as long as the
 * credential lives and the board may be read. Specification: service §7, reliability C6.
 */
export type Streams = {
  readonly method: 'subscriptions/listen'
  /** Throws rate_limited. */
  admit(principal: Principal): void
  open(caller: McpCaller, webRequest: Request, message: Message): Promise<Response>
  close(): Promise<void>
}

const mostPerCredential = 16
const mostSubscriptions = 100

/** A resource that is followed: on which board, and which of its activities change it. */
type Followed = { uri: string; boardId: string | null; changes(activity: Activity): boolean }

export function createStreams(deps: McpDeps, createInstance: CreateInstance, closing: AbortSignal): Streams {
  const open = new Map<string, Set<() => Promise<void>>>()

  return {
    method: 'subscriptions/listen',
    admit({ credential }) {
      if ((open.get(credential.id)?.size ?? 0) < mostPerCredential) return
      throw refusal()
    },
    async open(caller, webRequest, message) {
      const { id } = caller.principal.credential
      const mine = open.get(id) ?? new Set()
      // Several may have been admitted to the last place at once.
      if (mine.size >= mostPerCredential) return tooMany()
      let ended = false
      let leave = async (): Promise<void> => {}
      // It has its place, and loses it with its client, before anything is asked: a client may be gone by the time of the answer.
      open.set(id, mine.add(end))
      webRequest.signal.addEventListener('abort', () => void end(), { once: true })
      if (webRequest.signal.aborted) await end()
      try {
        const followed = await readable(createVisit(deps, caller, { signal: webRequest.signal }), wantedIn(message))
        if (ended) return new Response(null, { status: 503 })
        const bus = new InMemoryServerEventBus()
        const handler = createMcpHandler(() => createInstance(deps, caller, { era: 'modern', closing }), {
          legacy: 'reject',
          bus,
          keepAliveMs,
        })
        const stream = createStream({ caller, followed, tell: (uri) => bus.publish({ kind: 'resource_updated', uri }), end })
        leave = async () => {
          stream.leave()
          await handler.close()
        }
        await stream.follow(deps)
        const response = await handler.fetch(webRequest, { parsedBody: allowing(message, stream.uris()) })
        if (ended || stream.uris().length === 0) await end()
        return response
      } catch (error) {
        await end()
        throw error
      }

      async function end(): Promise<void> {
        ended = true
        mine.delete(end)
        if (mine.size === 0 && open.get(id) === mine) open.delete(id)
        await leave()
      }
    },
    async close() {
      await Promise.all([...open.values()].flatMap((ends) => [...ends].map((end) => end())))
    },
  }
}

const refusal = () =>
  new TandemError('rate_limited', `This token has ${mostPerCredential} streams open. Close some.`, { retryAfterSeconds: 60 })

function tooMany(): Response {
  const { message, retryAfterSeconds } = refusal()
  const error = { code: 429, message, data: refusal().envelope().error }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } })
}

type StreamDeps = { caller: McpCaller; followed: readonly Followed[]; tell(uri: string): void; end(): Promise<void> }

function createStream({ caller, followed, tell, end }: StreamDeps) {
  let left = [...followed]
  let seat: Seat | undefined
  const drop = (boardId: string | undefined) => {
    left = left.filter((one) => one.boardId !== boardId)
    if (left.length === 0) void end()
  }
  return {
    uris: () => left.map(({ uri }) => uri),
    leave: () => seat?.leave(),
    async follow({ live }: McpDeps): Promise<void> {
      seat = await live.join({
        principal: caller.principal,
        hear(activities) {
          for (const { uri, changes } of left) if (activities.some(changes)) tell(uri)
        },
        send(frame) {
          if (frame.type === 'notification' && left.some(({ uri }) => uri === myWork)) tell(myWork)
          // The board is lost to the caller.
          if (frame.type === 'error') drop(frame.boardId)
        },
        write: () => {},
        drained: async () => true,
        signOut: () => void end(),
      })
      for (const boardId of new Set(left.flatMap((one) => one.boardId ?? []))) await seat.subscribe(boardId, undefined)
    },
  }
}

function wantedIn({ params }: Message): string[] {
  const { resourceSubscriptions } = (params?.notifications ?? {}) as { resourceSubscriptions?: unknown }
  const uris = Array.isArray(resourceSubscriptions) ? resourceSubscriptions : []
  return [...new Set(uris.filter((uri) => typeof uri === 'string'))].slice(0, mostSubscriptions)
}

/** Those that the caller may read: the protocol has the others left out of what is acknowledged. */
async function readable(visit: Visit, uris: readonly string[]): Promise<Followed[]> {
  const found: Followed[] = []
  for (const uri of uris) {
    try {
      const followed = await follow(visit, uri)
      if (followed) found.push(followed)
    } catch (error) {
      if (!(error instanceof TandemError)) throw error
    }
  }
  return found
}

async function follow(visit: Visit, uri: string): Promise<Followed | null> {
  const address = addressIn(uri)
  switch (address?.kind) {
    case 'me':
      return { uri, boardId: null, changes: () => false }
    case 'card': {
      const { id, boardId } = await visit.card(address.name)
      return { uri, boardId, changes: ({ cardId }) => cardId === id }
    }
    case 'session': {
      const { sessionId, boardId } = await visit.ask('session.get', { sessionId: address.name })
      return { uri, boardId, changes: ({ payload }) => payload.sessionId === sessionId }
    }
    case 'board': {
      const { name } = address
      const boards = await visit.ask('board.list', {})
      const board = boards.find(({ id, keyPrefix }) => (isUuid(name) ? id === name.toLowerCase() : keyPrefix === name.toUpperCase()))
      return board ? { uri, boardId: board.id, changes: ({ boardId }) => boardId === board.id } : null
    }
    default:
      return null
  }
}

function allowing(message: Message, resourceSubscriptions: readonly string[]): Message {
  return {
    ...message,
    params: { ...message.params, notifications: { ...(message.params?.notifications as object), resourceSubscriptions } },
  }
}
