import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const checkEveryMs = 1_000
/** Checks in a row without a byte, after which the connection is cut. */
const mostSilentChecks = 3
const mostChecks = 30
/** The most octets of a refused request that are read and dropped. */
const mostBytes = 256 * 1_048_576

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const closing = new WeakSet<Socket>()

/**
 * Closes connections so that clients can read the answer. A refused client may still be sending: a connection that is closed with
 * unread bytes is reset, and the client's system throws away an answer that it has received already. So what still comes is read and
 * forgotten first, for a bounded time (RFC 9112 §9.6). node:http ends every connection that it will not use again by `destroySoon`.
 */
export function closeConnectionsReadably(app: FastifyInstance): void {
  const requests = new WeakMap<Socket, IncomingMessage>()
  app.server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => {
      const request = requests.get(socket)
      if (!request || request.complete || socket.destroyed) return destroySoon()
      request.unpipe()
      request.resume()
      request.once('end', destroySoon)
      closeAfterReading(socket)
    }
  })
  app.addHook('onRequest', (request, _reply, done) => {
    requests.set(request.raw.socket, request.raw)
    done()
  })
  // The rest of a body would be read as the next request, or keep the connection busy for nothing.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (hasBody(request) && !request.raw.complete) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Ends what we send, and closes the connection when the client has done so too, stays silent or sends too much. */
export function closeAfterReading(socket: Socket): void {
  if (closing.has(socket) || socket.destroyed) return
  closing.add(socket)
  socket.end(() => {
    const before = socket.bytesRead
    let [seen, silentChecks, checks] = [before, 0, 0]
    const checking = setInterval(() => {
      silentChecks = socket.bytesRead === seen ? silentChecks + 1 : 0
      seen = socket.bytesRead
      checks += 1
      if (silentChecks >= mostSilentChecks || checks >= mostChecks || seen - before > mostBytes) socket.destroy()
    }, checkEveryMs).unref()
    socket.once('close', () => clearInterval(checking))
  })
}
