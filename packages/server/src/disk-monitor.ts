import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import { type Database, sql } from './db/database.ts'
import type { Clock } from './kernel/common/clock.ts'
import { createPoller } from './kernel/common/poller.ts'

/** Checks whether a disk is full: that of DATA_DIR, with files and the embedded database, or that of the database. */
export type DiskMonitor = {
  /** The problem and its remedy, or null. */
  trouble(): string | null
  /** The database has refused a write because its disk is full. */
  databaseIsFull(): void
  start(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 5_000
/** A segment of PostgreSQL's log: without room for the next one it stops. */
const leastFreeBytes = 16 * 1_048_576
/** Reads go on while a disk is full: only a write that needs new pages tells whether there is room again. */
const writeSomething = sql(
  `create temp table tandem_room on commit drop as select repeat('x', 1000) as filler from generate_series(1, 1000)`,
)

type Deps = { dataDir: string; database: () => Database; clock: Clock; log: Logger }

export function createDiskMonitor({ dataDir, database, clock, log }: Deps): DiskMonitor {
  let folderTrouble: string | null = null
  let databaseTrouble: string | null = null
  const poller = createPoller({ clock, log }, { name: 'disk', everyMs, poll, trouble: 'could not check the disk' })

  return {
    trouble: () => folderTrouble ?? databaseTrouble,
    databaseIsFull() {
      if (databaseTrouble !== null) return
      databaseTrouble = 'The disk of the database is full. Free up space.'
      log.error(databaseTrouble)
    },
    async start() {
      await poll()
      poller.start()
    },
    stop: poller.stop,
  }

  async function poll(): Promise<void> {
    await checkFolder()
    if (databaseTrouble === null || !(await takesWrites())) return
    databaseTrouble = null
    log.info('the database has disk space again')
  }

  async function checkFolder(): Promise<void> {
    // Without the directory nothing has been written yet.
    const found = await statfs(dataDir).catch(() => null)
    const isFull = found !== null && found.bavail * found.bsize < leastFreeBytes
    if (isFull === (folderTrouble !== null)) return
    // /health/ready needs no credential: paths go to the log and the doctor only.
    folderTrouble = isFull ? 'The disk is full: less than 16 MiB is free at DATA_DIR. Free up space.' : null
    if (folderTrouble === null) log.info('DATA_DIR has disk space again')
    else log.error({ dataDir }, folderTrouble)
  }

  async function takesWrites(): Promise<boolean> {
    const tx = await database().begin()
    try {
      tx.send(writeSomething)
      await tx.commit()
      return true
    } catch {
      await tx.rollback()
      return false
    }
  }
}
