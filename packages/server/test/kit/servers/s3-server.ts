import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * A small S3: one bucket in memory, addressed by path, whose every request must carry a true Signature Version 4 over its method, path,
 * query, headers and payload. PUT, GET with Range, HEAD and DELETE of objects; refusals are S3's own, in XML.
 */
export type S3Server = {
  /** The settings of a service that uses it. */
  environment: Record<string, string>
  objects: Map<string, Buffer>
  /** `METHOD key status` of each request. */
  log: string[]
  /** Answers the next requests with this status, `times` times. */
  fail(status: number, times: number): void
  stop(): Promise<void>
}

type Refusal = { status: number; code: string }
const refusal = (status: number, code: string): Refusal => ({ status, code })

const bucket = 'attachments'
const region = 'eu-test-1'

export async function startS3Server(): Promise<S3Server> {
  const keys = { id: `AK${randomBytes(8).toString('hex')}`, secret: randomBytes(30).toString('base64') }
  const objects = new Map<string, Buffer>()
  const log: string[] = []
  const failing: number[] = []

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    objects,
    log,
    environment: {
      ATTACHMENT_STORE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_PREFIX: 'tandem/',
      S3_ACCESS_KEY_ID: keys.id,
      S3_SECRET_ACCESS_KEY: keys.secret,
    },
    fail: (status, times) => void failing.push(...Array.from({ length: times }, () => status)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [, inBucket = '', ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const body = await buffer(request)
    const refused = failing.length > 0 ? refusal(failing.shift() ?? 500, 'InternalError') : refuse(request, body, inBucket, keys)
    const status = refused ? sendRefusal(response, refused) : serve(request, response, key, body, objects)
    log.push(`${request.method} ${key} ${status}`)
  }
}

function refuse(request: IncomingMessage, body: Buffer, inBucket: string, keys: { id: string; secret: string }): Refusal | null {
  const date = String(request.headers['x-amz-date'] ?? '')
  const payload = String(request.headers['x-amz-content-sha256'] ?? '')
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!parsed) return refusal(403, 'AccessDenied')
  const [, id = '', day = '', signedRegion = '', signed = '', signature = ''] = parsed
  if (id !== keys.id) return refusal(403, 'InvalidAccessKeyId')
  if (signedRegion !== region || !date.startsWith(day)) return refusal(400, 'AuthorizationHeaderMalformed')
  if (Math.abs(Date.now() - timeOf(date)) > 900_000) return refusal(403, 'RequestTimeTooSkewed')
  const names = signed.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name))) return refusal(403, 'AccessDenied')
  if (names.join() !== names.toSorted().join()) return refusal(403, 'SignatureDoesNotMatch')
  const expected = signatureOf(request, names, { date, day, payload, secret: keys.secret })
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return refusal(403, 'SignatureDoesNotMatch')
  if (inBucket !== bucket) return refusal(404, 'NoSuchBucket')
  if (request.method === 'PUT' && request.headers['content-length'] === undefined) return refusal(411, 'MissingContentLength')
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return refusal(400, 'XAmzContentSHA256Mismatch')
  return null
}

/** The steps of the AWS General Reference, "Signature Version 4", for S3: the path is not encoded twice. */
function signatureOf(
  request: IncomingMessage,
  names: string[],
  by: { date: string; day: string; payload: string; secret: string },
): string {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const path = pathname
    .split('/')
    .map((segment) => encoded(decodeURIComponent(segment)))
    .join('/')
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const headers = names
    .map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}\n`,
    )
    .join('')
  const canonical = [request.method, path, query, headers, names.join(';'), by.payload].join('\n')
  const scope = `${by.day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', by.date, scope, sha256(canonical)].join('\n')
  const key = [by.day, region, 's3', 'aws4_request'].reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${by.secret}`)
  return hmac(key, toSign).toString('hex')
}

function serve(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer, objects: Map<string, Buffer>): number {
  if (request.method === 'PUT') {
    objects.set(key, body)
    return send(response, 200, '', { etag: `"${createHash('md5').update(body).digest('hex')}"` })
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return send(response, 204, '')
  }
  const object = objects.get(key)
  if (!object) return sendRefusal(response, refusal(404, 'NoSuchKey'))
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) return send(response, 200, request.method === 'HEAD' ? '' : object)
  const slice = object.subarray(Number(from), Number(to) + 1)
  return send(response, 206, slice, { 'content-range': `bytes ${from}-${to}/${object.length}` })
}

function sendRefusal(response: ServerResponse, { status, code }: Refusal): number {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><RequestId>${randomBytes(8).toString('hex')}</RequestId></Error>`
  return send(response, status, text, { 'content-type': 'application/xml' })
}

function send(response: ServerResponse, status: number, body: Buffer | string, headers: Record<string, string> = {}): number {
  response.writeHead(status, headers).end(body)
  return status
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
const timeOf = (date: string): number => Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
