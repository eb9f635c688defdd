import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refusal, type TandemError } from '@tandem/contract'
import { closeAfterReading } from './closing.ts'

/** Requests that node:http refuses before the framework sees them get the error envelope too. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return
  if (sentNothing(error, socket)) return closeAfterReading(socket)
  socket.write(envelopeOnWire(meanings[error.code ?? ''] ?? broken))
  closeAfterReading(socket)
}

/**
 * A browser opens connections ahead of its requests. An error on such a connection would be taken for the answer to a request that is
 * sent at the same moment; a connection that closes without a word makes the browser send it again.
 */
function sentNothing({ code }: NodeJS.ErrnoException, { bytesRead }: Socket): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && bytesRead === 0
}

/** A refusal as the whole answer on a connection that is closed after it. */
export function envelopeOnWire(refusal: TandemError): string {
  const body = JSON.stringify(refusal.envelope())
  const head = [
    `HTTP/1.1 ${refusal.status} ${refusal.code}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
    ...(refusal.retryAfterSeconds === undefined ? [] : [`retry-after: ${refusal.retryAfterSeconds}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** `Expect: 100-continue` is answered by node:http; of anything else it knows only an empty 417. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const unknown = refusal('expectUnknown')
    response.writeHead(unknown.status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    response.end(JSON.stringify(unknown.envelope()))
  })
}

const broken = refusal('requestBroken')
const meanings: Record<string, TandemError> = {
  HPE_HEADER_OVERFLOW: refusal('headersTooLarge'),
  ERR_HTTP_REQUEST_TIMEOUT: refusal('requestTimedOut'),
}
