import { pushContact } from '../config/derived.ts'
import type { Config } from '../config.ts'
import type { MailIn } from '../domain/replies/mail-in.ts'
import type { TextIndex } from '../domain/search/text-index.ts'
import type { Policy } from '../kernel/mutation.ts'
import { mailboxTarget } from '../mailbox-target.ts'
import { type ActivityBlocks, createActivityBlocks } from './activity-blocks.ts'
import { type BoardRemoval, createBoardRemoval } from './board-removal.ts'
import { createDeliveryWorker, type DeliveryWorkerDeps } from './deliveries/worker.ts'
import { createDueReminders, type DueReminders } from './due-reminders.ts'
import { createFileSweep, type FileSweep } from './file-sweep.ts'
import { createImports, type Imports, type ImportWorkerDeps } from './imports.ts'
import { createLogHashes, type LogHashes } from './log-hashes.ts'
import { writtenLetters } from './mail/letters.ts'
import { notificationLetters } from './mail/notifications.ts'
import { createMailWorker } from './mail/worker.ts'
import { createMailboxWorker, type MailboxWorker } from './mailbox.ts'
import { createPushQueue } from './push/queue.ts'
import { createPushWorker, type PushWorker } from './push/worker.ts'
import { createRetention, type Retention } from './retention.ts'
import { createRuleWorker, type RuleWorker } from './rules/worker.ts'
import { createTextIndexing, type TextIndexing } from './text-indexing.ts'
import { createThumbnails, type ThumbnailDeps, type Thumbnails } from './thumbnails.ts'
import { createUnconsentedAgents, type UnconsentedAgents } from './unconsented-agents.ts'
import { createWatchdog, type Watchdog } from './watchdog.ts'

/** The background workers. `poke` signals queued deliveries; each worker also polls. */
export type Workers = {
  watchdog: Watchdog
  dueReminders: DueReminders
  retention: Retention
  textReading: TextIndexing
  fileSweep: FileSweep
  thumbnails: Thumbnails
  boardRemoval: BoardRemoval
  imports: Imports
  logHashes: LogHashes
  activityBlocks: ActivityBlocks
  rules: RuleWorker
  /** Null where nothing is pushed. */
  push: PushWorker | null
  unconsentedAgents: UnconsentedAgents
  /** Null when no mailbox is configured. */
  mailbox: MailboxWorker | null
  poke(): void
  start(): void
  stop(): Promise<void>
}

type WorkerDeps = DeliveryWorkerDeps &
  ThumbnailDeps &
  Omit<ImportWorkerDeps, 'maxBytes'> & { policy: Policy; config: Config; textIndex: TextIndex; mailIn: MailIn | null }

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
  const logHashes = createLogHashes(deps)
  const activityBlocks = createActivityBlocks(deps)
  const rules = createRuleWorker(deps)
  const unconsentedAgents = createUnconsentedAgents(deps)
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = deps.config
  const notices = () => notificationLetters(deps.database, deps.policy, deps.seal, deps.mailIn?.addresses)
  const queues = smtpUrl === undefined ? [] : [writtenLetters(deps.database), notices()]
  const mail = queues.map((queue) => createMailWorker({ ...deps, queue, smtpUrl: smtpUrl ?? '', from }))
  const push = deps.policy.pushEnabled
    ? createPushWorker({ ...deps, queue: createPushQueue(deps.database), contact: pushContact(deps.config) })
    : null
  const target = deps.config.MAIL_IN_IMAP_URL === undefined ? null : mailboxTarget(deps.config.MAIL_IN_IMAP_URL)
  const mailbox =
    target && deps.mailIn
      ? createMailboxWorker({ ...deps, replies: deps.mailIn.replies, target, replyAddress: deps.config.MAIL_IN_ADDRESS ?? '' })
      : null
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
    logHashes,
    activityBlocks,
    rules,
    unconsentedAgents,
    ...mail,
    ...(push ? [push] : []),
    ...(mailbox ? [mailbox] : []),
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
    logHashes,
    activityBlocks,
    rules,
    push,
    unconsentedAgents,
    mailbox,
    poke: deliveries.poke,
    start() {
      for (const worker of all) worker.start()
    },
    async stop() {
      await Promise.all(all.map((worker) => worker.stop()))
    },
  }
}
