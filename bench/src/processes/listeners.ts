import { WebSocket } from 'ws'
import { answerWith } from './answering.ts'

/** Sockets to open: `perToken` with each token, all of them on one board. */
export type Opening = { port: number; boardId: string; tokens: readonly string[]; perToken: number; patienceMs: number }
export type Opened = { open: number; why: string | null }

/** The frames of the sockets since the last `start`; the n-th event of one is the n-th of all. */
export type Heard = {
  frames: number
  /**
   * By event: its card, the number of sockets that have it, and the time at which the last one got it, by the wall clock in ms with
   * fractions.
   */
  events: { cardId: string; sockets: number; lastAtMs: number }[]
}

const dialledAtOnce = 64
const sockets: WebSocket[] = []
let counts: number[] = []
let heard: Heard = { frames: 0, events: [] }

answerWith((question: Opening | 'start' | 'heard') => {
  if (question === 'heard') return heard
  if (question !== 'start') return open(question)
  counts = sockets.map(() => 0)
  heard = { frames: 0, events: [] }
  return null
})

async function open({ port, boardId, tokens, perToken, patienceMs }: Opening): Promise<Opened> {
  const wanted = tokens.flatMap((token) => Array.from({ length: perToken }, () => token))
  const untilMs = performance.now() + patienceMs
  let why: string | null = null
  const dial = async () => {
    for (let token = wanted.pop(); token !== undefined && why === null; token = wanted.pop()) {
      if (performance.now() > untilMs) why = `no time was left after ${patienceMs / 1_000} s`
      else await subscribed(port, boardId, token).catch((error: Error) => (why = error.message))
    }
  }
  await Promise.all(Array.from({ length: dialledAtOnce }, dial))
  return { open: sockets.length, why }
}

function subscribed(port: number, boardId: string, token: string): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => reject(new Error(`a handshake was answered ${response.statusCode}`)))
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', boardId })))
    socket.once('message', () => {
      const at = sockets.push(socket) - 1
      counts.push(0)
      socket.on('message', (frame: Buffer) => hear(at, frame))
      resolve()
    })
  })
}

/** Only the first socket that gets an event parses it: parsing it a thousand times would be part of the measurement. */
function hear(at: number, frame: Buffer): void {
  if (!isEvent(frame)) return
  const nth = counts[at] ?? 0
  counts[at] = nth + 1
  heard.frames += 1
  const event = (heard.events[nth] ??= { cardId: cardIn(frame), sockets: 0, lastAtMs: 0 })
  event.sockets += 1
  event.lastAtMs = performance.timeOrigin + performance.now()
}

const eventStart = Buffer.from('{"type":"event"')

function isEvent(frame: Buffer): boolean {
  return frame.length > eventStart.length && eventStart.compare(frame, 0, eventStart.length) === 0
}

function cardIn(frame: Buffer): string {
  const { activity } = JSON.parse(frame.toString()) as { activity: { cardId: string | null } }
  return activity.cardId ?? ''
}
