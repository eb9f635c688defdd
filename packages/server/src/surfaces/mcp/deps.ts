import type { Live } from '../../live/live.ts'
import type { HttpDeps } from '../http/deps.ts'

/** What this surface is given: what REST has, and the live feeds. */
export type McpDeps = HttpDeps & { live: Live }
