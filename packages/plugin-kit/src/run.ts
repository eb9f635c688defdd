import type { Plugin } from './plugin.ts'
import type { Environment } from './settings.ts'
import { startPlugin } from './start.ts'

const longestStopMs = 10_000
/** Ctrl-C reaches a plugin from the terminal and from npm: a second signal within this time is the same request. */
const echoMs = 1_000

/** A later signal ends the process at once. */
function onRequestToStop(signal: 'SIGTERM' | 'SIGINT', stop: () => void): void {
  let firstMs: number | undefined
  process.on(signal, () => {
    firstMs ??= performance.now()
    if (performance.now() - firstMs > echoMs) process.exit(1)
    stop()
  })
}

/**
 * The whole process of a plugin: started from the environment, stopped by a signal, or with exit code 0 when its integrations were removed.
 * `create` throws an Error that says what is set wrongly.
 */
export async function runPlugin<Event>(create: (environment: Environment) => Plugin<Event>): Promise<void> {
  try {
    const environment = process.env
    const signal = Promise.withResolvers<null>()
    for (const name of ['SIGTERM', 'SIGINT'] as const) onRequestToStop(name, () => signal.resolve(null))
    const running = await Promise.race([startPlugin(create(environment), { environment }), signal.promise])
    // It waits for Tandem still, and has nothing in hand.
    if (running === null) process.exit(0)
    await Promise.race([signal.promise, running.ended])
    // A provider that does not answer does not block the stop: the event is acted on after the next start.
    setTimeout(() => process.exit(0), longestStopMs).unref()
    await running.stop()
    process.exit(0)
  } catch (failure) {
    process.stderr.write(`The plugin could not start: ${failure instanceof Error ? failure.message : 'unknown failure'}\n`)
    process.exit(1)
  }
}
