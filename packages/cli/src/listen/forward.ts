import { type Activity, logHeadHeader, signatureHeaders, signatureV2 } from '@tandem/contract'
import manifest from '../../package.json' with { type: 'json' }

export type Forwarded = { status: number; tries: number; tookMs: number }

export type Route = {
  to: URL
  secret: string
  /** Called after a failed attempt, with the delay before the next one. */
  onFailed: (why: string, delayMs: number) => void
  /** Ends the wait between attempts; an attempt in progress is completed. */
  stop: AbortSignal
}

const userAgent = `Tandem-Listen/${manifest.version}`
const timeoutMs = 15_000
const [firstDelayMs, longestDelayMs] = [250, 30_000]

/**
 * Posts an activity like a webhook, repeatedly until the receiver accepts it (2xx) or refuses it permanently (4xx). The delivery id is the
 * activity's own, so it is the same in every attempt and after every restart. Null if it was stopped.
 */
export async function forward(activity: Activity, route: Route): Promise<Forwarded | null> {
  const body = JSON.stringify(activity)
  const startMs = performance.now()
  for (let tries = 1; !route.stop.aborted; tries++) {
    const { status, why } = await post(activity, body, route)
    if (status !== null && ((status >= 200 && status < 300) || (status >= 400 && status < 500)))
      return { status, tries, tookMs: Math.round(performance.now() - startMs) }
    const delayMs = Math.round((0.5 + Math.random() / 2) * Math.min(longestDelayMs, firstDelayMs * 2 ** (tries - 1)))
    route.onFailed(why, delayMs)
    await passed(delayMs, route.stop)
  }
  return null
}

async function post(activity: Activity, body: string, { to, secret }: Route): Promise<{ status: number | null; why: string }> {
  const deliveryId = activity.id
  const timestamp = Math.floor(Date.now() / 1000)
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        [signatureHeaders.signature]: await signatureV2(secret, deliveryId, timestamp, body),
        [signatureHeaders.deliveryId]: deliveryId,
        [signatureHeaders.timestamp]: String(timestamp),
        ...logHeadHeader(activity),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // Only the status counts.
    await response.body?.cancel().catch(() => {})
    return { status: response.status, why: `answered ${response.status}` }
  } catch (error) {
    return { status: null, why: reasonOf(error as Error) }
  }
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `gave no answer within ${timeoutMs / 1000} s`
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return `could not be reached (${cause?.code ?? cause?.message ?? error.message})`
}

function passed(delayMs: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    stop.addEventListener('abort', end)
  })
}
