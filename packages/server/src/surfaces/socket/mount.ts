import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refusal } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ServerOptions, WebSocketServer } from 'ws'
import type { Clock } from '../../kernel/common/clock.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Live } from '../../live/live.ts'
import { admit, attemptsOf, limitRate, refuseForeignOrigin } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { leaveToItsProtocol } from '../http/stalled.ts'
import { type Connection, createConnection } from './connection.ts'
import { createConversation } from './conversation.ts'
import { createKeepalive } from './keepalive.ts'

const path = '/ws'
const largestFrame = 65_536
/** How long a close waits for the peer's answer. */
const closeTimeoutMs = 5_000
/** The same at a shutdown, which has 10 s for everything. */
const goodbyeMs = 2_000

type SocketDeps = HttpDeps & { live: Live; clock: Clock }
type Handshake = { socket: Socket; head: Buffer }

/**
 * The live socket, on the server of the requests: a handshake passes through the same router and hooks as they do, and is refused in the
 * same envelope. Specification: service §4–§6, decisions §5.
 */
export function mountSocket(app: FastifyInstance, deps: SocketDeps): void {
  const handshakes = new WeakMap<IncomingMessage, Handshake>()
  const open = new Set<Connection>()
  deps.metrics.socketsOpen.read(() => open.size)
  let closing = false
  const keepAlive = createKeepalive(deps.clock)
  // The types of `ws` do not know `closeTimeout` yet.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestFrame,
    closeTimeout: closeTimeoutMs,
  }
  const server = new WebSocketServer(options)

  // All other requests that offer an upgrade, to h2c for one, are answered in the protocol that they came in.
  Object.assign(app.server, { shouldUpgradeCallback: isHandshake })
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    handshakes.set(request, { socket, head })
    app.routing(request, answerOn(request, socket))
  })
  app.addHook('onReady', async () => deps.live.start())
  app.addHook('preClose', async () => {
    closing = true
    sayGoodbye(app, open)
  })
  app.addHook('onClose', async () => deps.live.stop())
  app.route({
    method: 'GET',
    url: path,
    exposeHeadRoute: false,
    onRequest: (request, reply) => letIn(deps, handshakes, request, reply),
    handler: async (request, reply) => {
      const handshake = handshakes.get(request.raw)
      const { principal } = request
      if (!handshake || !principal) throw refusal('signInFirst')
      await shakeHands(request, reply, principal, handshake)
    },
  })

  async function shakeHands(
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal,
    { socket, head }: Handshake,
  ): Promise<void> {
    const connection = createConnection(principal, deps.metrics)
    const subscriptions = await deps.live.join(connection)
    const leave = () => {
      open.delete(connection)
      subscriptions.leave()
    }
    reply.hijack()
    reply.raw.detachSocket(socket)
    let opened = false
    server.handleUpgrade(request.raw, socket, head, (ws) => {
      opened = true
      leaveToItsProtocol(socket)
      const conversation = createConversation({ ...deps, connection, subscriptions })
      // Without a listener an error, such as a frame that is too long, would end the process; ws closes the socket itself.
      ws.on('error', () => {})
      ws.on('message', (data, isBinary) => conversation.hear(data as Buffer, isBinary))
      ws.once('close', leave)
      keepAlive(ws)
      open.add(connection)
      connection.open(ws, socket)
      if (closing) connection.close('restart')
    })
    request.answeredWith(opened ? 101 : 400)
    if (!opened) leave()
  }
}

/** Authenticates by ticket, bearer or cookie. A bearer token in the URL is not taken. */
async function letIn(deps: SocketDeps, handshakes: WeakMap<IncomingMessage, Handshake>, request: FastifyRequest, reply: FastifyReply) {
  if (!handshakes.has(request.raw)) throw refusal('socketNoHandshake')
  if (deps.draining()) throw refusal('socketShuttingDown', {}, { retryAfterSeconds: 1 })
  // Every browser sends Origin with a handshake: one without it comes from a program, which a page cannot make send a cookie.
  refuseForeignOrigin(deps.config, request)
  const { ticket } = request.query as { ticket?: unknown }
  if (ticket === undefined || request.headers.authorization !== undefined) {
    await admit(deps)(request, reply)
  } else {
    request.principal = await deps.authenticator.byTicket(String(ticket), attemptsOf(deps, request, reply))
    await limitRate(deps, request, reply)
  }
  if (!request.principal) throw refusal('socketCredential')
  deps.connections.refuseLiveSocket()
}

const isHandshake = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.split('?', 1)[0] === path && headers.upgrade?.toLowerCase() === 'websocket'

/** The response object that node:http would have created for a request without an upgrade. */
function answerOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const answer = new ServerResponse(request)
  answer.shouldKeepAlive = false
  answer.assignSocket(socket)
  const hangUp = () => socket.destroy()
  socket.on('error', hangUp)
  answer.once('finish', () => socket.end(hangUp))
  return answer
}

/** Asks all clients to reconnect, and cuts those that have not closed within `goodbyeMs`. */
function sayGoodbye(app: FastifyInstance, open: ReadonlySet<Connection>): void {
  for (const connection of open) connection.close('restart')
  const cut = setTimeout(() => {
    for (const connection of open) connection.cut()
  }, goodbyeMs)
  app.server.once('close', () => clearTimeout(cut))
}
