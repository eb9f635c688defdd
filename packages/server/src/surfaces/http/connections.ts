import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refusal } from '@tandem/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { countedAddress } from '../../kernel/identity/client-address.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { envelopeOnWire } from './broken-requests.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { isHandedOver } from './stalled.ts'

/** An open connection. `isKnown`: it has carried a request with a valid credential. */
type Connection = {
  socket: Socket
  address: string
  isKnown: boolean
  request: IncomingMessage | null
  response: ServerResponse | null
}

/** Connections from the oldest to the newest, apart by whether they are known. */
type Pool = Record<'strangers' | 'known', Set<Connection>>

export type Connections = {
  /** Counts the connections of a server, and closes some when there are too many. The servers of one process share the limits. */
  watch(app: FastifyInstance): void
  /** Throws unavailable while so many connections are live sockets that no more may become one. */
  refuseLiveSocket(): void
}

/** The time between two warnings in the log. */
const quietMs = 60_000

/**
 * Keeps descriptors free for the database and files, and room for active callers, with any number of idle connections. A connection that
 * waits for its client is closed in favour of a new one: first those without a valid credential, the oldest first. Refusing the new one
 * instead would let silent connections lock out all other clients.
 */
export function createConnections({ limits, log, metrics }: { limits: ConnectionLimits; log: Logger; metrics: Metrics }): Connections {
  const all: Pool = newPool()
  const byAddress = new Map<string, Pool>()
  const bySocket = new WeakMap<Socket, Connection>()
  let warnedAtMs = -quietMs
  metrics.connectionsOpen.read(() => sizeOf(all))

  function open(socket: Socket): void {
    const { remoteAddress = '' } = socket
    const address = countedAddress(remoteAddress)
    const connection: Connection = { socket, address, isKnown: false, request: null, response: null }
    const here = byAddress.get(address) ?? newPool()
    if (!makeRoom(here, limits.perAddress(remoteAddress), 'address') || !makeRoom(all, limits.most, 'all')) return refuse(socket)
    // The connection that was closed to make room may have been the last one of this address.
    byAddress.set(address, here)
    bySocket.set(socket, connection)
    for (const pool of [all, here]) pool.strangers.add(connection)
    socket.once('close', () => leave(connection))
  }

  /** Closes a connection of the pool when it is full. False when all of them are in use. */
  function makeRoom(pool: Pool, most: number, limit: 'all' | 'address'): boolean {
    if (sizeOf(pool) < most) return true
    const leastUseful = firstThat(pool.strangers, isWaitingOrUnread) ?? firstThat(pool.known, isIdle) ?? firstThat(pool.known, isWaiting)
    metrics.connectionsCut(limit, leastUseful ? 'closed' : 'refused').add()
    warn(limit, most)
    if (!leastUseful) return false
    leave(leastUseful)
    leastUseful.socket.destroy()
    return true
  }

  function leave(connection: Connection): void {
    const here = byAddress.get(connection.address)
    for (const pool of [all, ...(here ? [here] : [])]) {
      pool.strangers.delete(connection)
      pool.known.delete(connection)
    }
    if (here && sizeOf(here) === 0) byAddress.delete(connection.address)
  }

  function become(connection: Connection): void {
    if (connection.isKnown) return
    connection.isKnown = true
    const here = byAddress.get(connection.address)
    for (const pool of [all, ...(here ? [here] : [])]) if (pool.strangers.delete(connection)) pool.known.add(connection)
  }

  function warn(limit: 'all' | 'address', most: number): void {
    const nowMs = performance.now()
    if (nowMs - warnedAtMs < quietMs) return
    warnedAtMs = nowMs
    const setting = limit === 'all' ? 'CONNECTIONS_MAX' : 'CONNECTIONS_MAX_PER_ADDRESS'
    log.warn({ limit: setting, most }, 'connection limit reached: closing the oldest idle connections')
  }

  return {
    watch(app) {
      app.server.on('connection', open)
      app.addHook('onRequest', (request, reply, done) => {
        const connection = bySocket.get(request.raw.socket)
        if (connection) Object.assign(connection, { request: request.raw, response: reply.raw })
        done()
      })
      // Runs before the body is read, and after the hooks that authenticate.
      app.addHook('preParsing', (request, _reply, _payload, done) => {
        const connection = bySocket.get(request.raw.socket)
        if (request.principal && connection) become(connection)
        done()
      })
    },
    refuseLiveSocket() {
      if (sizeOf(all) < limits.mostLiveSockets) return
      let liveSockets = 0
      for (const { socket } of all.known) if (isHandedOver(socket)) liveSockets += 1
      if (liveSockets >= limits.mostLiveSockets) throw refusal('liveSocketsFull', {}, { retryAfterSeconds: 10 })
    },
  }
}

const newPool = (): Pool => ({ strangers: new Set(), known: new Set() })
const sizeOf = ({ strangers, known }: Pool): number => strangers.size + known.size

function firstThat(connections: Iterable<Connection>, fits: (connection: Connection) => boolean): Connection | undefined {
  for (const connection of connections) if (fits(connection)) return connection
  return undefined
}

/** It has no request under way: none has come, or the last one was answered. */
function isIdle({ socket, request, response }: Connection): boolean {
  return !isHandedOver(socket) && (request === null || response === null || response.writableFinished || response.destroyed)
}

/** Whether the next step is up to the client, which may be in the middle of a request. */
const isWaiting = (connection: Connection): boolean =>
  isIdle(connection) || (!isHandedOver(connection.socket) && connection.request?.complete === false)

/** Of a caller without a credential, also an answer that is not read: to leave it there holds the connection. */
const isWaitingOrUnread = (connection: Connection): boolean =>
  isWaiting(connection) || (!isHandedOver(connection.socket) && connection.socket.writableLength > 0)

/** Closed in the same turn: hundreds of connections may be accepted in one, and each holds a descriptor until then. */
function refuse(socket: Socket): void {
  socket.write(envelopeOnWire(full))
  socket.destroy()
}

const full = refusal(
  'connectionsFull',
  {},
  {
    retryAfterSeconds: 10,
  },
)
