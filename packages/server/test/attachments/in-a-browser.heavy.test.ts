import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromiumPath } from '../kit/chromium.ts'
import { startWorld, type World } from '../rest/world.ts'
import { upload } from './files.ts'

/** The longest time for the browser to start and send its first request. */
const patienceMs = 120_000
/** Time for a script in the page to run. A page ends a headless browser by itself; a download does not. */
const [aPageMs, aDownloadMs] = [90_000, 2_000]
/** Keeps the browser from sending requests of its own. */
const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']

const script = `fetch('/canary')`
const posing: [string, string, string][] = [
  ['page.html', 'text/html', `<!doctype html><script>${script}</script>`],
  ['image.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`],
  ['data.xml', 'application/xml', `<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></x>`],
]

let world: World
let front: Server
let canary = 0
let home: string

/** A proxy that signs the browser in, with a page of its own that proves that the browser runs scripts. */
beforeAll(async () => {
  world = await startWorld()
  home = await mkdtemp(join(tmpdir(), 'tandem-chromium-'))
  front = createServer((request, response) => void answer(request.url ?? '/', response))
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
})
afterAll(async () => {
  front?.close()
  front?.closeAllConnections()
  await world?.service.stop()
  if (home) await rm(home, { recursive: true, force: true })
})

async function answer(path: string, response: ServerResponse): Promise<void> {
  if (path === '/canary') canary += 1
  if (path === '/canary' || path === '/own.html') {
    response.setHeader('content-type', 'text/html').end(posing[0]?.[2])
    return
  }
  const from = await fetch(world.service.url + path, { headers: world.viewer.headers })
  response.writeHead(from.status, Object.fromEntries(from.headers)).end(Buffer.from(await from.arrayBuffer()))
}

async function openInBrowser(path: string, afterAnswerMs: number): Promise<void> {
  const { port } = front.address() as AddressInfo
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    ...quiet,
    `--user-data-dir=${home}`,
    '--virtual-time-budget=1000',
    '--dump-dom',
  ]
  const child = spawn(chromiumPath ?? 'chromium', [...flags, `http://127.0.0.1:${port}${path}`], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const timers = new Set([setTimeout(() => child.kill('SIGKILL'), patienceMs)])
  const onAnswered = (request: IncomingMessage) => {
    if (request.url === path) timers.add(setTimeout(() => child.kill('SIGKILL'), afterAnswerMs))
  }
  front.on('request', onAnswered)
  await ended
  front.off('request', onAnswered)
  expect(timers.size, `the browser asked for ${path}`).toBeGreaterThan(1)
  for (const timer of timers) clearTimeout(timer)
}

test('HTML, SVG and XML that are opened in a browser run nothing (F71)', async ({ skip }) => {
  if (chromiumPath === null) skip(`there is no Chromium in /usr/bin; that the headers forbid it is tested in upload.test.ts`)
  await openInBrowser('/own.html', aPageMs)
  expect(canary).toBe(1)
  for (const [name, type, text] of posing) {
    const { body } = await upload(world, world.member, text, { name, type })
    for (const query of ['', '?inline=1']) await openInBrowser(body.url + query, aDownloadMs)
  }
  expect(canary).toBe(1)
})
