import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../kernel/common/clock.ts'

const checkEveryMs = 10_000
const patienceMs = 30_000
/** 64 kbit/s, the slowest line that is waited for. */
const leastBytesPerMs = 8
/** The kernel holds up to 4 MB of a connection, and asks for no more until a third of it has gone: so much is taken unseen. */
const mostUnseenBytes = 1.5 * 1_048_576

/** The bytes that the client had taken at the last check, and how far it was behind the slowest permitted line. */
type Seen = { takenBytes: number; behindBytes: number; atMs: number }

const handedOver = new WeakSet<Socket>()

/** A connection that was upgraded to another protocol has limits of its own. */
export const leaveToItsProtocol = (socket: Socket): unknown => handedOver.add(socket)
export const isHandedOver = (socket: Socket): boolean => handedOver.has(socket)

/**
 * Cuts clients that do not read their answer, or read it too slowly. node:http has no such limit, and an unread answer holds its
 * connection, its bytes and, for a file, its source. It must not listen for `upgrade` to learn which connections are handed over: with a
 * listener, node:http leaves every upgrade request to it, without a listener for errors and without an answer. Specification: reliability
 * R2, F79.
 */
export function cutStalledReaders(app: FastifyInstance, clock: Clock): void {
  const { server } = app
  const open = new Map<Socket, Seen | null>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, null)
    socket.once('close', () => open.delete(socket))
  })
  let cancel = () => {}
  server.on('listening', wait)
  server.on('close', () => cancel())

  function wait(): void {
    cancel = clock.after(checkEveryMs, () => {
      const nowMs = clock.now()
      for (const [socket, seen] of open) {
        if (handedOver.has(socket)) open.delete(socket)
        else open.set(socket, check(socket, seen, nowMs))
      }
      wait()
    })
  }
}

/**
 * Cuts a connection that reads more slowly than a slow network would deliver. Progress of one write is visible only when all of it is sent.
 * Returns the values to compare with next time; null when nothing is unsent.
 */
function check(socket: Socket, seen: Seen | null, atMs: number): Seen | null {
  const { writableLength: lyingBytes, bytesWritten } = socket
  if (lyingBytes === 0) return null
  const takenBytes = bytesWritten - lyingBytes
  if (!seen) return { takenBytes, behindBytes: 0, atMs }
  const behindBytes = Math.max(0, seen.behindBytes + (atMs - seen.atMs) * leastBytesPerMs - (takenBytes - seen.takenBytes))
  if (behindBytes > patienceMs * leastBytesPerMs + mostUnseenBytes + lyingBytes) socket.destroy()
  return { takenBytes, behindBytes, atMs }
}
