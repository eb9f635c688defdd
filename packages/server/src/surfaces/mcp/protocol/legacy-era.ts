import { legacyStatelessFallback, type McpServerFactory } from '@modelcontextprotocol/server'
import type { Message } from './message.ts'

/**
 * Answers a message of the older era. As JSON, which spares the client a stream, when there is only the answer; as a stream when
 * notifications come before it, and at once when the client wants progress notifications, so that it sees that the call is under way.
 */
export async function answerOlder(
  create: McpServerFactory,
  webRequest: Request,
  { message, onerror }: { message: Message; onerror: (error: Error) => void },
): Promise<Response> {
  const response = await legacyStatelessFallback(create, onerror)(webRequest, { parsedBody: message })
  const { progressToken } = (message.params?._meta ?? {}) as { progressToken?: unknown }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  return response.body && isStream && progressToken === undefined ? asJson(response, response.body) : response
}

async function asJson({ status, headers }: Response, body: ReadableStream<Uint8Array>): Promise<Response> {
  const reader = body.getReader()
  const { value } = await reader.read()
  const answer = value && answerIn(new TextDecoder().decode(value))
  if (answer === undefined) return new Response(goOn(value, reader), { status, headers })
  await reader.cancel()
  return new Response(answer, { status, headers: { 'content-type': 'application/json' } })
}

/** The message in the event, if it answers the request. Events are written whole. */
function answerIn(event: string): string | undefined {
  const data = /^(?:(?:event|id): .*\n)*data: (.*)\n\n$/.exec(event)?.[1]
  return data !== undefined && !('method' in JSON.parse(data)) ? data : undefined
}

function goOn(first: Uint8Array | undefined, reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (stream) => (first ? stream.enqueue(first) : stream.close()),
    async pull(stream) {
      const { value, done } = await reader.read()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
