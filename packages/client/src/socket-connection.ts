import type { ServerFrame } from '@tandem/contract'

/** The callbacks of one connection. */
type Ears = { opened: () => void; heard: (frame: ServerFrame) => void; silenceMs: number }

/**
 * Runs one connection and resolves to the code with which it ends. A connection may be lost silently: after `silenceMs` without a frame a
 * ping is sent, and if nothing comes then it counts as lost (1006).
 */
export function liveThrough(socket: WebSocket, { opened, heard, silenceMs }: Ears): Promise<number> {
  return new Promise((resolve) => {
    let silence = watch()
    const end = (code: number) => {
      clearTimeout(silence)
      resolve(code)
    }
    socket.addEventListener('open', opened)
    socket.addEventListener('message', ({ data }) => {
      clearTimeout(silence)
      silence = watch()
      heard(JSON.parse(String(data)) as ServerFrame)
    })
    socket.addEventListener('close', ({ code }) => end(code))

    function watch(): ReturnType<typeof setTimeout> {
      return setTimeout(() => {
        if (socket.readyState === socket.OPEN) socket.send('{"type":"ping"}')
        silence = setTimeout(() => {
          socket.close()
          end(1006)
        }, silenceMs / 3)
      }, silenceMs)
    }
  })
}

/** A browser fires this when it has a network again; elsewhere it never fires. */
export function backOnline(signal: AbortSignal): Promise<void> {
  const page: unknown = globalThis
  return new Promise((resolve) => {
    if (page instanceof EventTarget) page.addEventListener('online', () => resolve(), { once: true, signal })
  })
}
