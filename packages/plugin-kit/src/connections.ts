import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/**
 * Bounds what callers hold before a signature is checked: connections, and bytes of bodies. A connection that waits for its client is closed in favour
 * of a newcomer, the oldest first: refusing the newcomer instead would let silent callers shut out the provider. The service has the same
 * rule, with more in it (connections that are known, live sockets); the kit cannot import it.
 */
export type ReceiverLimits = {
  connections: number
  /** Not for this machine, where a proxy stands for many. */
  connectionsPerAddress: number
  /** The bytes of all bodies that are being received at once: four of the longest. */
  bodyBytes: number
}

export const standardLimits: ReceiverLimits = { connections: 256, connectionsPerAddress: 64, bodyBytes: 104_000_000 }

type Connection = { socket: Socket; address: string; request: IncomingMessage | null; bodyBytes: number; isAnswered: boolean }

/** Between two warnings in the log. */
const quietMs = 60_000

export function limitConnections(app: FastifyInstance, { limits, log }: { limits: ReceiverLimits; log: Logger }): void {
  // From the oldest to the newest.
  const open = new Map<Socket, Connection>()
  let bodyBytes = 0
  let warnedAtMs = -quietMs

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const here = isThisMachine(address) ? [] : [...open.values()].filter((one) => one.address === address)
    if (here.length >= limits.connectionsPerAddress && !closeOldest(here, isWaiting)) return refuse(socket)
    if (open.size >= limits.connections && !closeOldest(open.values(), isWaiting)) return refuse(socket)
    open.set(socket, { socket, address, request: null, bodyBytes: 0, isAnswered: true })
    socket.once('close', () => leave(socket))
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    const connection = open.get(request.raw.socket)
    if (connection) {
      Object.assign(connection, { request: request.raw, isAnswered: false })
      payload.on('data', (chunk: Buffer) => take(connection, chunk.length))
      reply.raw.once('close', () => answered(connection))
    }
    done(null, payload)
  })

  function take(connection: Connection, bytes: number): void {
    // Bytes after the answer are dropped, and take no memory.
    if (connection.isAnswered) return
    connection.bodyBytes += bytes
    bodyBytes += bytes
    while (bodyBytes > limits.bodyBytes && closeOldest(open.values(), isSending));
  }

  function answered(connection: Connection): void {
    bodyBytes -= connection.bodyBytes
    Object.assign(connection, { bodyBytes: 0, isAnswered: true })
  }

  /** False when each is in use. */
  function closeOldest(among: Iterable<Connection>, fits: (connection: Connection) => boolean): boolean {
    warn()
    for (const connection of among) {
      if (!fits(connection)) continue
      leave(connection.socket)
      connection.socket.destroy()
      return true
    }
    return false
  }

  function leave(socket: Socket): void {
    const connection = open.get(socket)
    if (connection && open.delete(socket)) answered(connection)
  }

  function refuse(socket: Socket): void {
    warn()
    socket.destroy()
  }

  function warn(): void {
    if (performance.now() - warnedAtMs < quietMs) return
    warnedAtMs = performance.now()
    log.warn(limits, 'too many connections or bodies at once: those that wait for their client are closed, the oldest first')
  }
}

const isSending = ({ request, isAnswered }: Connection): boolean => !isAnswered && request?.complete === false
/** It has no request under way, or the rest of one is still to come. */
const isWaiting = (connection: Connection): boolean => connection.isAnswered || isSending(connection)
const isThisMachine = (address: string): boolean => /^(::1$|(::ffff:)?127\.)/.test(address)
