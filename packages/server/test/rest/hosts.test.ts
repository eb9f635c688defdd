import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { freePort } from '../faults/rig/tandem.ts'
import { startTestService, type TestService } from '../kit/service.ts'
import { exchange } from './requests/raw.ts'

const withHost = (url: string, host: string, request = 'GET /api/version', ...more: string[]) =>
  exchange(url, [`${request} HTTP/1.1`, `Host: ${host}`, ...more])

const statuses = async (url: string, hosts: readonly string[], ...more: string[]) =>
  Object.fromEntries(await Promise.all(hosts.map(async (host) => [host, (await withHost(url, host, 'GET /api/version', ...more)).status])))
const all = (hosts: readonly string[], status: number) => Object.fromEntries(hosts.map((host) => [host, status]))

const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
const surfaces: [request: string, ...headers: string[]][] = [
  ['GET /'],
  ['GET /boards', 'Accept: text/html'],
  ['GET /assets/index.js'],
  ['GET /api/version'],
  ['GET /api/auth/providers'],
  ['POST /api/auth/login', 'Content-Length: 0'],
  ['GET /openapi.json'],
  ['GET /docs/api'],
  ['GET /llms.txt'],
  ['GET /agents.md'],
  ['GET /metrics'],
  ['GET /oauth/authorize'],
  ['POST /oauth/register', 'Content-Length: 0'],
  ['POST /oauth/token', 'Content-Length: 0'],
  ['POST /oauth/revoke', 'Content-Length: 0'],
  ['OPTIONS /oauth/token'],
  ['GET /.well-known/oauth-authorization-server'],
  ['GET /.well-known/oauth-protected-resource'],
  ['GET /oidc/google/start'],
  ['POST /mcp', 'Content-Length: 0'],
  ['OPTIONS /mcp', 'Origin: http://evil.example'],
  ['GET /ws'],
  ['GET /ws', ...upgrade],
  ['GET /nowhere'],
]

