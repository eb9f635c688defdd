import { createClient } from '@tandem/client'

/**
 * The client for the service that this page came from; the browser sends the cookie. Three attempts only, because a person waits for the
 * result.
 */
export const api = createClient({ url: location.origin, retry: { attempts: 3, longestRetryAfterMs: 5_000 } })
