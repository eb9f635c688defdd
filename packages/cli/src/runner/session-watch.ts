import type { Client } from '@tandem/client'
import { type Session, type SessionEvent, TandemError } from '@tandem/contract'

/** What the service says of a session at work. */
export type Seen = { state: Session['state'] | 'gone'; isAskedToStop: boolean; since: string }

/** We are no longer on the board, it is gone, or the token has ended: the command has nothing to do there any more. */
const shut: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'unauthorized', 'invalid_token'])
const pageSize = 200

/** Whether a person wanted it to end before it was begun. Throws what the service refuses. */
export async function wasAskedToStop(client: Client, sessionId: string): Promise<boolean> {
  for await (const { events } of client.pages('session.events', { sessionId, limit: pageSize })) if (events.some(isStop)) return true
  return false
}

const isStop = ({ body }: SessionEvent): boolean => body.type === 'stop_requested'

/** Whether another process has claimed it since, or may. */
export const isOfAnother = ({ lease }: Session, generation: number | null | undefined): boolean =>
  generation != null && lease?.generation !== generation

type From = { since: string; generation?: number | null | undefined }

/** Reads what is new in its trail, and its state. Throws while the service cannot be reached. */
export async function readSession(client: Client, sessionId: string, { since, generation }: From): Promise<Seen> {
  try {
    const { events } = await client.call('session.events', { sessionId, since, limit: pageSize })
    const session = await client.call('session.get', { sessionId })
    const isAskedToStop = session.stopRequestedAt !== null || events.some(isStop)
    const state = isOfAnother(session, generation) ? 'gone' : session.state
    return { state, isAskedToStop, since: events.at(-1)?.id ?? since }
  } catch (error) {
    if (error instanceof TandemError && shut.has(error.code)) return { state: 'gone', isAskedToStop: false, since }
    throw error
  }
}
