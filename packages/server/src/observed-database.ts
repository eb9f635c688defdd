import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type ConnectionTarget, type Database, openDatabase } from './db/database.ts'
import type { Pooling } from './db/servers/pooler.ts'
import { observeStatements } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'

/** The database of the service, with metrics of its duration and log lines for slow statements and lost connections. */
export function openObservedDatabase(
  target: ConnectionTarget,
  config: Config,
  deps: { log: Logger; metrics: Metrics; full?: () => void; pooling?: Pooling },
): Database {
  return openDatabase(target, {
    poolSize: config.DATABASE_POOL_SIZE,
    ...(deps.pooling && { pooling: deps.pooling }),
    onError(error) {
      deps.metrics.databaseLosses.add()
      deps.log.warn({ err: error }, 'database connection lost')
    },
    observer: { ...observeStatements(config, deps), ...(deps.full && { full: deps.full }) },
  })
}
