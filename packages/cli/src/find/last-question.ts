import type { Client } from '@tandem/client'
import type { SessionEvent } from '@tandem/contract'

const pageSize = 200

type Where = {
  sessionId: string
  /** The event after which the trail is read; by default its beginning. */
  since?: string | undefined
  fits?: (body: SessionEvent['body']) => boolean
}

/** The id of the last question in the trail of a session, open or not. */
export async function lastQuestion(client: Client, { sessionId, since, fits = () => true }: Where): Promise<string | undefined> {
  let last: string | undefined
  for await (const { events } of client.pages('session.events', { sessionId, since, limit: pageSize }))
    last = events.findLast(({ kind, body }) => kind === 'question' && fits(body))?.id ?? last
  return last
}
