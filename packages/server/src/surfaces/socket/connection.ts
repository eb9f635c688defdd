import type { Socket } from 'node:net'
import { closeCodes, type ServerFrame } from '@tandem/contract'
import type { WebSocket } from 'ws'
import type { Principal } from '../../kernel/identity/principal.ts'
import { encodeFrame } from '../../live/encode-frame.ts'
import type { Listener } from '../../live/listener.ts'
import type { Metrics } from '../../metrics/metrics.ts'

/** One socket, for the senders of frames. Specification: decisions §5, reliability C5. */
export type Connection = Listener & {
  /** Sends the frames that were written before the handshake was complete. */
  open(ws: WebSocket, socket: Socket): void
  close(code: keyof typeof closeCodes): void
  /** Ends the connection without a close frame. */
  cut(): void
}

/** In octets: a socket with more unsent data is closed, and a replay pauses while more than `littleWaitingOctets` is unsent. */
const [mostWaitingOctets, littleWaitingOctets] = [4 * 1_048_576, 262_144]

const reasons: Record<keyof typeof closeCodes, string> = {
  restart: 'The service restarts. Connect again.',
  signedOut: 'The credential has ended. Sign in again.',
  tooSlow: 'Too much was waiting to be read. Connect again and resume with since.',
  flooding: 'Too many frames at once. Wait for answers.',
}

export function createConnection(principal: Principal, metrics: Metrics): Connection {
  const early: [bytes: Buffer, frames: number][] = []
  let opened: { ws: WebSocket; socket: Socket } | undefined
  let held = false
  let closedEarly: keyof typeof closeCodes | undefined

  return {
    principal,
    send(frame: ServerFrame) {
      if (opened) holdBack(opened.socket)
      write(encodeFrame(frame), 1)
    },
    write,
    async drained() {
      if (!opened) return true
      const { ws, socket } = opened
      while (ws.readyState === ws.OPEN && socket.writableLength > littleWaitingOctets) await nextOf(socket)
      return ws.readyState === ws.OPEN
    },
    signOut: () => close('signedOut'),
    close,
    cut: () => opened?.ws.terminate(),
    open(ws, socket) {
      opened = { ws, socket }
      for (const [bytes, frames] of early.splice(0)) write(bytes, frames)
      if (closedEarly) close(closedEarly)
    },
  }

  /**
   * Writes whole frames straight to the TCP socket: nothing is compressed, so ws is never in the middle of a frame of its own, and one
   * write per page and socket costs an eighth of a send per frame.
   */
  function write(bytes: Buffer, frames: number): void {
    if (!opened) return void early.push([bytes, frames])
    const { ws, socket } = opened
    if (ws.readyState !== ws.OPEN) return
    socket.write(bytes)
    metrics.socketFrames.add(frames)
    if (socket.writableLength > mostWaitingOctets) close('tooSlow')
  }

  function close(code: keyof typeof closeCodes): void {
    if (!opened) return void (closedEarly = code)
    if (opened.ws.readyState === opened.ws.OPEN) metrics.socketsClosed(code).add()
    opened.ws.close(closeCodes[code], reasons[code])
  }

  /** Answers of one moment leave together. */
  function holdBack(socket: Socket): void {
    if (held) return
    held = true
    socket.cork()
    process.nextTick(() => {
      held = false
      socket.uncork()
    })
  }
}

/** The first of 'drain' and 'close'. */
function nextOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.on('drain', done)
    socket.on('close', done)
  })
}
