import { type Activity, type Actor, selectorsOf, TandemError } from '@tandem/contract'
import type { Context } from '../connection.ts'
import { Complaint } from '../failures.ts'
import { plural } from '../terminal/terminal.ts'
import { boardsToFollow } from './followed.ts'
import { forward } from './forward.ts'
import { createForwardQueue } from './forward-queue.ts'
import { forwardedLine } from './line.ts'
import { keptSecret, openCursor, stateFolder } from './state.ts'

export type ListenOptions = {
  forward: URL
  selectors: readonly string[]
  boardIds: readonly string[] | undefined
  /** Stored in the folder if absent. */
  secret: string | undefined
  folder: string | undefined
}

const pollEveryMs = 15_000
const passing = new Set<string>(['unavailable', 'rate_limited', 'internal'])

/**
 * Forwards events of one actor until `stop`. Each is forwarded at least once and, of one board, in the order of its log. Throws Complaint,
 * and TandemError for refusals of the service.
 */
export async function listen({ client, url, terminal }: Context, options: ListenOptions, stop: AbortSignal): Promise<void> {
  const me = await client.call('me.get')
  const folder = options.folder ?? stateFolder({ url, actorId: me.id, forward: options.forward.href })
  const secret = options.secret ?? (await keptSecret(folder))
  const cursor = await openCursor(folder)
  const ending = new AbortController()
  const over = AbortSignal.any([stop, ending.signal])
  /** The last seq of each followed board. */
  const heard = new Map<string, number>()
  /** Boards that are not followed until the queue has room. */
  const resting = new Set<string>()

  const queue = createForwardQueue({
    cursor,
    selects: selectionOf(me, options.selectors),
    onFailure: fail,
    onRoom() {
      for (const boardId of resting) live.subscribe(boardId, heard.get(boardId))
      resting.clear()
    },
    async deliver({ activity, seq }) {
      const forwarded = await forward(activity, {
        to: options.forward,
        secret,
        stop: over,
        onFailed: (why, delayMs) => terminal.note(`${activity.verb} ${activity.id}: the receiver ${why}; retrying in ${delayMs} ms`),
      })
      if (forwarded) forwardedLine(terminal, { activity, seq, ...forwarded })
      return forwarded !== null
    },
  })
  const live = client.listen({
    on: {
      event(event) {
        if (queue.take(event)) heard.set(event.boardId, event.seq)
        else rest(event.boardId)
      },
      notification: ({ notification }) => {
        if (!heard.has(notification.boardId)) pollAgain()
      },
      error: ({ error, boardId }) => {
        if (boardId !== undefined) lose(boardId, error)
      },
    },
    onState(state) {
      if (state === 'waiting') terminal.note('The connection was lost; reconnecting.')
      if (state === 'signedOut') fail(new Complaint('not allowed', 'The token is no longer valid. Set TANDEM_TOKEN to a valid one.'))
    },
  })

  let polling = poll()
  const everySoOften = setInterval(pollAgain, pollEveryMs)
  try {
    await polling
    terminal.note(
      `${me.name} listens to ${plural(heard.size, 'board')} for ${options.selectors.join(', ')}. State${options.secret ? '' : ' and secret'}: ${folder}`,
    )
    await aborted(over)
    ending.signal.throwIfAborted()
  } finally {
    clearInterval(everySoOften)
    ending.abort()
    live.close()
    await Promise.allSettled([queue.ended(), polling])
    // Before the first poll there is no position to resume from.
    if (cursor.lookedAt !== null) await cursor.save()
  }

  function fail(error: unknown): void {
    ending.abort(error)
  }

  function pollAgain(): void {
    polling = polling.then(poll).catch((error: unknown) => {
      // An outage is temporary; other failures are not.
      if (!(error instanceof TandemError && passing.has(error.code))) fail(error)
    })
  }

  async function poll(): Promise<void> {
    if (over.aborted) return
    const lookedAt = new Date().toISOString()
    const found = await boardsToFollow(client, cursor, { boardIds: options.boardIds, followed: heard })
    for (const { boardId, from } of found) cursor.boards[boardId] ??= from
    cursor.lookedAt = lookedAt
    // Saved before the first event of any board, because a restart needs the position of each.
    await cursor.save()
    for (const { boardId, from } of found) {
      heard.set(boardId, from)
      live.subscribe(boardId, from)
    }
  }

  function rest(boardId: string): void {
    resting.add(boardId)
    live.unsubscribe(boardId)
  }

  function lose(boardId: string, { code, message }: { code: string; message: string }): void {
    // A position beyond the log: another service, or one restored from a backup.
    if (code === 'validation') {
      return fail(new Complaint('refused or failed', `${message} Remove ${folder}/cursor.json to forward only new events.`))
    }
    terminal.note(`The board ${boardId} is no longer followed: ${message}`)
    heard.delete(boardId)
    resting.delete(boardId)
  }
}

/** Session events only of the actor's own sessions, as with a webhook of an actor. */
function selectionOf(me: Pick<Actor, 'id'>, selectors: readonly string[]): (activity: Activity) => boolean {
  return ({ verb, payload }) => {
    const isOthers = verb.startsWith('agent_session.') && payload.agentActorId !== me.id
    return !isOthers && selectorsOf(verb).some((selector) => selectors.includes(selector))
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
