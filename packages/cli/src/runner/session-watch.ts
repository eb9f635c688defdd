import type { Client } from '@tandem/client'
import { type Session, type SessionEvent, TandemError } from '@tandem/contract'

/** The state of a live session, as the service has it. */
export type Seen = { state: Session['state'] | 'gone'; isAskedToStop: boolean; since: string }

/** The agent has left the board, the session is gone, or the token has ended: the command has nothing more to do. */
const shut: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'unauthorized', 'invalid_token'])
const pageSize = 200

/** Whether a person has asked it to stop before it was begun. Throws refusals of the service. */
export async function wasAskedToStop(client: Client, sessionId: string): Promise<boolean> {
  for await (const { events } of client.pages('session.events', { sessionId, limit: pageSize })) if (events.some(isStop)) return true
  return false
}

const isStop = ({ body }: SessionEvent): boolean => body.type === 'stop_requested'

/** Whether another process has claimed it since, or may have. */
export const isOfAnother = ({ lease }: Session, generation: number | null | undefined): boolean =>
  generation != null && lease?.generation !== generation

type From = { since: string; generation?: number | null | undefined }

/** Reads its new events and its state. Throws while the service cannot be reached. */
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
