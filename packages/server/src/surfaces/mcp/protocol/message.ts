/** A message of JSON-RPC as it was received, not yet validated. */
export type Message = { method?: unknown; params?: Record<string, unknown> }

/** For streams: proxies close a connection that is silent for a minute. */
export const keepAliveMs = 15_000
