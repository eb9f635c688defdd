import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const source = fileURLToPath(new URL('../../src/end-signals.ts', import.meta.url))

/** A process that prints how it treats each signal. */
async function startListener(echoForMs: number) {
  const program = `
    import { onEndSignals } from ${JSON.stringify(source)}
    onEndSignals({ end: (signal) => console.log('end', signal), force: (signal) => console.log('force', signal) }, ${echoForMs})
    process.on('SIGUSR2', () => console.log('heard'))
    setInterval(() => {}, 1_000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async () => (await lines.next()).value
  expect(await said()).toBe('ready')
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  return { said, kill, end: async () => (kill('SIGKILL'), once(child, 'close')) }
}

test('any signal that is repeated within a moment counts once (F129)', {
  meta: { proves: ['ops.shutdown.echoed-signal'] },
}, async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const { said, kill, end } = await startListener(3_600_000)
    kill(signal)
    expect(await said()).toBe(`end ${signal}`)
    kill(signal)
    kill('SIGUSR2')
    expect(await said()).toBe('heard')
    await end()
  }
})

test('the same signal after that forces; another one, which a shell passes on, does not (F129)', {
  meta: { proves: ['ops.shutdown.echoed-signal'] },
}, async () => {
  const { said, kill } = await startListener(-1)
  kill('SIGINT')
  expect(await said()).toBe('end SIGINT')
  kill('SIGTERM')
  kill('SIGUSR2')
  expect(await said()).toBe('heard')
  kill('SIGINT')
  expect(await said()).toBe('force SIGINT')
  kill('SIGTERM')
  expect(await said()).toBe('force SIGTERM')
})
