import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { receive } from '../webhooks/fixture/hooked-board.ts'
import { hangs } from '../webhooks/fixture/receiver.ts'

const input = {
  headers: { 'content-type': 'application/json' },
  body: '{"verb":"x"}',
  timeoutMs: 5_000,
  connectTimeoutMs: 2_000,
  readAtMostBytes: 65_536,
}
const here = createOutbound({ allowPrivate: true, allowed: '' })

/** A TCP server that counts its connections. */
async function listen(onConnection: (socket: Socket) => void): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

test('an answer gives its status, its Retry-After and the first KiB of its body', async () => {
  const receiver = await receive((response) => response.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(5_000)))
  expect(await here.post(receiver.url, input)).toEqual({ status: 503, retryAfter: '7', isPublic: false, bodyExcerpt: 'x'.repeat(1_024) })
  expect(receiver.received[0]?.rawBody.toString()).toBe(input.body)
})

test('F50: a name that led to a public address at first and to loopback now is blocked without a connection', async () => {
  const canary = await listen(() => {})
  let address = '93.184.216.34'
  const outbound = createOutbound({ allowPrivate: false, allowed: '', resolve: async () => [address] })
  await outbound.checkUrl(`http://rebinding.example:${canary.port}/`)
  address = '127.0.0.1'
  const posted = await outbound.post(`http://rebinding.example:${canary.port}/`, input)
  expect(posted).toMatchObject({ status: null, errorClass: 'blocked' })
  expect(canary.connections()).toBe(0)
})

test.each(['http://127.0.0.1', 'http://[::ffff:127.0.0.1]', 'http://localhost', 'http://2130706433'])(
  'F50: %s is blocked at connect time too, without a connection',
  async (origin) => {
    const canary = await listen(() => {})
    const outbound = createOutbound({ allowPrivate: false, allowed: '' })
    expect(await outbound.post(`${origin}:${canary.port}/`, input)).toMatchObject({ status: null, errorClass: 'blocked' })
    expect(canary.connections()).toBe(0)
  },
)

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '0:0:0:0:0:ffff:7f00:1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fe80::1%lo',
  '0.0.0.0',
  '::',
  '169.254.169.254',
  '::ffff:a9fe:a9fe',
  'fd00:ec2::254',
  'x',
  '',
])('F50: a name that leads to %j now is blocked without a connection', async (address) => {
  const canary = await listen(() => {})
  const outbound = createOutbound({ allowPrivate: false, allowed: '', resolve: async () => [address] })
  expect(await outbound.post(`http://rebinding.example:${canary.port}/`, input)).toMatchObject({ status: null, errorClass: 'blocked' })
  expect(await outbound.get(`http://rebinding.example:${canary.port}/`, { ...input, atMostBytes: 1_024 })).toEqual({ problem: 'blocked' })
  expect(canary.connections()).toBe(0)
})

test('F52: what the operator lists is delivered to; what else is private, and metadata, stay blocked where a connection would be made', async () => {
  const receiver = await receive()
  const { port } = new URL(receiver.url)
  const [listed, range] = ['169.254.0.0/16', '127.0.0.0/8']
  const outbound = createOutbound({
    allowPrivate: false,
    allowed: `${listed},${range},inside.example`,
    resolve: async (host) => (host === 'inside.example' ? ['127.0.0.1'] : ['169.254.169.254', '10.0.0.1']),
  })
  const errorOf = async (host: string) => (await outbound.post(`http://${host}:${port}/`, input)).errorClass
  expect([await errorOf('127.0.0.1'), await errorOf('inside.example'), receiver.received.length]).toEqual([undefined, undefined, 2])
  for (const host of ['10.0.0.1', '169.254.169.254', '[::ffff:169.254.169.254]', 'metadata.example'])
    expect(await errorOf(host)).toBe('blocked')
})

test('F51: of a mixed answer only what is allowed is connected to', async () => {
  const receiver = await receive()
  const { port } = new URL(receiver.url)
  const asked: string[] = []
  const outbound = createOutbound({
    allowPrivate: false,
    allowed: '127.0.0.1',
    resolve: async (host) => {
      asked.push(host)
      return ['10.255.255.1', '::1', '127.0.0.1']
    },
  })
  expect(await outbound.post(`http://mixed.example:${port}/`, input)).toMatchObject({ status: 200 })
  expect(asked).toEqual(['mixed.example'])
  expect(receiver.received[0]?.headers.host).toBe(`mixed.example:${port}`)
})

test('localhost and an IPv6 literal are reached where private addresses may be', async () => {
  const receiver = await receive()
  const { port } = new URL(receiver.url)
  expect(await here.post(`http://localhost:${port}/`, input)).toMatchObject({ status: 200 })
  expect(await here.post(`http://[::ffff:127.0.0.1]:${port}/`, input)).toMatchObject({ status: 200 })
  expect(receiver.received.length).toBe(2)
})

