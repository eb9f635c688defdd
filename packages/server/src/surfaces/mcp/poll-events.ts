import type { SessionEvent } from '@tandem/contract'
import type { Principal } from '../../kernel/principal.ts'
import type { Live } from '../../live/live.ts'
import type { Visit } from './visit.ts'

/** Below the minute after which clients give a call up. */
const longestWaitSeconds = 25
const progressEveryMs = 5_000

type Events = { events: SessionEvent[] }

/** The events after `since`; with `waitSeconds`, waits on the live feed until there is one. Specification: service §4 and §6. */
export async function pollEvents(visit: Visit, input: Record<string, unknown>, waitSeconds: unknown): Promise<Events> {
  const read = () => visit.ask('session.events', input as { sessionId: string })
  const seconds = Math.min(Math.max(Number(waitSeconds ?? 0), 0), longestWaitSeconds)
  const first = await read()
  if (seconds === 0 || first.events.length > 0) return first
  const { boardId } = await visit.ask('session.get', { sessionId: String(input.sessionId) })
  const wait = await startWait(visit, boardId, String(input.sessionId), seconds)
  try {
    for (;;) {
      // Read behind the subscription: what came in between is not missed.
      const found = await read()
      if (found.events.length > 0 || !(await wait.forNews())) return found
    }
  } finally {
    wait.end()
  }
}

/** `forNews` resolves true when something happened in the session, false when the time is over or nobody waits any more. */
async function startWait({ deps, principal, signal, progress }: Visit, boardId: string, sessionId: string, seconds: number) {
  const { clock } = deps
  const startedMs = clock.now()
  let news = false
  let over = false
  let wake = () => {}
  const finish = () => {
    over = true
    wake()
  }
  const listener = ears(principal, {
    onActivity(ofSession) {
      if (ofSession !== sessionId) return
      news = true
      wake()
    },
    onEnd: finish,
  })
  const seat = await deps.live.join(listener)
  const callOff = clock.after(seconds * 1_000, finish)
  let callOffTelling = clock.after(progressEveryMs, tell)
  signal.addEventListener('abort', finish, { once: true })
  if (signal.aborted) finish()
  const end = () => {
    callOff()
    callOffTelling()
    signal.removeEventListener('abort', finish)
    seat.leave()
  }
  function tell(): void {
    void progress(Math.round((clock.now() - startedMs) / 1_000), seconds)
    callOffTelling = clock.after(progressEveryMs, tell)
  }
  try {
    await seat.subscribe(boardId, undefined)
  } catch (error) {
    end()
    throw error
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

type Ears = { onActivity(sessionId: unknown): void; onEnd(): void }

function ears(principal: Principal, { onActivity, onEnd }: Ears): Parameters<Live['join']>[0] {
  return {
    principal,
    hear: (activities) => {
      for (const { payload } of activities) onActivity(payload.sessionId)
    },
    // The board is lost to the caller: what is read next says so.
    send: (frame) => {
      if (frame.type === 'error') onEnd()
    },
    write: () => {},
    drained: async () => true,
    signOut: onEnd,
  }
}
