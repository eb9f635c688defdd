import { type ClientFrame, clientFrame, refusal, TandemError } from '@tandem/contract'
import type { Logger } from 'pino'
import { isUuid } from '../../kernel/common/ids.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { RateLimiter } from '../../kernel/limits/rate-limit.ts'
import { errorFrame } from '../../live/error-frame.ts'
import type { Subscriptions } from '../../live/live.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Connection } from './connection.ts'

/** Answers the frames of a client one after the other. Specification: service §6, decisions §5. */
export type Conversation = { hear(data: Buffer, isBinary: boolean): void }

/** Frames that wait for those before them. */
const mostWaiting = 512
/** Refusals that leave a subscription as it was; any other ends it, and the client is told so. */
const passing = new Set(['rate_limited', 'unavailable', 'internal'])
const utf8 = new TextDecoder('utf-8', { fatal: true })

type Deps = { limiter: RateLimiter; log: Logger; connection: Connection; subscriptions: Subscriptions; metrics: Metrics }
type Acts = { [T in ClientFrame['type']]: (deps: Deps, frame: Extract<ClientFrame, { type: T }>) => void | Promise<void> }

const acts: Acts = {
  subscribe: ({ subscriptions }, { boardId, since }) => subscriptions.subscribe(boardId, since),
  unsubscribe: ({ subscriptions }, { boardId }) => subscriptions.unsubscribe(boardId),
  presence: ({ subscriptions }, { boardId, cardId }) => subscriptions.present(boardId, cardId),
  ping: ({ connection }) => connection.send({ type: 'pong' }),
}

export function createConversation(deps: Deps): Conversation {
  const { connection, limiter, log, metrics } = deps
  let waiting = 0
  let last: Promise<void> = Promise.resolve()

  return {
    hear(data, isBinary) {
      waiting += 1
      if (waiting > mostWaiting) return connection.close('flooding')
      last = last
        .then(() => answer(data, isBinary))
        .finally(() => {
          waiting -= 1
        })
    },
  }

  async function answer(data: Buffer, isBinary: boolean): Promise<void> {
    let value: unknown
    try {
      value = parsed(data, isBinary)
      await takeOne(limiter, connection.principal)
      const frame = understood(value)
      metrics.socketFramesHeard(frame.type).add()
      await act(frame)
    } catch (error) {
      const refusal = refusalOf(error)
      metrics.socketRefusals(refusal.code).add()
      const boardId = refusedBoard(value, refusal.code)
      if (boardId && !passing.has(refusal.code)) deps.subscriptions.unsubscribe(boardId)
      connection.send(errorFrame(refusal, boardId))
    }
  }

  function act<T extends ClientFrame['type']>(frame: Extract<ClientFrame, { type: T }>): void | Promise<void> {
    return acts[frame.type](deps, frame)
  }

  function refusalOf(error: unknown): TandemError {
    if (error instanceof TandemError) return error
    log.error({ err: error }, 'a frame could not be answered')
    return refusal('frameFailed')
  }
}

/** Takes from the bucket that the requests of the same credential share. */
async function takeOne(limiter: RateLimiter, { credential, actorId }: Principal): Promise<void> {
  const verdict = await (credential.method === 'token' ? limiter.take('token', credential.id) : limiter.take('session', actorId))
  if (verdict?.allowed !== false) return
  throw refusal('tooManyFrames', { seconds: verdict.retryAfterSeconds })
}

function parsed(data: Buffer, isBinary: boolean): unknown {
  if (isBinary) throw refusal('frameBinary')
  try {
    return JSON.parse(utf8.decode(data))
  } catch {
    throw refusal('frameNoJson')
  }
}

function understood(value: unknown): ClientFrame {
  const frame = clientFrame.safeParse(value)
  if (frame.success) return frame.data
  const [issue] = frame.error.issues
  const where = issue?.path.join('.') || 'type'
  throw refusal('frameUnfit', { where, problem: issue?.message ?? 'is not valid' })
}

/** The subscription that an error refuses, also when the rest of the frame makes no sense; any frame may find that the caller cannot read the board. */
function refusedBoard(value: unknown, code: string): string | undefined {
  const { type, boardId } = (value ?? {}) as { type?: unknown; boardId?: unknown }
  const isAboutBoard = type === 'subscribe' || code === 'not_found' || code === 'forbidden'
  return isAboutBoard && typeof boardId === 'string' && isUuid(boardId) ? boardId.toLowerCase() : undefined
}
