import { type SessionEvent, TandemError } from '@tandem/contract'
import type { Principal } from '../../../kernel/identity/principal.ts'
import { bodyOf } from '../../../kernel/reply.ts'
import type { Live } from '../../../live/live.ts'
import type { RequestContext } from '../request-context.ts'

/** Below the minute after which clients give a call up. */
const longestWaitSeconds = 25
const progressEveryMs = 5_000
/** For callers that may read sessions but not the log of their board, which would wake them. */
const pollEveryMs = 2_000

export type Polled = {
  events: SessionEvent[]
  /** The cursor of the next page, if there are more events. */
  next?: Record<string, string> | null | undefined
  /** The session has ended: no more events will come. */
  isOver?: true
}

/**
 * The events after `since`; with `waitSeconds`, waits on the live feed until there is one, as long as the session lives.
 * Specification: service §4 and §6.
 */
export async function pollEvents(context: RequestContext, input: Record<string, unknown>, waitSeconds: unknown): Promise<Polled> {
  const read = async ({ execute }: RequestContext): Promise<Polled> => {
    const { reply } = await execute('session.events', input)
    return { ...(bodyOf(reply) as { events: SessionEvent[] }), next: reply.kind === 'page' ? reply.next : null }
  }
  const seconds = Math.min(Math.max(Number(waitSeconds ?? 0), 0), longestWaitSeconds)
  const first = await read(context)
  if (seconds === 0 || first.events.length > 0) return first
  const { boardId, endedAt } = await context.ask('session.get', { sessionId: String(input.sessionId) })
  // Read once more: it may have ended only just now, and its end is an event.
  if (endedAt !== null) return { ...(await read(context)), isOver: true }
  const wait = await startWait(context, boardId, String(input.sessionId), seconds)
  try {
    for (let now = context; ; now = await context.anew()) {
      // Read after subscribing, so that events in between are not missed.
      const found = await read(now)
      if (found.events.length > 0 || !(await wait.forNews())) return found
    }
  } finally {
    wait.end()
  }
}

/** `forNews` resolves true when something happened in the session, false when the time is over or the caller has left. */
async function startWait({ deps, principal, signal, progress }: RequestContext, boardId: string, sessionId: string, seconds: number) {
  const { clock, limiter } = deps
  const startedMs = clock.now()
  let news = false
  let over = false
  let wake = () => {}
  const finish = () => {
    over = true
    wake()
  }
  const listener = listenerFor(principal, {
    onActivity(ofSession) {
      if (ofSession !== sessionId) return
      news = true
      wake()
    },
    onEnd: finish,
  })
  const subscriptions = await deps.live.join(listener)
  const cancel = clock.after(seconds * 1_000, finish)
  let cancelProgress = clock.after(progressEveryMs, sendProgress)
  signal.addEventListener('abort', finish, { once: true })
  if (signal.aborted) finish()
  let cancelPoll = () => {}
  const end = () => {
    cancel()
    cancelProgress()
    cancelPoll()
    signal.removeEventListener('abort', finish)
    subscriptions.leave()
  }
  function sendProgress(): void {
    void progress(Math.round((clock.now() - startedMs) / 1_000), seconds)
    cancelProgress = clock.after(progressEveryMs, sendProgress)
  }
  /** Each poll counts as the request that it would be by itself; where none is left, the next one may be taken. */
  async function poll(): Promise<void> {
    pollLater()
    if ((await limiter.take('token', principal.credential.id))?.allowed === false) return
    news = true
    wake()
  }
  function pollLater(): void {
    cancelPoll = clock.after(pollEveryMs, () => void poll())
  }
  try {
    await subscriptions.subscribe(boardId, undefined)
  } catch (error) {
    if (error instanceof TandemError && error.code === 'forbidden') pollLater()
    else {
      end()
      throw error
    }
  }
  return {
    end,
    async forNews(): Promise<boolean> {
      if (!news && !over) await new Promise<void>((resolve) => (wake = resolve))
      const came = news
      news = false
      return came
    },
  }
}

type Handlers = { onActivity(sessionId: unknown): void; onEnd(): void }

function listenerFor(principal: Principal, { onActivity, onEnd }: Handlers): Parameters<Live['join']>[0] {
  return {
    principal,
    hear: (activities) => {
      for (const { payload } of activities) onActivity(payload.sessionId)
    },
    // The caller has lost the board: the next read throws the refusal.
    send: (frame) => {
      if (frame.type === 'error') onEnd()
    },
    write: () => {},
    drained: async () => true,
    signOut: onEnd,
  }
}
