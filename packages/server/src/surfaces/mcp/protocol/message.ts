/** A message of JSON-RPC as it came in, not looked at yet. */
export type Message = { method?: unknown; params?: Record<string, unknown> }

/** Of streams: proxies close what is silent for a minute. */
export const keepAliveMs = 15_000
