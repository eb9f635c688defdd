import { access } from 'node:fs/promises'
import { constants } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { before } from './before.ts'
import { createOutput, type Output } from './output.ts'
import { type DemoService, startService } from './service.ts'
import { type Login, tellStory } from './story.ts'
import { createTranscript, printFailure, type Transcript } from './transcript.ts'
import { readTrello, type SourceBoard } from './trello.ts'

const shared = new URL('../../../../../shared/data/trello/agile-sprint-board.json', import.meta.url)
const sample = new URL('sample-board.json', import.meta.url)

class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`)
    this.exitCode = 128 + constants.signals[signal]
  }
}

export type DemoOptions = {
  /** Leaves the service running at the end. */
  keep: boolean
  isJson: boolean
}

/** Runs the demo and returns its exit code. All of its processes are stopped in any case, in reverse order. */
export async function run({ keep, isJson }: DemoOptions): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(new Interrupted(signal)))
  process.on('uncaughtException', (error) => stop.abort(error))
  const started: { end(): Promise<void> }[] = []
  const output = createOutput(process.stdout, isJson)
  const transcript = createTranscript(output, stop.signal)
  let lastWords = () => ''
  const startedMs = performance.now()
  try {
    const { service, login } = await before(stop.signal, perform())
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    const ended = { claims: transcript.held(), failed: 0, seconds: Number(seconds) }
    output.say(`\n${ended.claims} steps checked, none failed (${seconds} s)`, ended)
    if (keep) await keepServing(output, service, login, stop.signal)
    return 0
  } catch (failure) {
    if (failure instanceof Interrupted) {
      output.say(`\n${failure.message}; cleaning up`, { claims: transcript.held(), failed: 0, interrupted: true })
      return failure.exitCode
    }
    printFailure(output, failure, lastWords())
    output.say(`\nfailed after ${transcript.held()} steps that passed`, { claims: transcript.held(), failed: 1 })
    return 1
  } finally {
    stop.abort(new Error('the demo is over'))
    for (const one of started.toReversed()) await one.end()
  }

  async function perform(): Promise<{ service: DemoService; login: Login }> {
    output.say('Tandem demo: a person and an agent finish a card together')
    const { path, board } = await boardFile()
    transcript.heading('The service')
    const service = await openService(transcript, (service) => {
      started.push({ end: service.stop })
      lastWords = service.lastWords
    })
    const stage = {
      url: service.url,
      transcript,
      signal: stop.signal,
      onTrouble: (problem: Error) => stop.abort(problem),
      onProcess: (child: { end(): Promise<void> }) => started.push(child),
    }
    return { service, login: await tellStory(stage, board, basename(path)) }
  }
}

function openService(transcript: Transcript, onStart: Parameters<typeof startService>[0]): Promise<DemoService> {
  return transcript.claim(
    'service',
    ({ url, directory }: DemoService) => `is ready at ${url}, keeping its data in ${directory}`,
    async () => {
      const service = await startService(onStart)
      const response = await fetch(`${service.url}/health/ready`)
      if (response.status !== 200) throw new Error(`/health/ready answered ${response.status}`)
      return service
    },
  )
}

function keepServing(
  { say }: Output,
  { url, directory, ended }: DemoService,
  { email, password }: Login,
  signal: AbortSignal,
): Promise<void> {
  const lines = [
    `\nThe service is still running at ${url}`,
    `  sign in as ${email} with the password ${password}`,
    `  Ctrl-C ends it and removes ${directory}`,
  ]
  say(lines.join('\n'), { url, email, password, directory })
  // Ctrl-C is the announced end, so it is no failure.
  const interrupted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const gone = ended.then((code) => {
    if (!signal.aborted) throw new Error(`the service ended unexpectedly (exit code ${code})`)
  })
  return Promise.race([interrupted, gone])
}

async function boardFile(): Promise<{ path: string; board: SourceBoard }> {
  const isThere = (url: URL) =>
    access(url).then(
      () => true,
      () => false,
    )
  const path = process.env.TANDEM_DEMO_BOARD || fileURLToPath((await isThere(shared)) ? shared : sample)
  return { path, board: await readTrello(path) }
}
