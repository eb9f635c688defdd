import type { ClientFrame, ServerFrame } from '@tandem/contract'
import { WebSocket } from 'ws'
import { until } from './http.ts'

/** A socket of a test: the frames that it received, and how it ended. */
export type TestSocket = {
  ws: WebSocket
  frames: ServerFrame[]
  /** Null while it is open. */
  closed: { code: number; reason: string } | null
  say(frame: ClientFrame | Record<string, unknown> | string | Buffer): void
  /** Waits for a frame that matches, after the one that the last `next` returned. */
  next<T extends ServerFrame['type']>(
    type: T,
    fits?: (frame: Extract<ServerFrame, { type: T }>) => boolean,
  ): Promise<Extract<ServerFrame, { type: T }>>
  /** The seqs of the events of a board, in the order in which they came. */
  seqs(boardId: string): number[]
  subscribe(boardId: string, since?: number): Promise<number>
  /** Resolves once all earlier messages are answered. */
  settled(): Promise<void>
  close(): void
}

export type Refused = { status: number; code: string }

/** Opens a socket, or returns the refusal of the handshake. A cookie is sent with the Origin of the service unless `origin` is given. */
export function tryToOpen(url: string, headers: Record<string, string> = {}, query = ''): Promise<TestSocket | Refused> {
  const said = headers.cookie === undefined ? headers : { origin: url, ...headers }
  const ws = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, { headers: said, perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    const socket = socketOn(ws)
    ws.once('open', () => resolve(socket))
    ws.once('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { error } = JSON.parse(Buffer.concat(chunks).toString())
        resolve({ status: response.statusCode ?? 0, code: error.code })
      })
    })
    ws.once('error', reject)
  })
}

export async function open(url: string, headers: Record<string, string> = {}, query = ''): Promise<TestSocket> {
  const socket = await tryToOpen(url, headers, query)
  if ('status' in socket) throw new Error(`the handshake was refused: ${socket.status} ${socket.code}`)
  return socket
}

function socketOn(ws: WebSocket): TestSocket {
  let place = 0
  const socket: TestSocket = {
    ws,
    frames: [],
    closed: null,
    say: (frame) => ws.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    async next(type, fits = () => true) {
      const isIt = (frame: ServerFrame) => frame.type === type && fits(frame as Extract<ServerFrame, { type: typeof type }>)
      const at = await until(() => {
        const found = socket.frames.findIndex((frame, index) => index >= place && isIt(frame))
        return found === -1 ? null : { found }
      })
      place = at.found + 1
      return socket.frames[at.found] as Extract<ServerFrame, { type: typeof type }>
    },
    seqs: (boardId) => socket.frames.flatMap((frame) => (frame.type === 'event' && frame.boardId === boardId ? [frame.seq] : [])),
    async subscribe(boardId, since) {
      socket.say({ type: 'subscribe', boardId, ...(since !== undefined && { since }) })
      return (await socket.next('subscribed', (frame) => frame.boardId === boardId)).seq
    },
    async settled() {
      socket.say({ type: 'ping' })
      await socket.next('pong')
    },
    close: () => ws.terminate(),
  }
  ws.on('message', (data) => socket.frames.push(JSON.parse(String(data))))
  ws.on('close', (code, reason) => {
    socket.closed = { code, reason: String(reason) }
  })
  return socket
}
