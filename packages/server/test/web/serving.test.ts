import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerError, nothingAt } from '../../src/surfaces/http/errors.ts'
import { mountWeb } from '../../src/surfaces/web/mount.ts'
import { startTestService, type TestService } from '../kit/service.ts'

/** The smallest possible build; and a whole service for the other routes. */
const directory = mkdtempSync(join(tmpdir(), 'tandem-web-'))
const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`
let tandem: TestService
let app: FastifyInstance
const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(
    join(directory, 'index.html'),
    '<!doctype html><title>Tandem</title><script type="module" src="/assets/index-1a2b.js"></script>',
  )
  writeFileSync(join(directory, 'assets', 'index-1a2b.js'), script)
  writeFileSync(join(directory, 'assets', 'index-1a2b.js.gz'), gzipSync(script))
  tandem = await startTestService()
  app = await serving(directory)
})
afterAll(async () => {
  await app?.close()
  await tandem?.stop()
  rmSync(directory, { recursive: true, force: true })
})

async function serving(from: string): Promise<FastifyInstance> {
  const server = Fastify()
  server.setErrorHandler(answerError)
  server.setNotFoundHandler((request) => {
    throw nothingAt(request)
  })
  mountWeb(server, { directory: from })
  await server.ready()
  return server
}

test('the page may load nothing but our own files, and is asked for anew each time', {
  meta: { proves: ['page.web.policy'] },
}, async () => {
  const { headers, statusCode, body } = await app.inject({ url: '/', headers: page })
  expect(statusCode).toBe(200)
  expect(body).toContain('index-1a2b.js')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(headers['cache-control']).toBe('no-cache')
  const again = await app.inject({ url: '/', headers: { ...page, 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('its files are cached for a year, and sent compressed to clients that accept it', {
  meta: { proves: ['page.web.policy'] },
}, async () => {
  const plain = await app.inject({ url: '/assets/index-1a2b.js' })
  expect(plain.body).toBe(script)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const packed = await app.inject({ url: '/assets/index-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(packed.rawPayload.length).toBeLessThan(script.length)
})

test('the app can be installed: its manifest and service worker have fixed names, are asked for anew, and load nothing', {
  meta: { proves: ['page.web.installable'] },
}, async () => {
  const installable = await serving(fileURLToPath(new URL('../../../../apps/web/public', import.meta.url)))
  const manifest = await installable.inject('/manifest.webmanifest')
  expect(manifest.headers).toMatchObject({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
  expect(manifest.json()).toMatchObject({ name: 'Tandem', start_url: '/', display: 'standalone' })
  for (const { src } of manifest.json().icons) expect((await installable.inject(src)).headers['content-type']).toBe('image/png')
  const worker = await installable.inject('/service-worker.js')
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
  })
  await installable.close()
  expect((await app.inject('/service-worker.js')).statusCode).toBe(404)
})

test('who navigates to a page of the app gets it; what programs ask for in vain is the error envelope', {
  meta: { proves: ['page.web.navigation'] },
}, async () => {
  for (const url of ['/boards/1/cards/ENG-1', '/invite/abc', '/sign-in'])
    expect((await app.inject({ url, headers: page })).body).toContain('<title>Tandem')
  const withSecret = await app.inject({ url: '/answer/abc', headers: page })
  expect(withSecret.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  for (const [url, headers] of [
    ['/boards/1', { accept: 'application/json' }],
    ['/boards/1', {}],
    ['/api/nothing', page],
    ['/assets/gone.js', page],
    ['/assets/%2e%2e%2findex.html', page],
    ['/assets/..%2fpackage.json', page],
    ['/.well-known/nothing', page],
  ] as const) {
    const answer = await app.inject({ url, headers })
    expect([url, answer.statusCode, answer.body]).toEqual([url, 404, expect.stringContaining('"not_found"')])
  }
  expect((await app.inject({ method: 'POST', url: '/boards/1', headers: page })).statusCode).toBe(404)
})

test('who comes while the first build is under way gets its page as soon as it is there', async () => {
  const later = join(directory, 'later')
  writeFileSync(`${later}.building`, '')
  const early = await serving(later)
  const answer = early.inject({ url: '/boards/1', headers: page })
  mkdirSync(join(later, 'assets'), { recursive: true })
  writeFileSync(join(later, 'assets', 'index-3c4d.js'), script)
  writeFileSync(join(later, 'index.html'), '<title>Fresh</title>')
  expect((await answer).body).toBe('<title>Fresh</title>')
  expect((await early.inject('/assets/index-3c4d.js')).body).toBe(script)
  await early.close()
})

test('without a build a page says how to make one, and everything else is served', {
  meta: { proves: ['page.web.not-built'] },
}, async () => {
  const bare = await serving(join(directory, 'none'))
  const answer = await bare.inject({ url: '/', headers: page })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('npm start')])
  await bare.close()
  expect((await tandem.anonymous.get('/openapi.json')).status).toBe(200)
  expect((await tandem.anonymous.get('/api/nothing')).body.error.code).toBe('not_found')
})
