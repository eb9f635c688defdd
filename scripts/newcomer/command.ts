import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from './account.ts'

/** The folder, environment and account of a command. */
export type Seat = { cwd: string; env: Record<string, string>; account: Account | null }

export type Running = {
  out(): string
  err(): string
  /** Waits until its output matches. If it ends before, or after `patienceMs`, throws with all of its output. */
  shows(pattern: RegExp, patienceMs: number): Promise<RegExpExecArray>
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
  /** Does what Ctrl-C does: SIGINT to the whole process group. */
  interrupt(): void
}

export type Finished = { code: number | string; out: string; err: string }

const running = new Set<ChildProcess>()

/** Starts a line of a shell, in a process group of its own as a terminal does. */
export function start(line: string, { cwd, env, account }: Seat): Running {
  const child = spawn('/bin/sh', ['-c', line], { cwd, env, ...account, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const written = { out: '', err: '' }
  let wake = Promise.withResolvers<void>()
  const hear = (into: keyof typeof written) => (chunk: string) => {
    written[into] += chunk
    wake.resolve()
    wake = Promise.withResolvers()
  }
  child.stdout.setEncoding('utf8').on('data', hear('out'))
  child.stderr.setEncoding('utf8').on('data', hear('err'))
  const ended = once(child, 'close').then(([code, signal]): number | string => {
    running.delete(child)
    return code ?? signal
  })
  const lost = ended.then((code) => {
    throw new Error(`\`${line}\` ended (${code}) too early:\n${written.out}${written.err}`)
  })
  lost.catch(() => {})
  return {
    out: () => written.out,
    err: () => written.err,
    ended,
    interrupt: () => signalGroup(child, 'SIGINT'),
    async shows(pattern, patienceMs) {
      const late = AbortSignal.timeout(patienceMs)
      const tooLate = once(late, 'abort').then(() => {
        throw new Error(`\`${line}\` did not show ${pattern} within ${patienceMs / 1000} s:\n${written.out}${written.err}`)
      })
      tooLate.catch(() => {})
      for (;;) {
        const found = pattern.exec(written.out)
        if (found) return found
        await Promise.race([wake.promise, lost, tooLate])
      }
    },
  }
}

/** Runs a line of a shell to its end. Throws when that takes longer than `patienceMs`. */
export async function finish(line: string, seat: Seat, patienceMs = 300_000): Promise<Finished> {
  const command = start(line, seat)
  const code = await within(patienceMs, command.ended, `\`${line}\` did not end`)
  return { code, out: command.out(), err: command.err() }
}

/** Throws `problem` when the work takes longer. */
export async function within<T>(patienceMs: number, work: Promise<T>, problem: string): Promise<T> {
  const over = new AbortController()
  const late = once(AbortSignal.any([AbortSignal.timeout(patienceMs), over.signal]), 'abort').then(() => {
    throw new Error(`${problem} within ${patienceMs / 1000} s`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
  }
}

/** Kills all child processes that still run, after a failure. */
export function killAll(): void {
  for (const child of running) signalGroup(child, 'SIGKILL')
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // No process of the group is left.
  }
}
