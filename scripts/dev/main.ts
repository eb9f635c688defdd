import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openData } from './data.ts'
import { freePort, refuseTakenPort } from './ports.ts'
import { startWatched, type Watched } from './watched.ts'

/**
 * `npm run dev`: the service and the web app at one address. Both start again when their sources change; PostgreSQL, which belongs to this
 * process, goes on meanwhile. Settings are those of `npm start`, except that DATA_DIR is ./data/dev when absent. `--demo`
 * fills new data with people and boards.
 */
const host = '127.0.0.1'
const port = Number(process.env.PORT || 3000)
const url = `http://${host}:${port}`
const sourceAt = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const stop = new AbortController()
const stopped = once(stop.signal, 'abort')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

await develop().catch((error: Error) => {
  process.stderr.write(`npm run dev: ${error.message}\n`)
  process.exitCode = 1
})

/** Resolves after a signal, when everything that was started has ended. */
async function develop(): Promise<void> {
  const { demo } = parseArgs({ options: { demo: { type: 'boolean', default: false } } }).values
  await refuseTakenPort(host, port)
  // The service, which finds no built web app there, would warn of it at each start.
  await mkdir(sourceAt('apps/web/dist/assets'), { recursive: true }).catch(() => {})
  const data = await openData(process.env)
  const programs: Watched[] = []
  try {
    const servicePort = String(await freePort(host))
    const service = { ...data.environment, HOST: host, PORT: servicePort, PUBLIC_URL: url }
    const web = { HOST: host, PORT: String(port), TANDEM_URL: `http://${host}:${servicePort}` }
    programs.push(startWatched(sourceAt('packages/server/src/main.ts'), service))
    programs.push(startWatched(sourceAt('apps/web/scripts/dev.ts'), web))
    void data.welcome(url, demo, stop.signal)
    // A program that fails waits for the next change of its files, and so does not end.
    await Promise.race([stopped, ...programs.map(({ ended }) => ended)])
    if (!stop.signal.aborted) throw new Error('a watcher has ended by itself.')
  } finally {
    stop.abort()
    await Promise.all(programs.map((program) => program.stop()))
    await data.close()
  }
}
