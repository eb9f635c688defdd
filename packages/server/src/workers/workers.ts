import type { Policy } from '../kernel/mutation.ts'
import { createDeliveryWorker, type DeliveryWorkerDeps } from './deliveries/worker.ts'

/** What runs beside the requests. `poke` says that the log has moved; each worker also polls. */
export type Workers = { poke(): void; start(): void; stop(): Promise<void> }

/** `policy` is for the workers that watch over sessions. */
export function createWorkers(deps: DeliveryWorkerDeps & { policy: Policy }): Workers {
  const deliveries = createDeliveryWorker(deps)
  return { poke: deliveries.poke, start: deliveries.start, stop: deliveries.stop }
}
