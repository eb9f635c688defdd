import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A plugin as its operator runs it, to be killed. */
export type PluginProcess = {
  url: string
  /** Without a chance to say anything: `kill -9`. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Resolves with the exit code once it ends by itself. */
  exited: Promise<number | null>
  /** Its output so far. */
  output(): string
}

const running = new Set<ChildProcess>()

/** Kills the processes that a failed test has left running. */
export function killPluginProcesses(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Runs a main file in this Node, and waits until it is ready. If it exits before, throws with its output. */
export async function startPluginProcess(main: string, environment: Record<string, string>): Promise<PluginProcess> {
  const child: ChildProcess = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...environment }, stdio: 'pipe' })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const url = `http://127.0.0.1:${environment.PORT}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the plugin ended with ${child.exitCode}: ${output}`)
    await wait(20)
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return { url, exited, output: () => output, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  )
}
