import type { Config } from '../config.ts'
import type { Policy } from '../kernel/mutation.ts'
import { createDeliveryWorker, type DeliveryWorkerDeps } from './deliveries/worker.ts'
import { createMailWorker } from './mail.ts'
import { createRetention, type Retention } from './retention.ts'
import { createWatchdog, type Watchdog } from './watchdog.ts'

/** What runs beside the requests. `poke` says that deliveries were queued; each worker also polls. */
export type Workers = { watchdog: Watchdog; retention: Retention; poke(): void; start(): void; stop(): Promise<void> }

export function createWorkers(deps: DeliveryWorkerDeps & { policy: Policy; config: Config }): Workers {
  const deliveries = createDeliveryWorker(deps)
  const watchdog = createWatchdog(deps)
  const retention = createRetention(deps)
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = deps.config
  const mail = smtpUrl === undefined ? [] : [createMailWorker({ ...deps, smtpUrl, from })]
  const all = [deliveries, watchdog, retention, ...mail]
  return {
    watchdog,
    retention,
    poke: deliveries.poke,
    start() {
      for (const worker of all) worker.start()
    },
    async stop() {
      await Promise.all(all.map((worker) => worker.stop()))
    },
  }
}
