import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Question = { method: string; path: string; headers?: Record<string, string>; body?: unknown }

/** A complete answer. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any shape.
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; body: any }
/**
 * No answer: the connection was refused or broke, or nothing came within the limit. `wasOpen`: another request was answered on it before.
 */
export type Miss = { miss: 'refused' | 'broken' | 'hung'; why: string; wasOpen: boolean }
export type Outcome = Answer | Miss

/** The service answers within 10 s (reliability F09). A busy machine slows the service and this client, so the limit is higher. */
const longestAnswerMs = 40_000

/** One connection at a time, kept alive, as client libraries do. */
export const connection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 })

/** The service closes connections after 10 s without a request. The client closes them earlier: a request at that moment gets no answer. */
const longestIdleMs = 5_000
const lastSentMs = new WeakMap<Agent, number>()

function endIdle(agent: Agent): void {
  const nowMs = performance.now()
  if (nowMs - (lastSentMs.get(agent) ?? nowMs) > longestIdleMs)
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
  lastSentMs.set(agent, nowMs)
}

/** Sends one request. Never throws: the outcome says what went wrong. */
export function ask(url: string, question: Question, agent?: Agent): Promise<Outcome> {
  if (agent) endIdle(agent)
  return new Promise((resolve) => {
    const text = question.body === undefined ? undefined : JSON.stringify(question.body)
    const headers = {
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` }),
      ...question.headers,
    }
    const sent = request(url + question.path, { method: question.method, headers, agent: agent ?? false })
    const end = (outcome: Outcome) => {
      clearTimeout(limit)
      resolve(outcome)
    }
    const limit = setTimeout(() => {
      end({
        miss: 'hung',
        why: `no answer to ${question.method} ${question.path} within ${longestAnswerMs} ms`,
        wasOpen: sent.reusedSocket,
      })
      sent.destroy()
    }, longestAnswerMs)
    const miss = (error: NodeJS.ErrnoException) => {
      const refused = error.code === 'ECONNREFUSED'
      end({
        miss: refused ? 'refused' : 'broken',
        why: `${question.method} ${question.path}: ${error.code ?? error.message}`,
        wasOpen: sent.reusedSocket,
      })
    }
    sent.on('error', miss)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', miss)
      response.on('end', () => end(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString())))
    })
    sent.end(text)
  })
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const isJson = headers['content-type']?.includes('json') && text !== ''
  return { status, headers, text, body: isJson ? JSON.parse(text) : null }
}

export const isAnswer = (outcome: Outcome): outcome is Answer => 'status' in outcome
export const succeeded = (outcome: Outcome): outcome is Answer => isAnswer(outcome) && outcome.status >= 200 && outcome.status < 300

/** The error envelope of an overload or an absent database, with when to come back. */
export function isUnavailable(outcome: Outcome): boolean {
  return (
    isAnswer(outcome) &&
    outcome.status === 503 &&
    outcome.body?.error?.code === 'unavailable' &&
    Number(outcome.headers['retry-after']) >= 1
  )
}

export function describeOutcome(outcome: Outcome): string {
  return isAnswer(outcome) ? `${outcome.status} ${outcome.text.slice(0, 300)}` : `${outcome.miss}: ${outcome.why}`
}
