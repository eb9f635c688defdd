import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The most octets of a refused request that are read and dropped, and how long that may take. */
const mostDroppedBytes = 128 * 1_048_576
const longestDropMs = 30_000

const hasMoreToSend = ({ headers, raw }: FastifyRequest): boolean =>
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) && !raw.complete

/**
 * Closes connections so that clients can read a refusal. A connection that is closed with unread bytes is reset, and the client's system
 * throws away the answer. So the rest of a body is read and forgotten first (RFC 9112 §9.6). node:http ends every connection that it will
 * not use again by `destroySoon`. The service has the same rule; the kit cannot import it.
 */
export function closeConnectionsReadably(app: FastifyInstance): void {
  const requests = new WeakMap<Socket, IncomingMessage>()
  app.server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => {
      const request = requests.get(socket)
      if (!request || request.complete || socket.destroyed) return destroySoon()
      dropTheRest(request, socket)
      request.once('end', destroySoon)
      socket.end()
    }
  })
  app.addHook('onRequest', (request, _reply, done) => {
    requests.set(request.raw.socket, request.raw)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (hasMoreToSend(request)) reply.header('connection', 'close')
    done(null, payload)
  })
}

function dropTheRest(request: IncomingMessage, socket: Socket): void {
  const before = socket.bytesRead
  const timer = setTimeout(() => socket.destroy(), longestDropMs).unref()
  socket.once('close', () => clearTimeout(timer))
  request.unpipe()
  request.on('data', () => {
    if (socket.bytesRead - before > mostDroppedBytes) socket.destroy()
  })
  request.resume()
}
