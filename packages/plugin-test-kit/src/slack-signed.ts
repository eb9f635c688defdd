import { createHmac } from 'node:crypto'
import type { SlackRequest } from './slack-interactions.ts'

/** What differs from a request that Slack signs now; `body` is sent in place of the signed one. */
export type Signing = { secret?: string; atMs?: number; headers?: Record<string, string>; body?: string }

export const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5'
/** Slack waits three seconds for an answer. */
const patienceMs = 3_000

export async function send(
  url: string,
  request: SlackRequest,
  { secret = signingSecret, atMs = Date.now(), headers, body = request.body }: Signing = {},
) {
  const timestamp = String(Math.floor(atMs / 1000))
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${request.body}`).digest('hex')}`
  const signed = headers ?? { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature }
  const startedAt = performance.now()
  const answered = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': request.contentType, 'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)', ...signed },
    body,
    signal: AbortSignal.timeout(patienceMs),
  })
  return { status: answered.status, text: await answered.text(), ms: performance.now() - startedAt }
}
