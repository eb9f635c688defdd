import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A push service and the browsers behind it, for tests: it takes messages (RFC 8030), checks the token of their sender (RFC 8292), and
 * decrypts them as a browser does (RFC 8291). It shares no code with the service.
 */
export type PushService = {
  origin: string
  /** The accepted messages, decrypted. */
  pushed: Pushed[]
  /** The number of requests, refused ones included. */
  requests(): number
  /** Answers of the next requests in place of 201: a status with headers, or silence. */
  next: (Instead | 'hang')[]
  /** A browser subscribes with the applicationServerKey. */
  subscribe(publicKey: string): Subscription
  stop(): Promise<void>
}
type Instead = { status: number; headers?: Record<string, string> }
export type Subscription = { endpoint: string; p256dh: string; auth: string; publicKey: string }
export type Pushed = { endpoint: string; ttl: number; urgency: string; topic: string; contact: string; message: any }

type Known = Subscription & { pair: ECDH }

export async function startPushService(nowMs: () => number = Date.now): Promise<PushService> {
  const known = new Map<string, Known>()
  const pushed: Pushed[] = []
  const next: PushService['next'] = []
  let requests = 0
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    pushed,
    next,
    requests: () => requests,
    subscribe(publicKey) {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const endpoint = `${origin}/send/${randomBytes(12).toString('hex')}`
      const subscription = { endpoint, p256dh, auth: randomBytes(16).toString('base64url'), publicKey }
      known.set(endpoint, { ...subscription, pair })
      return subscription
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests += 1
    const instead = next.shift()
    if (instead === 'hang') return
    if (instead) return void response.writeHead(instead.status, instead.headers).end()
    const subscription = known.get(`${origin}${request.url}`)
    if (!subscription) return void response.writeHead(404).end()
    try {
      pushed.push(read(request, Buffer.concat(chunks), subscription))
      response.writeHead(201, { location: `${origin}/message/${pushed.length}` }).end()
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  }

  function read({ headers, method }: IncomingMessage, body: Buffer, to: Known): Pushed {
    const ttl = Number(headers.ttl)
    const [urgency, topic] = [String(headers.urgency), String(headers.topic)]
    if (method !== 'POST' || !Number.isInteger(ttl) || headers.ttl === undefined) throw new Error('RFC 8030: POST with a TTL')
    if (!/^(very-low|low|normal|high)$/.test(urgency)) throw new Error('RFC 8030: Urgency')
    if (!/^[\w-]{1,32}$/.test(topic)) throw new Error('RFC 8030: Topic')
    if (headers['content-encoding'] !== 'aes128gcm' || body.length > 4_096) throw new Error('RFC 8291: one record of aes128gcm')
    const contact = senderOf(headers.authorization ?? '', to, { origin, nowMs: nowMs() })
    return { endpoint: to.endpoint, ttl, urgency, topic, contact, message: JSON.parse(decrypt(body, to).toString()) }
  }
}

/** RFC 8292: a token for this origin, signed with the key that the browser subscribed with. Returns the contact of the sender. */
function senderOf(authorization: string, { publicKey }: Subscription, by: { origin: string; nowMs: number }): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const isValid = verify('sha256', signed, { key: jwk, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const isInTime = exp * 1_000 > by.nowMs && exp * 1_000 <= by.nowMs + 24 * 3_600_000
  if (key !== publicKey || !isValid || aud !== by.origin || !isInTime || !/^(mailto:|https:)/.test(sub)) throw new Error('RFC 8292')
  return sub
}

function decrypt(body: Buffer, { pair, auth, p256dh }: Known): Buffer {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const [theirs, record] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)]
  const hkdf = (secret: Buffer, by: Buffer, info: Buffer, bytes: number) => Buffer.from(hkdfSync('sha256', secret, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), theirs])
  const input = hkdf(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const cipher = createDecipheriv('aes-128-gcm', key, hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('RFC 8188: the last record')
  return padded.subarray(0, end)
}
