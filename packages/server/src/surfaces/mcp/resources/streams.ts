import { createMcpHandler, InMemoryServerEventBus } from '@modelcontextprotocol/server'
import { type Activity, refusal, TandemError } from '@tandem/contract'
import type { Principal } from '../../../kernel/identity/principal.ts'
import type { Subscriptions } from '../../../live/live.ts'
import type { McpDeps } from '../deps.ts'
import type { CreateInstance, McpCaller } from '../instance.ts'
import { keepAliveMs, type Message } from '../protocol/message.ts'
import { responseOf } from '../protocol/refusals.ts'
import { createRequestContext, type RequestContext } from '../request-context.ts'
import { type Followed, readable, wantedIn } from './followed.ts'
import { createRelocations } from './relocations.ts'
import { createResourceUpdates } from './resource-updates.ts'
import { myWork } from './resources.ts'

/**
 * Streams of notifications about changed resources, fed like the sockets: from the log, in its order, for as long as the credential is
 * valid and the board may be read. Specification: service §7, reliability C6.
 */
export type Streams = {
  readonly method: 'subscriptions/listen'
  /** Throws rate_limited where the credential has too many streams. */
  admit(principal: Principal): void
  open(caller: McpCaller, webRequest: Request, message: Message): Promise<Response>
  close(): Promise<void>
}

const mostPerCredential = 16

export function createStreams(deps: McpDeps, createInstance: CreateInstance, closing: AbortSignal): Streams {
  const open = new Map<string, Set<() => Promise<void>>>()
  deps.metrics.mcpStreams.read(() => [...open.values()].reduce((sum, mine) => sum + mine.size, 0))

  return {
    method: 'subscriptions/listen',
    admit({ credential }) {
      if ((open.get(credential.id)?.size ?? 0) < mostPerCredential) return
      throw tooManyStreams()
    },
    async open(caller, webRequest, message) {
      const { id } = caller.principal.credential
      const mine = open.get(id) ?? new Set()
      // Several may have been admitted to the last place at once.
      if (mine.size >= mostPerCredential) return responseOf(tooManyStreams())
      let ended = false
      let leave = async (): Promise<void> => {}
      // It has its place, and loses it with its client, before anything is asked: a client may be gone by the time of the answer.
      open.set(id, mine.add(end))
      webRequest.signal.addEventListener('abort', () => void end(), { once: true })
      if (webRequest.signal.aborted) await end()
      try {
        const context = () => createRequestContext(deps, caller, { signal: webRequest.signal })
        const followed = await readable(context(), wantedIn(message))
        if (ended) return new Response(null, { status: 503 })
        const bus = new InMemoryServerEventBus()
        const handler = createMcpHandler(() => createInstance(deps, caller, { era: 'modern', closing }), {
          legacy: 'reject',
          bus,
          keepAliveMs,
        })
        const stream = createStream(deps, {
          caller,
          context,
          followed,
          notify: (uri) => bus.publish({ kind: 'resource_updated', uri }),
          end,
        })
        leave = async () => {
          stream.leave()
          await handler.close()
        }
        await stream.follow()
        const response = await handler.fetch(webRequest, { parsedBody: allowing(message, stream.uris()) })
        if (ended || stream.uris().length === 0) await end()
        return response
      } catch (error) {
        await end()
        if (error instanceof TandemError) return responseOf(error)
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

const tooManyStreams = () => refusal('streamsFull', { count: mostPerCredential }, { retryAfterSeconds: 60 })

type StreamDeps = {
  caller: McpCaller
  /** A new context, without cached look-ups. */
  context(): RequestContext
  followed: readonly Followed[]
  notify(uri: string): void
  end(): Promise<void>
}

function createStream({ live, authenticator }: McpDeps, { caller, context, followed, notify, end }: StreamDeps) {
  let left = [...followed]
  let subscriptions: Subscriptions | undefined
  const boards = new Map<string, Promise<void> | undefined>()
  const drop = (isLost: (one: Followed) => boolean) => {
    left = left.filter((one) => !isLost(one))
    if (left.length === 0) void end()
  }
  const dropBoard = (boardId: string | undefined) => {
    if (boardId !== undefined) boards.delete(boardId)
    drop((one) => one.boardId === boardId)
  }
  const { principal } = caller
  const isFollowed = (uri: string) => left.some((one) => one.uri === uri)
  const bring = createResourceUpdates({
    principal,
    authenticator,
    end: () => void end(),
    notify(uri) {
      if (isFollowed(uri)) notify(uri)
    },
    lost(boardId) {
      subscriptions?.unsubscribe(boardId)
      dropBoard(boardId)
    },
  })
  /** Subscribes once per board: a second subscription would miss activities that are not sent yet. */
  const listenTo = async (boardId: string) => {
    const asked = boards.get(boardId) ?? subscriptions?.subscribe(boardId, undefined)
    boards.set(boardId, asked)
    try {
      await asked
    } catch (error) {
      boards.delete(boardId)
      throw error
    }
  }
  /** Anew each time, and once more when it fails: the database may have had no time for the question. */
  const isOn = async ({ travels }: Followed): Promise<string | null> => (travels ? travels.isOn(context()) : null)
  const locate = (one: Followed) =>
    isOn(one)
      .catch(() => isOn(one))
      .catch(() => null)
  /** Told of once the other board is followed, so that a client that then reads it misses nothing. */
  const relocations = createRelocations({
    follow: (boardId) =>
      listenTo(boardId).then(
        () => true,
        () => false,
      ),
    locate,
    arrive(one, boardId) {
      one.boardId = boardId
      bring({ uri: one.uri, boardId })
    },
    lose: (lost) => drop((one) => one === lost),
  })
  const hear = (one: Followed, activities: readonly Activity[]) => {
    const { uri, boardId, changes, travels } = one
    const at = travels && activities.map(travels.goesTo).findLast((each) => each !== null)
    if (at && relocations.begins(one, at)) return
    if (boardId !== null && activities.some(changes)) bring({ uri, boardId })
  }
  /** A session may be read without the board that it is on: then there is no log to follow it in, and it is left out. */
  const subscribe = async (boardId: string) => {
    try {
      await listenTo(boardId)
    } catch (error) {
      if (!(error instanceof TandemError)) throw error
      left = left.filter((one) => one.boardId !== boardId)
    }
  }
  /** It may have left its board after it was looked up, and before the board was followed. */
  const locateAgain = async (one: Followed) => {
    const boardId = await locate(one)
    if (boardId === null) left = left.filter((each) => each !== one)
    else if (boardId !== one.boardId) relocations.begins(one, boardId)
  }
  return {
    uris: () => left.map(({ uri }) => uri),
    leave: () => subscriptions?.leave(),
    async follow(): Promise<void> {
      subscriptions = await live.join({
        principal,
        hear(activities) {
          for (const one of left) hear(one, activities)
        },
        send(frame) {
          if (frame.type === 'notification' && isFollowed(myWork)) bring({ uri: myWork, boardId: frame.notification.boardId })
          // The board is lost to the caller.
          if (frame.type === 'error') dropBoard(frame.boardId)
        },
        write: () => {},
        drained: async () => true,
        signOut: () => void end(),
      })
      for (const boardId of new Set(left.flatMap((one) => one.boardId ?? []))) await subscribe(boardId)
      for (const one of left.filter(({ travels }) => travels)) await locateAgain(one)
    },
  }
}

function allowing(message: Message, resourceSubscriptions: readonly string[]): Message {
  return {
    ...message,
    params: { ...message.params, notifications: { ...(message.params?.notifications as object), resourceSubscriptions } },
  }
}
