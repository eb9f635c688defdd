import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { gatherLines } from '../../src/gathered-lines.ts'
import { until } from '../kit/http.ts'

const source = fileURLToPath(new URL('../../src/log.ts', import.meta.url))

const messagesIn = (written: string) =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).msg as string)

/** The messages on the standard output of a process that runs `act` with a log. */
async function loggedBy(act: string): Promise<string[]> {
  const program = `
    import { openLog } from ${JSON.stringify(source)}
    const log = openLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, process.stdout, {})
    ${act}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [written] = await Promise.all([text(child.stdout), once(child, 'close')])
  return messagesIn(written)
}

test('lines are written together: after 20 ms, with a warning, or when the buffer is full', async () => {
  const written: string[] = []
  const log = pino({}, gatherLines({ write: (lines) => written.push(lines) }))
  const child = log.child({ reqId: 'one' })
  child.info('first')
  log.info('second')
  expect(written).toEqual([])
  child.warn('third')
  expect(written.map(messagesIn)).toEqual([['first', 'second', 'third']])
  log.info('fourth')
  expect(written).toHaveLength(1)
  await until(() => written.length === 2)
  expect(messagesIn(written[1] ?? '')).toEqual(['fourth'])
  for (let sent = 0; written.length === 2; sent++) log.info(`${sent}`.padEnd(1_000))
  expect(messagesIn(written[2] ?? '')).toHaveLength(3)
})

test.each([
  ['has nothing left to do', ''],
  ['exits', 'process.exit(0)'],
  ['ends with an uncaught error', 'null.field'],
  ['ends with an unhandled rejection', 'Promise.reject(new Error("no"))'],
])('a process that %s writes all lines', async (_end, act) => {
  expect(await loggedBy(`log.info('first'); log.info('second'); ${act}`)).toEqual(['first', 'second'])
})

test('an error is written before the next line of code runs, with the lines before it', async () => {
  expect(await loggedBy(`log.info('first'); log.error('second'); process.kill(process.pid, 'SIGKILL')`)).toEqual(['first', 'second'])
})
