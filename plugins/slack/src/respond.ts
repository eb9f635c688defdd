import type { Context } from '@tandem/plugin-kit'
import { RetryLater, retryAfterMs } from '@tandem/plugin-kit'
import type { Block } from './slack.ts'

/**
 * Sends a message only to the person who asked, to the response URL of their request.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export type Respond = (responseUrl: string, text: string, context: Context, blocks?: Block[]) => Promise<void>

const longestAnswerMs = 10_000

export function createRespond(apiUrl: string): Respond {
  const apiOrigin = new URL(apiUrl).origin

  /** It came signed; still nothing is sent anywhere but to Slack. */
  function isSlack(responseUrl: string): boolean {
    if (!URL.canParse(responseUrl)) return false
    const { origin, protocol, hostname } = new URL(responseUrl)
    return origin === apiOrigin || (protocol === 'https:' && (hostname === 'slack.com' || hostname.endsWith('.slack.com')))
  }

  return async (responseUrl, text, { log }, blocks) => {
    if (!isSlack(responseUrl)) return log.warn('a response URL does not belong to Slack; nothing was sent to it')
    const answer = await send(responseUrl, { response_type: 'ephemeral', replace_original: false, text, ...(blocks && { blocks }) })
    await answer.body?.cancel()
    if (answer.status === 429 || answer.status >= 500)
      throw new RetryLater(`Slack answered ${answer.status}.`, { delayMs: retryAfterMs(answer.headers.get('retry-after'), Date.now()) })
    // Used up, or older than half an hour: the person does not wait any more.
    if (!answer.ok) log.info({ status: answer.status }, 'an answer came too late to be shown')
  }
}

async function send(url: string, body: object): Promise<Response> {
  try {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const signal = AbortSignal.timeout(longestAnswerMs)
    return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), redirect: 'error', signal })
  } catch (cause) {
    throw new RetryLater('Slack could not be reached.', { cause })
  }
}
