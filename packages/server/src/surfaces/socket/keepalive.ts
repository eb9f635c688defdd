import type { WebSocket } from 'ws'
import type { Clock } from '../../kernel/common/clock.ts'

const everyMs = 30_000
const places = 30

/**
 * Pings silent peers, and closes those that do not answer: a peer that has vanished sends no close. The pings of many sockets are spread
 * over time.
 */
export function createKeepalive(clock: Clock): (ws: WebSocket) => void {
  let place = 0
  return (ws) => {
    let answered = true
    let cancel = clock.after(everyMs - (place++ % places) * (everyMs / places / 2), ping)
    ws.on('pong', () => {
      answered = true
    })
    ws.on('message', () => {
      answered = true
    })
    ws.once('close', () => cancel())

    function ping(): void {
      if (!answered) return ws.terminate()
      answered = false
      if (ws.readyState === ws.OPEN) ws.ping()
      cancel = clock.after(everyMs, ping)
    }
  }
}
