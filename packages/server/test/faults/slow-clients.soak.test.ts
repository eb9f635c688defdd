import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../attachments/files.ts'
import { startWorld, type World } from '../rest/world.ts'

/** The cost of a thousand slow clients for the others: a ratio of two measurements in one run, on an otherwise idle machine (F79). */
const mostRatio = 2
const requests = 1_000

let world: World
const sockets = new Map<number, Socket>()
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  for (const socket of sockets.values()) socket.destroy()
  await world?.service.stop()
})

async function p95OfOthers(): Promise<number> {
  const tookMs: number[] = []
  for (let n = 0; n < requests; n++) {
    const beganMs = performance.now()
    expect((await world.member.get(`/api/boards/${world.board.id}`)).status).toBe(200)
    tookMs.push(performance.now() - beganMs)
  }
  return tookMs.toSorted((a, b) => a - b)[Math.floor(requests * 0.95)] ?? 0
}

async function open(n: number, text: string): Promise<void> {
  const { hostname, port } = new URL(world.service.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  sockets.set(n, socket)
  await once(socket, 'connect')
  socket.write(text)
}

test('1,000 sockets that send heads and bodies byte by byte, or read nothing: the p95 of others stays below twice', async () => {
  const { body } = await upload(world, world.member, Buffer.alloc(2 * 1_048_576, 'x'), { name: 'large.bin' })
  const who = Object.entries(world.member.headers).map(([name, value]) => `${name}: ${value}`)
  const head = (request: string, ...more: string[]) => [`${request} HTTP/1.1`, 'Host: localhost', ...who, ...more].join('\r\n')
  const sends = [
    `${head('GET /api/me')}\r\nX-Slow: `,
    `${head(`POST /api/lists/${world.board.lists[0]}/cards`, 'Content-Type: application/json', 'Content-Length: 500')}\r\n\r\n{"title": "`,
    `${head(`GET ${body.url}`)}\r\n\r\n`,
  ]
  await p95OfOthers()
  const before = await p95OfOthers()
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => open(n, sends[n % sends.length] ?? '')))
  // A byte for each every ten seconds, as slowhttptest sends them; a client that is cut off connects again.
  let turn = 0
  const trickle = setInterval(() => {
    for (const [n, socket] of [...sockets].slice(turn, turn + 10)) {
      if (socket.destroyed || socket.writableEnded) void open(n, sends[n % sends.length] ?? '')
      else if (n % sends.length < 2) socket.write('x')
    }
    turn = (turn + 10) % 1_000
  }, 100)
  // By then the answers that they read before they stopped have been sent.
  await p95OfOthers()
  const among = await p95OfOthers()
  clearInterval(trickle)
  for (const socket of sockets.values()) socket.destroy()
  const after = await p95OfOthers()
  console.info(
    `p95 of others: ${before.toFixed(2)} ms before, ${among.toFixed(2)} ms among 1,000 slow clients, ${after.toFixed(2)} ms after`,
  )
  expect(among / ((before + after) / 2)).toBeLessThan(mostRatio)
})
