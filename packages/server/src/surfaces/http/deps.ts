import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Intake } from '../../files/intake.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import type { Authenticator } from '../../kernel/identity/authenticate.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { RateLimiter } from '../../kernel/limits/rate-limit.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Connections } from './connections.ts'

/** The dependencies of a surface. */
export type HttpDeps = {
  config: Config
  kernel: Kernel
  intake: Intake
  /** Takes in imported boards, which may be larger than an attached file. */
  importIntake: Intake
  authenticator: Authenticator
  limiter: RateLimiter
  clock: Clock
  log: Logger
  metrics: Metrics
  connections: Connections
  /** True once the service is shutting down: connections are asked to close. */
  draining: () => boolean
}