describe('without PUBLIC_URL', () => {
  let tandem: TestService
  beforeAll(async () => {
    tandem = await startTestService()
  })
  afterAll(() => tandem.stop())

  test('a page that rebinds its name to this address cannot register, and so cannot become the instance admin (F99)', async () => {
    const port = new URL(tandem.url).port
    const body = JSON.stringify({ email: 'eve@example.com', password: 'correct horse battery', name: 'Eve' })
    const lines = [
      'POST /api/auth/register HTTP/1.1',
      `Host: evil.example:${port}`,
      `Origin: http://evil.example:${port}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    const refusal = await exchange(tandem.url, lines, body)
    expect([refusal.status, refusal.body.error.code]).toEqual([403, 'forbidden'])
    expect(refusal.body.error.message).toContain('ALLOWED_HOSTS')
    const ada = await tandem.register('Ada')
    expect((await ada.get('/api/me')).body.isInstanceAdmin).toBe(true)
  })

  test.each(surfaces)(
    'every surface refuses a foreign Host: %s (F99)',
    { meta: { proves: ['edge.host.foreign'] } },
    async (request, ...headers) => {
      for (const host of ['evil.example', 'evil.example:3000']) {
        const answer = await withHost(tandem.url, host, request, ...headers)
        expect([request, answer.status]).toEqual([request, 403])
        expect(answer.text).toContain('ALLOWED_HOSTS')
      }
    },
  )

  test('names of this machine and IP addresses are taken, on any port', { meta: { proves: ['edge.host.own'] } }, async () => {
    const own = [
      'localhost',
      'LOCALHOST:1',
      'localhost.',
      'tandem.localhost:80',
      '127.0.0.1',
      '127.0.0.2:3000',
      '[::1]:80',
      '[fe80::1]',
      '192.168.1.7:3000',
    ]
    expect(await statuses(tandem.url, own)).toEqual(all(own, 200))
  })

  test('names that only look like those are refused', async () => {
    const foreign = [
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evillocalhost',
      'tandem:3000',
      'a@localhost',
      '[::1',
      '1.2.3',
      'x:y',
    ]
    expect(await statuses(tandem.url, foreign)).toEqual(all(foreign, 403))
  })

  test('health is answered under every host name', { meta: { proves: ['edge.host.health'] } }, async () => {
    for (const path of ['/health/live', '/health/ready'])
      expect((await withHost(tandem.url, 'pool-7.balancer.internal', `GET ${path}`)).status).toBe(200)
  })

  test('a header that a client makes up changes nothing', async () => {
    expect((await withHost(tandem.url, 'evil.example', 'GET /api/version', 'X-Forwarded-Host: localhost')).status).toBe(403)
    expect((await withHost(tandem.url, 'localhost', 'GET /api/version', 'X-Forwarded-Host: evil.example')).status).toBe(200)
  })
})

async function withService(environment: Record<string, string>, act: (tandem: TestService) => Promise<void>): Promise<void> {
  const tandem = await startTestService({ environment })
  try {
    await act(tandem)
  } finally {
    await tandem.stop()
  }
}

test('names of PUBLIC_URL, MCP_PUBLIC_URL, HOST and ALLOWED_HOSTS are taken, on the port of MCP too', {
  meta: { proves: ['edge.host.own'] },
}, async () => {
  const port = String(await freePort())
  const environment = {
    PUBLIC_URL: 'https://Tandem.example.com',
    MCP_PUBLIC_URL: 'https://mcp.example.com:8443',
    MCP_PORT: port,
    HOST: 'board.lan',
    ALLOWED_HOSTS: 'tandem, Boards.internal',
  }
  await withService(environment, async ({ url }) => {
    const own = ['tandem.example.com', 'mcp.example.com', 'board.lan:3000', 'tandem:3000', 'boards.internal', 'localhost']
    expect(await statuses(url, own)).toEqual(all(own, 200))
    expect(await statuses(url, ['evil.example', 'x.tandem.example.com'])).toEqual({ 'evil.example': 403, 'x.tandem.example.com': 403 })
    const mcp = `http://127.0.0.1:${port}`
    const path = 'GET /.well-known/oauth-protected-resource/mcp'
    expect((await withHost(mcp, 'mcp.example.com', path)).status).toBe(200)
    expect((await withHost(mcp, 'evil.example', path)).status).toBe(403)
    expect((await withHost(mcp, 'evil.example', 'POST /mcp', 'Content-Length: 0')).status).toBe(403)
  })
})

test('behind a proxy both the name that it was called by and the one that it calls must be allowed', {
  meta: { proves: ['edge.host.proxy'] },
}, async () => {
  await withService({ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://tandem.example.com' }, async ({ url }) => {
    const statusOf = async (host: string, forwarded: string) =>
      (await withHost(url, host, 'GET /api/version', `X-Forwarded-Host: ${forwarded}`)).status
    expect(await statusOf('127.0.0.1:3000', 'tandem.example.com')).toBe(200)
    expect(await statusOf('tandem.example.com', 'tandem.example.com')).toBe(200)
    expect(await statusOf('127.0.0.1:3000', 'evil.example')).toBe(403)
    // Many proxies pass on the header that the client sent.
    expect(await statusOf('evil.example', 'tandem.example.com')).toBe(403)
  })
})

test('ALLOWED_HOSTS takes names, or * for any', { meta: { proves: ['edge.host.allowed'] } }, async () => {
  await withService({ ALLOWED_HOSTS: '*' }, async ({ url }) => {
    expect(await statuses(url, ['anything.example'])).toEqual({ 'anything.example': 200 })
  })
  for (const ALLOWED_HOSTS of ['https://tandem.lan', 'tandem.lan:3000', 'a b', '*.lan'])
    expect(() => readConfig({ ALLOWED_HOSTS })).toThrow(/ALLOWED_HOSTS: must be host names/)
})
