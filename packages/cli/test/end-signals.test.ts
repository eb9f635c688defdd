import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const source = fileURLToPath(new URL('../src/end-signals.ts', import.meta.url))

/** A process that says what each signal means to it. */
async function startListener(echoForMs: number) {
  const program = `
    import { onSignal } from ${JSON.stringify(source)}
    onSignal('SIGINT', (nth) => console.log(nth), ${echoForMs})
    process.on('SIGUSR2', () => console.log('heard'))
    setInterval(() => {}, 1_000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async () => (await lines.next()).value
  expect(await said()).toBe('ready')
  return { said, kill: (signal: NodeJS.Signals) => void child.kill(signal) }
}

test('Ctrl-C that comes twice within a moment is one request; a later one is the second (F129)', {
  meta: { proves: ['ops.shutdown.echoed-signal'] },
}, async () => {
  const echoing = await startListener(3_600_000)
  echoing.kill('SIGINT')
  expect(await echoing.said()).toBe('1')
  echoing.kill('SIGINT')
  echoing.kill('SIGUSR2')
  expect(await echoing.said()).toBe('heard')

  const later = await startListener(-1)
  later.kill('SIGINT')
  expect(await later.said()).toBe('1')
  later.kill('SIGINT')
  expect(await later.said()).toBe('2')
})
