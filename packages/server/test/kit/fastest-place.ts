import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const roomForTheRun = 4 * 2 ** 30

/**
 * The directory for the data of a test's PostgreSQL: in memory where there is room. Such a server is never killed, and its hundreds of
 * databases come and go by copies and checkpoints that wait for the disk. Tests that kill servers have their own, on the disk.
 */
export async function fastestPlace(): Promise<string> {
  const memory = '/dev/shm'
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= roomForTheRun ? memory : tmpdir()
}