test('a name that does not resolve is a failure, not a pass', async () => {
  const outbound = createOutbound({
    allowPrivate: true,
    allowed: '',
    resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  })
  expect(await outbound.post('http://nowhere.example/', input)).toMatchObject({ status: null, errorClass: 'dns' })
})

test('F37: a receiver that says nothing, or drips its headers, is cut at the time limit', async () => {
  const silent = await receive(hangs)
  expect(await here.post(silent.url, { ...input, timeoutMs: 150 })).toMatchObject({ status: null, errorClass: 'timeout' })
  const dripping = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x-drip: 1\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await here.post(`http://127.0.0.1:${dripping.port}/`, { ...input, timeoutMs: 300 })).toMatchObject({
    status: null,
    errorClass: 'timeout',
  })
})

test('a body that stalls does not undo the status', async () => {
  const receiver = await receive((response) => void response.writeHead(200, { 'content-length': '100' }).write('half'))
  expect(await here.post(receiver.url, { ...input, timeoutMs: 200 })).toMatchObject({ status: 200, bodyExcerpt: 'half' })
})

test('F39: a closed port, a reset, an answer that is no HTTP and one that is no TLS each have their class', async () => {
  const closed = await receive()
  await closed.stop()
  expect(await here.post(closed.url, input)).toMatchObject({ status: null, errorClass: 'refused' })
  const resetting = await listen((socket) => void socket.once('data', () => socket.resetAndDestroy()))
  expect(await here.post(`http://127.0.0.1:${resetting.port}/`, input)).toMatchObject({ status: null, errorClass: 'reset' })
  const babbling = await listen((socket) => void socket.end('HELLO WORLD\r\n\r\n'))
  expect(await here.post(`http://127.0.0.1:${babbling.port}/`, input)).toMatchObject({ status: null, errorClass: 'protocol' })
  expect(await here.post(`https://127.0.0.1:${babbling.port}/`, input)).toMatchObject({ status: null, errorClass: 'tls' })
})

test('our own stop is told apart from a time-out', async () => {
  const silent = await receive(hangs)
  const stop = new AbortController()
  const posted = here.post(silent.url, { ...input, signal: stop.signal })
  stop.abort()
  expect(await posted).toMatchObject({ status: null, errorClass: 'stopped' })
})

test('POSTs in a row share a connection; one that the receiver has closed meanwhile is made anew', async () => {
  const requests: number[] = []
  const server = await listen((socket) => {
    const connection = requests.push(0) - 1
    socket.on('data', () => {
      requests[connection] = (requests[connection] ?? 0) + 1
      if (connection === 0 && requests[0] === 3) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    })
  })
  const connection = here.connect(`http://127.0.0.1:${server.port}/`)
  onTestFinished(() => connection.close())
  for (let nth = 0; nth < 4; nth++) expect(await connection.post(input)).toMatchObject({ status: 204 })
  expect(requests).toEqual([3, 2])
})

test('a first POST that is reset is a failure, and so is one that is reset on a fresh connection too', async () => {
  let answers = 1
  const server = await listen((socket) => {
    socket.on('data', () => (answers-- > 0 ? socket.write('HTTP/1.1 204 No Content\r\n\r\n') : socket.resetAndDestroy()))
  })
  const connection = here.connect(`http://127.0.0.1:${server.port}/`)
  onTestFinished(() => connection.close())
  const outcomes = [await connection.post(input), await connection.post(input), await connection.post(input)]
  expect(outcomes.map(({ status, errorClass }) => status ?? errorClass)).toEqual([204, 'reset', 'reset'])
  expect(server.connections()).toBe(3)
})

test('a reset that comes long after a POST on a used connection is a failure: the receiver had it', async () => {
  let requests = 0
  const server = await listen((socket) => {
    socket.on('data', () => {
      requests += 1
      if (requests === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      else setTimeout(() => socket.resetAndDestroy(), 1_100)
    })
  })
  const connection = here.connect(`http://127.0.0.1:${server.port}/`)
  onTestFinished(() => connection.close())
  expect(await connection.post(input)).toMatchObject({ status: 204 })
  expect(await connection.post(input)).toMatchObject({ status: null, errorClass: 'reset' })
  expect(requests).toBe(2)
})

test('F50: each new connection of POSTs in a row checks the address anew', async () => {
  const receiver = await receive((response) => response.writeHead(200, { connection: 'close' }).end())
  let address = '127.0.0.1'
  const outbound = createOutbound({ allowPrivate: false, allowed: '127.0.0.1', resolve: async () => [address] })
  const connection = outbound.connect(`http://rebinding.example:${new URL(receiver.url).port}/`)
  onTestFinished(() => connection.close())
  expect(await connection.post(input)).toMatchObject({ status: 200 })
  address = '10.0.0.1'
  expect(await connection.post(input)).toMatchObject({ status: null, errorClass: 'blocked' })
  expect(receiver.received).toHaveLength(1)
  expect(await here.connect('ftp://127.0.0.1/').post(input)).toMatchObject({ status: null, errorClass: 'blocked' })
})
