import { createClient } from '@tandem/client'

/** The service that this page came from; the browser sends the cookie. A person waits: three attempts, then they see the failure. */
export const api = createClient({ url: location.origin, retry: { attempts: 3, longestRetryAfterMs: 5_000 } })
