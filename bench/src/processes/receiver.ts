import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerWith } from './answering.ts'

/** A receiver of webhooks: notes when each card's event arrived, by the wall clock in ms with fractions. */
export type Arrivals = Record<string, number>

const arrivals: Arrivals = {}
const mostArrivals = 100_000
let known = 0

const server = createServer((request, response) => {
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
})

answerWith(async (question: 'port' | 'arrivals') => {
  if (question === 'arrivals') return arrivals
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
})
