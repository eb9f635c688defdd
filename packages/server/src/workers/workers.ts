import type { Config } from '../config.ts'
import type { Policy } from '../kernel/mutation.ts'
import { type BoardRemoval, createBoardRemoval } from './board-removal.ts'
import { createDeliveryWorker, type DeliveryWorkerDeps } from './deliveries/worker.ts'
import { createFileSweep, type FileSweep } from './file-sweep.ts'
import { createMailWorker } from './mail.ts'
import { createRetention, type Retention } from './retention.ts'
import { createThumbnails, type ThumbnailDeps, type Thumbnails } from './thumbnails.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'
import { createWatchdog, type Watchdog } from './watchdog.ts'

/** What runs beside the requests. `poke` says that deliveries were queued; each worker also polls. */
export type Workers = {
  watchdog: Watchdog
  retention: Retention
  vocabulary: Vocabulary
  fileSweep: FileSweep
  thumbnails: Thumbnails
  boardRemoval: BoardRemoval
  poke(): void
  start(): void
  stop(): Promise<void>
}

type WorkerDeps = DeliveryWorkerDeps & ThumbnailDeps & { policy: Policy; config: Config }

export function createWorkers(deps: WorkerDeps): Workers {
  const deliveries = createDeliveryWorker(deps)
  const watchdog = createWatchdog(deps)
  const retention = createRetention(deps)
  const boardRemoval = createBoardRemoval(deps)
  const vocabulary = createVocabulary(deps)
  const fileSweep = createFileSweep(deps)
  const thumbnails = createThumbnails(deps)
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = deps.config
  const mail = smtpUrl === undefined ? [] : [createMailWorker({ ...deps, smtpUrl, from })]
  const all = [deliveries, watchdog, retention, vocabulary, boardRemoval, fileSweep, thumbnails, ...mail]
  return {
    watchdog,
    retention,
    vocabulary,
    fileSweep,
    thumbnails,
    boardRemoval,
    poke: deliveries.poke,
    start() {
      for (const worker of all) worker.start()
    },
    async stop() {
      await Promise.all(all.map((worker) => worker.stop()))
    },
  }
}
