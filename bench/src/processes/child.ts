import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A process of ours with a channel to it. */
export type Child = {
  pid: number
  /** Asks one question at a time. Throws what the child threw, or that it ended. */
  ask<Answer>(question: unknown): Promise<Answer>
  hasEnded(): boolean
  /** The end of its stderr. */
  lastWords(): string
  /** SIGTERM, and SIGKILL if it has not exited within 10 s. */
  end(): Promise<void>
}

const patienceMs = 10_000

/** Starts a TypeScript file of this package, or that of `npm start`, with only the given environment. */
export function startChild(file: URL, options: { env?: Record<string, string>; execArgv?: string[]; cwd?: string } = {}): Child {
  const child = fork(fileURLToPath(file), [], {
    execArgv: options.execArgv ?? [],
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: process.env.HOME ?? '/', NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let words = ''
  const hear = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4_000)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    ask: <Answer>(question: unknown) => ask<Answer>(child, question, () => words),
    hasEnded,
    lastWords: () => words,
    end: () => (hasEnded() ? Promise.resolve() : end(child)),
  }
}

type Reply<Answer> = { answer: Answer } | { failure: string }

function ask<Answer>(child: ChildProcess, question: unknown, lastWords: () => string): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const onExit = () => reject(new Error(`a process of the bench ended early:\n${lastWords()}`))
    child.once('exit', onExit)
    child.once('message', (reply: Reply<Answer>) => {
      child.off('exit', onExit)
      if ('failure' in reply) reject(new Error(reply.failure))
      else resolve(reply.answer)
    })
    child.send(question as object)
  })
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(timer)
}
