import { type ClientFrame, closeCodes, type ServerFrame, TandemError } from '@tandem/contract'
import type { RetryPolicy } from './retry.ts'
import { backOnline, liveThrough } from './socket-connection.ts'
import type { Client } from './types.ts'

/**
 * `waiting` = the connection is lost and will be opened again soon; `signedOut` = the credential has ended, and there are no more attempts.
 */
export type SocketState = 'connecting' | 'open' | 'waiting' | 'signedOut' | 'closed'

type Handled = Exclude<ServerFrame['type'], 'pong'>

export type SocketOptions = {
  /** Handlers by type of frame. */
  on: { [T in Handled]?: (frame: Extract<ServerFrame, { type: T }>) => void }
  onState?: (state: SocketState) => void
  /** Closes the socket when aborted. */
  signal?: AbortSignal
  /** Creates a connection; by default the WebSocket of browsers, and of Node from 22 on. */
  connect?: (url: string) => WebSocket
  /** After this time without a frame the connection is checked with a ping; 30 s by default. */
  silenceMs?: number
}

/** A live subscription that outlives its connections. */
export type LiveSocket = {
  readonly state: SocketState
  /** Follows a board; `since` = the last seq that you have; absent = from now on. Each event comes once, in order, over all connections. */
  subscribe(boardId: string, since?: number): void
  unsubscribe(boardId: string): void
  /** Reports the card that you view on a subscribed board; null = none. Ends with the subscription. */
  present(boardId: string, cardId: string | null): void
  close(): void
}

/** `asked`: the number of pending answers to `subscribe`; until then events belong to an earlier subscription. */
type Following = { seq: number | undefined; asked: number; cardId?: string | null }

type By = { client: Pick<Client, 'call'>; origin: string; policy: Pick<RetryPolicy, 'random' | 'wait' | 'firstDelayMs'> }

const longestDelayMs = 30_000
const longestPauseMs = 5_000
/** Codes of failures that may succeed a moment later. */
const passing = new Set(['unavailable', 'internal', 'rate_limited'])

/** Specification: service §6, decisions §5. */
export function openSocket({ client, origin, policy }: By, options: SocketOptions): LiveSocket {
  const { signal, connect = (url: string) => new WebSocket(url), silenceMs = 30_000 } = options
  const boards = new Map<string, Following>()
  const ending = new AbortController()
  let state: SocketState = 'connecting'
  let current: WebSocket | undefined
  let failures = 0

  signal?.addEventListener('abort', close, { once: true })
  if (signal?.aborted) close()
  // In the next microtask, so that the caller has the returned socket before any callback.
  void Promise.resolve().then(live)

  return {
    get state() {
      return state
    },
    subscribe(boardId, since) {
      const following = { asked: 0, ...boards.get(boardId), seq: since }
      boards.set(boardId, following)
      ask(boardId, following)
    },
    unsubscribe(boardId) {
      boards.delete(boardId)
      say({ type: 'unsubscribe', boardId })
    },
    present(boardId, cardId) {
      const following = boards.get(boardId)
      if (!following) return
      following.cardId = cardId
      say({ type: 'presence', boardId, cardId })
    },
    close,
  }

  function close(): void {
    if (state !== 'signedOut') become('closed')
    ending.abort()
    current?.close(1000)
  }

  function become(next: SocketState): void {
    if (state === next || state === 'closed') return
    state = next
    options.onState?.(next)
  }

  function say(frame: ClientFrame): boolean {
    if (current?.readyState !== 1) return false
    current.send(JSON.stringify(frame))
    return true
  }

  function ask(boardId: string, following: Following): void {
    const { seq } = following
    if (say({ type: 'subscribe', boardId, ...(seq !== undefined && { since: seq }) })) following.asked += 1
  }

  /** One connection after the other, each with a new ticket. */
  async function live(): Promise<void> {
    while (!ending.signal.aborted) {
      if (await endsSignedOut()) return become('signedOut')
      if (ending.signal.aborted) return
      become('waiting')
      const delayMs = policy.random() * Math.min(longestDelayMs, policy.firstDelayMs * 2 ** failures)
      failures = Math.min(failures + 1, 16)
      await pause(delayMs)
    }
  }

  async function pause(delayMs: number): Promise<void> {
    const over = new AbortController()
    const signal = AbortSignal.any([ending.signal, over.signal])
    await Promise.race([policy.wait(delayMs, signal).catch(() => {}), backOnline(signal)])
    over.abort()
  }

  async function endsSignedOut(): Promise<boolean> {
    try {
      const { ticket } = await client.call('socket.ticket', {}, { signal: ending.signal })
      // Null in the answer of a repeated request, whose secret is not shown again: the next request gets another ticket.
      if (ticket === null || ending.signal.aborted) return false
      const socket = connect(`${origin.replace(/^http/, 'ws')}/ws?ticket=${ticket}`)
      current = socket
      return (await liveThrough(socket, { opened, heard, silenceMs })) === closeCodes.signedOut
    } catch (failure) {
      return failure instanceof TandemError && (failure.code === 'unauthorized' || failure.code === 'invalid_token')
    } finally {
      current = undefined
    }
  }

  function opened(): void {
    become('open')
    for (const [boardId, following] of boards) {
      following.asked = 0
      resume(boardId, following)
    }
  }

  function resume(boardId: string, following: Following): void {
    ask(boardId, following)
    if (following.cardId !== undefined) say({ type: 'presence', boardId, cardId: following.cardId })
  }

  function heard(frame: ServerFrame): void {
    failures = 0
    if (ending.signal.aborted || frame.type === 'pong') return
    if (!isWanted(frame)) return
    const handler = options.on[frame.type] as ((frame: ServerFrame) => void) | undefined
    handler?.(frame)
  }

  /** Stores the last seq of each board. */
  function isWanted(frame: ServerFrame): boolean {
    const boardId = 'boardId' in frame ? frame.boardId : undefined
    const following = boardId === undefined ? undefined : boards.get(boardId)
    if (boardId === undefined || !following) return boardId === undefined || frame.type === 'error'
    if (frame.type === 'subscribed') {
      following.asked -= 1
      if (following.asked === 0) following.seq ??= frame.seq
    }
    if (frame.type === 'event') {
      if (following.asked > 0 || frame.seq <= (following.seq ?? 0)) return false
      following.seq = frame.seq
    }
    return frame.type !== 'error' || isFinal(boardId, following, frame.error.code)
  }

  /** Whether an error ends a subscription; after other errors it is requested again. */
  function isFinal(boardId: string, following: Following, code: string): boolean {
    if (!passing.has(code)) return boards.delete(boardId)
    following.asked = Math.max(0, following.asked - 1)
    const socket = current
    const askAgain = () => {
      if (boards.get(boardId) === following && current === socket) resume(boardId, following)
    }
    void policy.wait(policy.random() * longestPauseMs, ending.signal).then(askAgain, () => {})
    return false
  }
}
