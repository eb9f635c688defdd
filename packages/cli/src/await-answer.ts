import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@tandem/client'
import { type Reason, type Session, type SessionEvent, TandemError } from '@tandem/contract'
import { Complaint } from './failures.ts'
import { stopText } from './work-report.ts'

/** In ms: below the rate limit of a token, even with several waiting agents on one. */
const pollEveryMs = 2_000
const pageSize = 200

export type Asked = { sessionId: string; questionEventId: string }
type Waiting = { stop: AbortSignal; note: (text: string) => void }

/**
 * Waits for the answer event of a question. Throws Complaint if the agent has to end before: a person asks it to stop, the session has
 * ended, or the question was settled without an answer. `stop` ends the waiting, not the question.
 */
export async function awaitAnswer(client: Client, asked: Asked, { stop, note }: Waiting): Promise<SessionEvent> {
  try {
    for (let isFirst = true; ; isFirst = false) {
      const session = await client.call('session.get', { sessionId: asked.sessionId }, { signal: stop })
      if (session.question?.eventId !== asked.questionEventId) return (await answerIn(client, asked, stop)) ?? settled(session)
      if (session.stopRequestedAt !== null) throw new Complaint('refused or failed', `${session.cardKey}: ${stopText}`)
      if (isFirst) note(`${session.cardKey} is waiting for an answer.`)
      await wait(pollEveryMs, undefined, { signal: stop })
    }
  } catch (error) {
    if (!stop.aborted) throw error
    throw new Complaint('refused or failed', 'Stopped waiting; the question stays open. Run tandem work wait to wait for its answer again.')
  }
}

/** Reads the trail, because `lastAnswer` of the session may be that of a later question, such as one about the budget. */
async function answerIn(client: Client, { sessionId, questionEventId }: Asked, signal: AbortSignal): Promise<SessionEvent | undefined> {
  try {
    for await (const { events } of client.pages('session.events', { sessionId, since: questionEventId, limit: pageSize }, { signal })) {
      const answer = events.find(({ kind, body }) => kind === 'answer' && body.questionEventId === questionEventId)
      if (answer) return answer
    }
  } catch (error) {
    // A dry run has no trail: the question that it asked does not exist.
    if (!(error instanceof TandemError && error.reason === ('eventElsewhere' satisfies Reason))) throw error
  }
  return undefined
}

function settled({ cardKey, state, endedAt }: Session): never {
  if (endedAt !== null) throw new Complaint('refused or failed', `${cardKey}: the session has ended (${state}); stop this work.`)
  throw new Complaint('not found', `${cardKey}: the question is no longer open and was not answered. The session is ${state}.`)
}
