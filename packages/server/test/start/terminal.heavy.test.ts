import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'

const mainScript = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const hasTerminals = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

beforeEach(({ skip }) => skip(!hasTerminals, 'script(1) of util-linux is not installed'))

/** `npm start` on a terminal of its own, with its output and keys. */
async function startOnTerminal(environment: Record<string, string>) {
  const dataDir = `${await scratchFolder()}/data`
  const terminal = spawn('script', ['-qec', `exec '${process.execPath}' '${mainScript}'`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', DATA_DIR: dataDir, PORT: '0', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  let shown = ''
  terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  const ended = once(terminal, 'close').then(() => terminal.exitCode)
  await until('the service to be ready', () => shown.includes('Tandem is ready at') && shown.split('Tandem is ready at')[1]?.includes('\n'))
  const ctrlC = async () => {
    terminal.stdin.write('\u0003')
    return ended
  }
  return { dataDir, shown: () => shown.replaceAll('\r\n', '\n'), ctrlC }
}

test('at a terminal the service says in words where it is, where the data are and how to stop it', async () => {
  const terminal = await startOnTerminal({ NO_COLOR: '1' })
  await until('how to stop it', () => terminal.shown().includes('Ctrl-C'))
  expect(await terminal.ctrlC()).toBe(0)
  const lines = terminal.shown().split('\n')
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([])
  expect(lines.filter((line) => /migration/.test(line))).toHaveLength(1)
  expect(terminal.shown()).toMatch(/^\d\d:\d\d:\d\d Tandem is ready at http:\/\/127\.0\.0\.1:\d+$/m)
  expect(terminal.shown()).toContain(`Everything is kept in ${terminal.dataDir}\n`)
  expect(terminal.shown()).toContain('shutting down')
  expect(lines.length).toBeLessThan(15)
})

test('LOG_FORMAT=json is JSON on a terminal too', async () => {
  const terminal = await startOnTerminal({ LOG_FORMAT: 'json' })
  expect(await terminal.ctrlC()).toBe(0)
  const lines = terminal
    .shown()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('^C'))
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
})
