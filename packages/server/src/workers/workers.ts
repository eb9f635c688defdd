import type { Config } from '../config.ts'
import type { TextIndex } from '../domain/search/text-index.ts'
import type { Policy } from '../kernel/mutation.ts'
import { type BoardRemoval, createBoardRemoval } from './board-removal.ts'
import { createDeliveryWorker, type DeliveryWorkerDeps } from './deliveries/worker.ts'
import { createDueReminders, type DueReminders } from './due-reminders.ts'
import { createFileSweep, type FileSweep } from './file-sweep.ts'
import { createImports, type Imports, type ImportWorkerDeps } from './imports.ts'
import { writtenLetters } from './mail/letters.ts'
import { notificationLetters } from './mail/notifications.ts'
import { createMailWorker } from './mail/worker.ts'
import { createRetention, type Retention } from './retention.ts'
import { createRuleWorker, type RuleWorker } from './rules/worker.ts'
import { createTextIndexing, type TextIndexing } from './text-indexing.ts'
import { createThumbnails, type ThumbnailDeps, type Thumbnails } from './thumbnails.ts'
import { createUnconsentedAgents, type UnconsentedAgents } from './unconsented-agents.ts'
import { createWatchdog, type Watchdog } from './watchdog.ts'

/** What runs beside the requests. `poke` says that deliveries were queued; each worker also polls. */
export type Workers = {
  watchdog: Watchdog
  dueReminders: DueReminders
  retention: Retention
  textReading: TextIndexing
  fileSweep: FileSweep
  thumbnails: Thumbnails
  boardRemoval: BoardRemoval
  imports: Imports
  rules: RuleWorker
  unconsentedAgents: UnconsentedAgents
  poke(): void
  start(): void
  stop(): Promise<void>
}

type WorkerDeps = DeliveryWorkerDeps &
  ThumbnailDeps &
  Omit<ImportWorkerDeps, 'maxBytes'> & { policy: Policy; config: Config; textIndex: TextIndex }

export function createWorkers(deps: WorkerDeps): Workers {
  const deliveries = createDeliveryWorker(deps)
  const watchdog = createWatchdog(deps)
  const dueReminders = createDueReminders(deps)
  const retention = createRetention(deps)
  const boardRemoval = createBoardRemoval(deps)
  const textReading = createTextIndexing(deps)
  const fileSweep = createFileSweep(deps)
  const thumbnails = createThumbnails(deps)
  const imports = createImports({ ...deps, maxBytes: deps.config.IMPORT_MAX_BYTES })
  const rules = createRuleWorker(deps)
  const unconsentedAgents = createUnconsentedAgents(deps)
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = deps.config
  const queues = smtpUrl === undefined ? [] : [writtenLetters(deps.database), notificationLetters(deps.database, deps.policy)]
  const mail = queues.map((queue) => createMailWorker({ ...deps, queue, smtpUrl: smtpUrl ?? '', from }))
  const all = [
    deliveries,
    watchdog,
    dueReminders,
    retention,
    textReading,
    boardRemoval,
    fileSweep,
    thumbnails,
    imports,
    rules,
    unconsentedAgents,
    ...mail,
  ]
  return {
    watchdog,
    dueReminders,
    retention,
    textReading,
    fileSweep,
    thumbnails,
    boardRemoval,
    imports,
    rules,
    unconsentedAgents,
    poke: deliveries.poke,
    start() {
      for (const worker of all) worker.start()
    },
    async stop() {
      await Promise.all(all.map((worker) => worker.stop()))
    },
  }
}
