import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@tandem/client'
import { type Session, TandemError } from '@tandem/contract'

type Waiting = {
  client: Client
  sessionId: string
  leaving: AbortSignal
  nudged: (sessionId: string) => boolean
  note: (text: string) => void
}

const lookEveryMs = 200
const askEveryMs = 10_000
const passing: ReadonlySet<string> = new Set(['unavailable', 'rate_limited', 'internal'])

/**
 * The session once its question is answered: the claim of a session that has used up its budget asks a person before any work begins. While
 * a question is open, no lease runs. Null if the runner has to stop first. Throws refusals of the service; waits during an outage.
 */
export async function untilAnswered({ client, sessionId, leaving, nudged, note }: Waiting): Promise<Session | null> {
  let isTold = false
  while (!leaving.aborted) {
    const session = await read()
    if (session && session.state !== 'awaiting_input') return session
    if (session && !isTold) note(`${session.cardKey}: its budget is used up. A person is asked, and it starts when they have answered.`)
    isTold ||= session !== null
    await pause()
  }
  return null

  async function read(): Promise<Session | null> {
    try {
      return await client.call('session.get', { sessionId })
    } catch (error) {
      if (!(error instanceof TandemError && passing.has(error.code))) throw error
      note(`${error.message} Retrying.`)
      return null
    }
  }

  async function pause(): Promise<void> {
    const untilMs = performance.now() + askEveryMs
    while (performance.now() < untilMs && !leaving.aborted && !nudged(sessionId)) await wait(lookEveryMs)
  }
}

/** A person has answered that the work is to finish: the session is only ended. */
export const hasToFinish = ({ budgetExceededAt }: Session): boolean => budgetExceededAt !== null
