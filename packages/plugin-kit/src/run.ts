import type { Plugin } from './plugin.ts'
import type { Environment } from './settings.ts'
import { startPlugin } from './start.ts'

const longestStopMs = 10_000

/**
 * The whole process of a plugin: started from the environment, stopped by a signal, or with exit code 0 when its integrations were removed.
 * `create` throws an Error that says what is set wrongly.
 */
export async function runPlugin<Event>(create: (environment: Environment) => Plugin<Event>): Promise<void> {
  try {
    const environment = process.env
    const running = await startPlugin(create(environment), { environment })
    const signal = Promise.withResolvers<void>()
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => signal.resolve())
    await Promise.race([signal.promise, running.ended])
    // A provider that does not answer holds nobody up: the event is acted on after the next start.
    setTimeout(() => process.exit(0), longestStopMs).unref()
    await running.stop()
    process.exit(0)
  } catch (failure) {
    process.stderr.write(`The plugin could not start: ${failure instanceof Error ? failure.message : 'unknown failure'}\n`)
    process.exit(1)
  }
}
