import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../rest/world.ts'
import { upload } from './files.ts'

const chromium = '/usr/bin/chromium'
const patienceMs = 20_000

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

/** The service as a browser that is signed in sees it, beside a page of our own: does the browser run scripts at all? */
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

async function openInBrowser(path: string): Promise<void> {
  const { port } = front.address() as AddressInfo
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${home}`, '--virtual-time-budget=1000', '--dump-dom']
  const child = spawn(chromium, [...flags, `http://127.0.0.1:${port}${path}`], { stdio: 'ignore' })
  const limit = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await once(child, 'exit')
  clearTimeout(limit)
}

test('HTML, SVG and XML that are opened in a browser run nothing (F71)', { timeout: 120_000 }, async ({ skip }) => {
  if (!existsSync(chromium)) skip(`there is no ${chromium}; that the headers forbid it is tested in upload.test.ts`)
  await openInBrowser('/own.html')
  expect(canary).toBe(1)
  for (const [name, type, text] of posing) {
    const { body } = await upload(world, world.member, text, { name, type })
    for (const query of ['', '?inline=1']) await openInBrowser(body.url + query)
  }
  expect(canary).toBe(1)
})
