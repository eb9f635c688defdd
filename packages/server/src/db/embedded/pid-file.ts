import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from './errors.ts'

/** `postmaster.pid`, by which PostgreSQL marks a directory as taken. `pid` is null when the text is empty or garbage. */
export type PidFile = { text: string; pid: number | null; socketDir: string; status: string; ageMs: number }

/** Returns null when there is none. Line 1 is the pid, line 5 the folder of the socket, line 8 the status ("starting", "ready", "stopping"). */
export async function readPidFile(pgdata: string): Promise<PidFile | null> {
  const path = pidFilePath(pgdata)
  try {
    const text = await readFile(path, 'utf8')
    const { mtimeMs } = await stat(path)
    const lines = text.split('\n')
    const pid = Number(lines[0])
    const valid = Number.isInteger(pid) && pid > 0
    return {
      text,
      pid: valid ? pid : null,
      socketDir: (lines[4] ?? '').trim(),
      status: (lines[7] ?? '').trim(),
      ageMs: Date.now() - mtimeMs,
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Takes a stale file out of the way. Between the judgement and the removal another starter may have put its
 * own file there: so it is renamed first, read again, and put back if it is not the one that was judged.
 */
export async function removeStalePidFile(pgdata: string, judged: PidFile): Promise<void> {
  const aside = `${pidFilePath(pgdata)}.stale-${randomBytes(4).toString('hex')}`
  try {
    await rename(pidFilePath(pgdata), aside)
    if ((await readFile(aside, 'utf8')) !== judged.text) await link(aside, pidFilePath(pgdata))
  } catch (error) {
    const code = systemErrorCode(error)
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
}

const pidFilePath = (pgdata: string) => join(pgdata, 'postmaster.pid')
