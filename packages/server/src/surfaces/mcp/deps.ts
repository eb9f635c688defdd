import type { Live } from '../../live/live.ts'
import type { RestDeps } from '../rest/deps.ts'

/** What this surface is given: what REST has, and the live feeds. */
export type McpDeps = RestDeps & { live: Live }
