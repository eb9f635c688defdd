import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { initialisedDataDir } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'
import { ask, succeeded } from '../faults/rig/ask.ts'
import { freePort } from '../faults/rig/tandem.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

test('SIGTERM loses no log line of an answered request', { meta: { proves: ['log.request'] } }, async () => {
  const PORT = String(await freePort())
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', DATA_DIR: await initialisedDataDir(), PORT }
  const child = spawn(process.execPath, [main], { cwd: '/', env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written = text(child.stdout)
  const url = `http://127.0.0.1:${PORT}`
  await until('the service to be ready', async () => succeeded(await ask(url, { method: 'GET', path: '/health/ready' })))
  const asked = Array.from({ length: 50 }, (_, at) => `last-${at}`)
  await Promise.all(asked.map((id) => fetch(`${url}/api/version`, { headers: { 'x-request-id': id } }).then((answer) => answer.text())))
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  const lines = (await written).trimEnd().split('\n')
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; reqId?: string })
  expect(logged.flatMap(({ reqId }) => (asked.includes(reqId ?? '') ? [reqId] : [])).toSorted()).toEqual(asked.toSorted())
  expect(logged.map(({ msg }) => msg)).toContain('shutting down')
})
