import { readPidFile, removeStalePidFile } from './pid-file.ts'
import { answersSignals, isServerOf } from './process-table.ts'

/** A living server that holds the data directory; `pid` is null while its pid file is being written. */
export type Occupant = { pid: number | null; stopping: boolean }

/** Longer than any server needs between creating its pid file and filling it; an older empty one is a power cut's. */
const emptyFileIsStaleAfterMs = 2_000

/**
 * Returns the process that holds the directory, or null. Removes a pid file that PostgreSQL would refuse to start with although no server
 * is running. The file of a clearly dead server stays: PostgreSQL replaces it itself, after checking whether that server's shared memory is
 * still in use.
 */
export async function findOccupant(pgdata: string): Promise<Occupant | null> {
  const file = await readPidFile(pgdata)
  if (!file) return null
  if (file.pid === null) {
    if (file.ageMs < emptyFileIsStaleAfterMs) return { pid: null, stopping: false }
    await removeStalePidFile(pgdata, file)
    return null
  }
  if (await isServerOf(pgdata, file.pid)) return { pid: file.pid, stopping: file.status === 'stopping' }
  if (answersSignals(file.pid)) await removeStalePidFile(pgdata, file)
  return null
}
