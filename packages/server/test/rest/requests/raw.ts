import { connect } from 'node:net'
import type { Answer } from '../../kit/http.ts'

/** The answer over a bare socket. */
export type RawAnswer = Pick<Answer, 'status' | 'text' | 'body'> & { head: string }

/** Sends bytes as they stand and reads until the service closes the connection: `Connection: close` is added to the lines. */
export function exchange(url: string, lines: readonly string[], body: string | Buffer = ''): Promise<RawAnswer> {
  return exchangeBytes(
    url,
    Buffer.concat([Buffer.from(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]),
  )
}

export async function exchangeBytes(url: string, bytes: Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return answerIn(
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, ''),
  )
}

function answerIn(received: string): RawAnswer {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const text = dechunked(head, rest.join('\r\n\r\n'))
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  return { status, head: head.toLowerCase(), text, body: /content-type: application\/json/i.test(head) ? JSON.parse(text) : null }
}

/** Decodes a body of one chunk: the service sends its own bodies so. */
function dechunked(head: string, body: string): string {
  return /transfer-encoding: chunked/i.test(head) ? body.replace(/^[0-9a-f]+\r\n/i, '').replace(/\r\n0\r\n\r\n$/, '') : body
}
