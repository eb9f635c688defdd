import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programAt } from '../checkout.ts'
import { type Child, startChild } from './child.ts'

/** A service whose data are removed when it is stopped. */
export type DemoService = {
  url: string
  directory: string
  ended: Promise<number | string>
  /** The latest lines of its log, without routine ones. */
  lastWords(): string
  stop(): Promise<void>
}

const main = programAt('main', import.meta.resolve('@tandem/server'))
const preload = programAt('end-with-parent', import.meta.url)
/** Levels below `warn` of the service's log. */
const everyday = /^{"level":[123]0,/

/** Starts the file of `npm start` with a temporary directory and a free port. Throws if it ends before it is ready. */
export async function startService(onStart: (service: Pick<DemoService, 'lastWords' | 'stop'>) => void): Promise<DemoService> {
  // No await before the start, so that an interruption finds neither folder nor process, or both.
  const directory = mkdtempSync(join(tmpdir(), 'tandem-demo-'))
  const ready = Promise.withResolvers<string>()
  const child = startChild(main, {
    preload,
    env: { HOST: '127.0.0.1', PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'info' },
    onLine: (line) => {
      const url = /Tandem is ready at (http:[^"\s]+)/.exec(line)?.[1]
      if (url !== undefined) ready.resolve(url)
    },
  })
  const stop = async () => {
    await child.end()
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  const lastWords = () =>
    child
      .lastWords()
      .split('\n')
      .filter((line) => !everyday.test(line))
      .join('\n')
  onStart({ lastWords, stop })
  return { url: await beforeItEnds(child, ready.promise), directory, ended: child.ended, lastWords, stop }
}

async function beforeItEnds(child: Child, ready: Promise<string>): Promise<string> {
  const ended = child.ended.then((code) => {
    throw new Error(`the service ended (${code}) before it was ready`)
  })
  // Afterwards its end is intended.
  ended.catch(() => {})
  return Promise.race([ready, ended])
}
