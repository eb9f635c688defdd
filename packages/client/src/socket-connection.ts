import type { ServerFrame } from '@tandem/contract'

/** What one connection is told to do with what happens on it. */
type Ears = { opened: () => void; heard: (frame: ServerFrame) => void; silenceMs: number }

/**
 * Lives through one connection and answers the code with which it ends. A connection may be lost without a word: on one that has been
 * silent for `silenceMs` a ping is sent, and when nothing comes then it counts as lost (1006).
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

/** A browser says when there is a network again; elsewhere this never comes. */
export function backOnline(signal: AbortSignal): Promise<void> {
  const page: unknown = globalThis
  return new Promise((resolve) => {
    if (page instanceof EventTarget) page.addEventListener('online', () => resolve(), { once: true, signal })
  })
}
