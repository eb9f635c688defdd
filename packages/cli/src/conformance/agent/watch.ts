import { setTimeout as wait } from 'node:timers/promises'
import { isStateConflict, type Session } from '@tandem/contract'
import { plural } from '../../terminal/terminal.ts'
import { Mistake } from '../mistake.ts'
import type { Stage } from './stage.ts'

const pollEveryMs = 500
const endStates: ReadonlySet<Session['state']> = new Set(['done', 'error'])

export const hasEnded = ({ state }: Session): boolean => endStates.has(state)
export const pause = (stage: Stage): Promise<void> => wait(stage.delayMs, undefined, { signal: stage.stop })
export const read = ({ client, stop }: Stage, sessionId: string) => client.call('session.get', { sessionId }, { signal: stop })

/** Polls `look` until it returns a value; null after the timeout. */
export async function found<T>(stage: Stage, look: () => Promise<T | null>, withinMs = stage.timeoutMs): Promise<T | null> {
  const endMs = performance.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen !== null || performance.now() >= endMs) return seen
    await wait(pollEveryMs, undefined, { signal: stage.stop })
  }
}

type Awaited = { what: string; fits: (session: Session) => boolean; withinMs?: number }

/** Waits until a session is in the expected state. Throws Mistake after the timeout, or if it ends otherwise. */
export async function becomes(stage: Stage, sessionId: string, { what, fits, withinMs = stage.timeoutMs }: Awaited): Promise<Session> {
  const look = async () => {
    const session = await read(stage, sessionId)
    return fits(session) || hasEnded(session) ? session : null
  }
  const session = (await found(stage, look, withinMs)) ?? (await read(stage, sessionId))
  if (fits(session)) return session
  throw new Mistake(`${what} within ${plural(withinMs / 1000, 'second')}`, seenOf(session))
}

/** Waits until a session is completed. Throws Mistake if it is not, or if its summary lacks the word. */
export async function completes(stage: Stage, sessionId: string, word?: string): Promise<Session> {
  const session = await becomes(stage, sessionId, { what: 'the session is completed', fits: ({ state }) => state === 'done' })
  if (word !== undefined && !session.summary?.includes(word)) throw new Mistake(`a summary with the word ${word}`, seenOf(session))
  return session
}

/**
 * Does an act to which the agent has to react. Throws Mistake if the service refuses it because of the state that the session has reached.
 */
export async function unlessOver<T>(stage: Stage, sessionId: string, { what, act }: { what: string; act: () => Promise<T> }): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isStateConflict(error)) throw error
    throw new Mistake(what, seenOf(await read(stage, sessionId)))
  }
}

export function seenOf({ state, summary, failureReason, question }: Session): string {
  if (state === 'done') return `the session is completed: “${summary ?? ''}”`
  if (state === 'error') return `the session has failed: “${failureReason ?? ''}”`
  return question ? `the session waits for an answer to “${question.question}”` : `the session is ${state}`
}
