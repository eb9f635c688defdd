import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { systemErrorCode } from './errors.ts'

/**
 * Whether `pid` is a living PostgreSQL server of this data directory. False for a zombie and for a foreign program that got
 * the pid after a crash or a reboot (in a container pids repeat at once): PostgreSQL itself only asks whether
 * some process answers to the number, and then refuses to start for ever.
 */
export async function isServerOf(pgdata: string, pid: number): Promise<boolean> {
  return process.platform === 'linux' ? isLinuxServerOf(pgdata, pid) : isPostgresByName(pid)
}

async function isLinuxServerOf(pgdata: string, pid: number): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, command, state] = /^\d+ \((.*)\) (\S)/s.exec(line) ?? []
  if (!state || 'ZX'.includes(state) || command !== 'postgres') return false
  // The server's working directory is its data directory, for any path that leads there.
  const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => null), stat(pgdata)])
  // Unreadable: a postgres that hides from us. Wrongly taking it for ours only refuses; the reverse would harm.
  return theirs === null || (theirs.dev === ours.dev && theirs.ino === ours.ino)
}

async function isPostgresByName(pid: number): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'state=,comm=', '-p', String(pid)])
    const [state = '', ...command] = stdout.trim().split(/\s+/)
    return !state.startsWith('Z') && basename(command.join(' ')).startsWith('postgres')
  } catch {
    return false
  }
}

/** Whether any process has this pid, even a zombie or one of another user. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'
  }
}
