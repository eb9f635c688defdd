import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const roomForTheRun = 4 * 2 ** 30

/**
 * Where the data of a PostgreSQL of tests is kept: in memory where there is room. Such a server is never killed, and its hundreds of
 * databases come and go by copies and checkpoints that wait for the disk. What is killed has servers of its own, on the disk.
 */
export async function fastestPlace(): Promise<string> {
  const memory = '/dev/shm'
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= roomForTheRun ? memory : tmpdir()
}
