import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerWith } from './answering.ts'

/** A receiver of webhooks: notes when each card's event arrived, by the wall clock in ms with fractions. */
export type Arrivals = Record<string, number>

/** Opens more ports, each with a receiver that accepts everything or never answers. Returns their numbers. */
export type MorePorts = { ports: number; that: 'take' | 'hang' }

const arrivals: Arrivals = {}
const mostArrivals = 100_000
let known = 0

const note: RequestListener = (request, response) => {
  const atMs = performance.timeOrigin + performance.now()
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('end', () => {
    response.writeHead(204).end()
    const { cardId } = JSON.parse(text) as { cardId: string | null }
    if (cardId === null || cardId in arrivals || known >= mostArrivals) return
    arrivals[cardId] = atMs
    known += 1
  })
}

const behaviours: Record<MorePorts['that'], RequestListener> = {
  take: (request, response) => void request.resume().on('end', () => response.writeHead(204).end()),
  hang: (request) => void request.resume(),
}

answerWith(async (question: 'port' | 'arrivals' | MorePorts) => {
  if (question === 'arrivals') return arrivals
  if (question === 'port') return listen(note)
  return Promise.all(Array.from({ length: question.ports }, () => listen(behaviours[question.that])))
})

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
