import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request may be on its way on a connection that looks idle: so long it is still read. Every answer meanwhile ends its connection. */
const idleGraceMs = 1_000
const checkEveryMs = 100
/** Longer than any statement may take (db/database.ts), and short enough to leave the rest of the shutdown its part of 10 s. */
const longestMs = 5_500

/**
 * Makes `app.close()` answer every request while the service drains: no new connection is accepted, every request on an open one is
 * answered, and a connection that never sends a whole request does not delay the end. Specification: decisions §6, reliability Q4.
 */
export function closeGently(app: FastifyInstance, draining: () => boolean): void {
  const { server } = app
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // node:http closes idle connections at once when it stops listening, and with them the requests that are on their way there.
  const closeIdle = server.closeIdleConnections.bind(server)
  const closeUnused = () => {
    closeIdle()
    // node:http takes a connection on which nothing has come yet for a busy one. Browsers open such connections ahead.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  server.closeIdleConnections = () => {
    if (!draining()) closeUnused()
  }
  app.addHook('preClose', async () => {
    if (!draining()) return
    const sinceMs = performance.now()
    const checking = setInterval(() => {
      const drainedMs = performance.now() - sinceMs
      if (drainedMs < idleGraceMs) return
      // A busy process may get here before it has read requests that arrived within the grace. It reads them before an immediate runs.
      setImmediate(() => {
        closeUnused()
        if (drainedMs > longestMs) for (const socket of open) socket.destroy()
      })
    }, checkEveryMs)
    server.once('close', () => clearInterval(checking))
  })
}
