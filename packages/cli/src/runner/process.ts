import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process, distinguished from a later one with the same pid. */
export type ProcessMark = { pid: number; startedAt: string }

/**
 * The shell around a command. It waits for a line, so that no command runs unrecorded; writes output to a file, so that a later runner can
 * read it too; and survives the signal that ends the command, so that there is always an exit code.
 */
const around = `p=$1 o=$2 e=$3
shift 3
trap : TERM INT HUP
IFS= read -r go || exit 125
"$@" <"$p" >>"$o" 2>&1
code=$?
(umask 077 && echo "$code" >"$e.new") && mv "$e.new" "$e"`

export type Held = {
  mark: ProcessMark
  /** Starts the command. */
  begin(): void
}

export type Start = {
  command: readonly string[]
  directory: string
  environment: Readonly<Record<string, string | undefined>>
  files: { input: string; output: string; exit: string }
}

/** Starts the shell in a process group of its own; the command waits for `begin`. Throws the failure of starting. */
export async function hold({ command, directory, environment, files }: Start): Promise<Held> {
  const child = spawn('/bin/sh', ['-c', around, 'sh', files.input, files.output, files.exit, ...command], {
    cwd: directory,
    env: environment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const pid = await started(child)
  child.unref()
  // The shell was killed before it has read its line.
  child.stdin?.on('error', () => {})
  return { mark: { pid, startedAt: (await startOf(pid)) ?? 'gone' }, begin: () => void child.stdin?.end('go\n') }
}

function started(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
}

export async function isAlive({ pid, startedAt }: ProcessMark): Promise<boolean> {
  return (await startOf(pid)) === startedAt
}

export async function ownMark(): Promise<ProcessMark> {
  return { pid: process.pid, startedAt: (await startOf(process.pid)) ?? '' }
}

/** On Linux, start times count from the last boot. */
let bootId: string | undefined

/** Null if there is no such process, or only a zombie. */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    // The name in parentheses may contain anything; the state is the first field after it, the start time the twentieth.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (!fields || fields[0] === 'Z') return null
    bootId ??= (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
    return `${bootId}-${fields[19]}`
  }
  const answer = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => null)
  return answer?.stdout.trim() || null
}

/** To the whole group: the command and all of its processes. */
export function signalGroup({ pid }: ProcessMark, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
