import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookReceiver } from '@tandem/client'
import { onTestFinished } from 'vitest'

/** A receiver of webhooks that acts like a plugin: it verifies signatures, drops repeats, and sometimes fails. */
export type FaultyReceiver = {
  url: string
  /** The secret of its subscription. */
  subscribed(secret: string): void
  /** By activity, the delivery id under which it was taken. */
  taken: Map<string, string>
  /** Deliveries that came again although they had been answered with 2xx. */
  repeats(): number
  /** Faults that no receiver should see. */
  wrongs: string[]
}

/** One delivery is failed at most so often, so that none runs out of tries. */
const mostFailures = 4

/** `failing` is the share of tries that fail: by a 500, by a reset before anything was done, or by one after the event was taken. */
export async function startFaultyReceiver(failing: number): Promise<FaultyReceiver> {
  const taken = new Map<string, string>()
  const wrongs: string[] = []
  const failures = new Map<string, number>()
  const answered = new Set<string>()
  let repeats = 0
  let verify: ReturnType<typeof webhookReceiver> | null = null

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void receive(request, Buffer.concat(chunks), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    subscribed(secret) {
      verify = webhookReceiver({ secret, take: (activity, deliveryId) => take(activity.id, deliveryId), remember: 1_000_000 })
    },
    taken,
    wrongs,
    repeats: () => repeats,
  }

  async function receive(request: IncomingMessage, rawBody: Buffer, response: ServerResponse): Promise<void> {
    const deliveryId = String(request.headers['x-kanban-delivery-id'])
    if (answered.has(deliveryId)) repeats += 1
    const failure = failsNow(deliveryId) ? Math.floor(Math.random() * 3) : null
    if (failure === 0) return void response.writeHead(500).end()
    if (failure === 1) return void request.socket.resetAndDestroy()
    const receipt = await verify?.({ headers: request.headers, rawBody })
    if (receipt?.status !== 204) wrongs.push(`${deliveryId} was refused: ${JSON.stringify(receipt)}`)
    if (failure === 2) return void request.socket.resetAndDestroy()
    response.on('finish', () => answered.add(deliveryId))
    response.writeHead(204).end()
  }

  function failsNow(deliveryId: string): boolean {
    const before = failures.get(deliveryId) ?? 0
    if (before >= mostFailures || Math.random() >= failing) return false
    failures.set(deliveryId, before + 1)
    return true
  }

  function take(activityId: string, deliveryId: string): void {
    const before = taken.get(activityId)
    if (before !== undefined) wrongs.push(`activity ${activityId} came as ${before} and as ${deliveryId}`)
    taken.set(activityId, deliveryId)
  }
}
