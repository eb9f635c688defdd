import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { signatureHeaders } from '@tandem/contract'
import { Complaint } from '../../failures.ts'
import { type Answer, post, type Receiver } from '../webhook/delivery.ts'
import { isTaken } from '../webhook/verdicts.ts'

/** A proxy between the service and the receiver of an agent. */
export type Relay = {
  /** Drops the answer to the next matching delivery that the receiver has accepted, so that the service sends it again. */
  loseNext(fits: Fits): Lost
  close(): Promise<void>
}
type Fits = (activity: { verb?: unknown; cardId?: unknown }) => boolean

/** The answers of the receiver to one delivery, attempt by attempt. */
export type Lost = { readonly answers: readonly Answer[] }

export type Route = {
  /** The address on which this machine listens, and which the agent has subscribed with. */
  at: URL
  /** The agent's own receiver. */
  to: Pick<Receiver, 'url' | 'timeoutMs'>
}

/** The longest delivery of the service. */
const longestBodyBytes = 2_000_000

/** Throws Complaint if it cannot listen there. */
export async function startRelay({ at, to }: Route): Promise<Relay> {
  let lost: Losing | null = null

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    if (body === null) return void response.writeHead(413).end()
    const answer = await post(to, { body, headers: passedOn(request) })
    const isFirst = lost?.heard(String(request.headers[signatureHeaders.deliveryId.toLowerCase()]), { answer, body }) ?? false
    if (answer.status === null || isFirst) response.destroy()
    else response.writeHead(answer.status).end()
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  await listen(server, at)
  return {
    loseNext(fits) {
      lost = losing(fits)
      return lost
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Losing = Lost & { heard(deliveryId: string, what: { answer: Answer; body: string }): boolean }

/** `heard` is true for the answer to be dropped. */
function losing(fits: Fits): Losing {
  const answers: Answer[] = []
  let chosen: string | null = null
  return {
    answers,
    heard(deliveryId, { answer, body }) {
      if (chosen === null && isTaken(answer) && fits(activityIn(body))) chosen = deliveryId
      if (chosen === deliveryId) answers.push(answer)
      return chosen === deliveryId && answers.length === 1
    },
  }
}

function listen(server: Server, { hostname, port, protocol, href }: URL): Promise<void> {
  if (protocol !== 'http:')
    throw new Complaint('wrong usage', '--relay listens on this machine, without TLS. Use a URL such as http://127.0.0.1:4000/.')
  const refusalOf = ({ message }: Error) =>
    new Complaint('refused or failed', `Cannot listen at ${href}: ${message}. Use another URL for --relay.`)
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(refusalOf(error)))
    server.listen(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), resolve)
  })
}

/** Null if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > longestBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Headers of the connection itself, which are not forwarded. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'])

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => !ofConnection.has(name))
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
}

function activityIn(body: string): Parameters<Fits>[0] {
  try {
    return (JSON.parse(body) as Parameters<Fits>[0] | null) ?? {}
  } catch {
    return {}
  }
}
