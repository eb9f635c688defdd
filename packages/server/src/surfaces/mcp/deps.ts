import type { Live } from '../../live/live.ts'
import type { HttpDeps } from '../http/deps.ts'

/** The dependencies of this surface: those of REST, and the live feeds. */
export type McpDeps = HttpDeps & { live: Live }
