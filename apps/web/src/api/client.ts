import { createClient } from '@tandem/client'
import { catalogue } from '@tandem/contract'
import { firstCards } from './first-cards.ts'

const answers = new Map<string, Promise<Response>>()
const longestWaitMs = 30_000

/**
 * The client for the service that this page came from; the browser sends the cookie. Three attempts only, because a person waits for the
 * result.
 */
export const api = createClient({
  url: location.origin,
  retry: { attempts: 3, longestRetryAfterMs: 5_000 },
  fetch: (input, init) => (init?.method === 'GET' ? takeAnswer(String(input)) : undefined) ?? fetch(input, init),
})

/**
 * Requests a board while the code that reads the answer is still fetched: the next read of that board gets this answer. Returns a function
 * that drops it.
 */
export function requestEarly(boardId: string): () => void {
  const path = catalogue['board.tree'].rest.replace('GET ', '').replace(':boardId', encodeURIComponent(boardId))
  const url = `${location.origin}${path}?firstCards=${firstCards()}`
  const answer = fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(longestWaitMs) })
  // The read that takes it reports a failure.
  answer.catch(() => {})
  answers.set(url, answer)
  return () => void answers.delete(url)
}

function takeAnswer(url: string): Promise<Response> | undefined {
  const answer = answers.get(url)
  answers.delete(url)
  return answer
}
