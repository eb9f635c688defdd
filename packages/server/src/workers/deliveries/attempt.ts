import { logHeadHeader } from '@tandem/contract'
import type { Logger } from 'pino'
import { signingSecrets } from '../../domain/webhooks/secrets.ts'
import type { Causes } from '../../kernel/common/causes.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import type { Connection, Posted } from '../../outbound/post.ts'
import type { Seal } from '../../seal.ts'
import type { Claim } from './claim.ts'
import type { Trace } from './outcomes.ts'
import { type Lasting, slowAfterMs } from './pools.ts'
import { expiresAfterMs, mostAttempts, retryDelayMs } from './schedule.ts'
import type { Settle } from './settle.ts'
import { headersOf } from './sign.ts'
import { traced } from './traced.ts'

/** Specification: decisions §5, reliability W3. */
const request = { timeoutMs: 15_000, connectTimeoutMs: 5_000, readAtMostBytes: 65_536 }

export type AttemptDeps = {
  clock: Clock
  seal: Pick<Seal, 'open'>
  settle: Settle
  log: Logger
  causes: Causes
  retryScale: number
  random: () => number
  /** Aborted when the service stops. */
  stopping: AbortSignal
  /** Called with the milliseconds until a delivery is due again. */
  onRetry: (delayMs: number) => void
}

/** How the receiver did. `settled`: the outcome is written. */
export type Attempted = Lasting & { settled: Promise<void> }

/** Sends one claimed delivery through `post`. `cut` ends the exchange: as a timeout, unless the service stops. */
export async function attempt(claim: Claim, deps: AttemptDeps, cut: AbortSignal, post: Connection['post']): Promise<Attempted> {
  const { settle, stopping } = deps
  if (stopping.aborted) return untried(settle.handBack(claim))
  if (!claim.webhook.active || claim.activity === null) return untried(settle.canceled(claim))
  if (!claim.authorised) return untried(claim.webhook.boardId === null ? settle.canceled(claim) : settle.unauthorised(claim))
  const giveUp = reasonToGiveUp(claim, deps.clock.now())
  if (giveUp) return untried(settle.failed(claim, { status: null, error: giveUp }))
  const beganMs = deps.clock.now()
  const { activity } = claim
  const sent = await traced(claim, deps.causes, (headers) => send(claim, activity, headers, { ...deps, cut, post }))
  if (sent.stopped) return untried(settle.handBack(claim))
  const tookMs = deps.clock.now() - beganMs
  const pace = tookMs > slowAfterMs ? 'slow' : 'fast'
  return { pace: familyOf(sent) === 2 ? pace : 'failing', tookMs, octets: sent.octets, settled: settleSent(claim, sent, deps) }
}

/** The receiver was not asked, or the service stops. */
export const untried = (settled: Promise<void>): Attempted => ({ pace: null, tookMs: 0, octets: 0, settled })

/** The person who pings reads the log now: a ping is not retried. */
const triesOf = ({ activity }: Claim) => (activity?.verb === 'ping' ? 1 : mostAttempts)

/** Why a delivery is not attempted again. Its last attempt may have ended with its process. */
function reasonToGiveUp(claim: Claim, nowMs: number): string | null {
  if (claim.nth > triesOf(claim)) return 'interrupted'
  return nowMs - claim.queuedAtMs > expiresAfterMs ? 'expired' : null
}

type Sent = Trace & { retryAfter: string | null; stopped: boolean; octets: number }

async function send(
  claim: Claim,
  activity: NonNullable<Claim['activity']>,
  more: Record<string, string>,
  deps: AttemptDeps & { cut: AbortSignal; post: Connection['post'] },
): Promise<Sent> {
  const body = JSON.stringify(activity)
  const nowMs = deps.clock.now()
  let headers: Record<string, string>
  try {
    headers = {
      ...more,
      ...logHeadHeader(activity),
      ...headersOf({ deliveryId: claim.deliveryId, body, nowMs }, signingSecrets(deps.seal, claim.webhook, nowMs)),
    }
  } catch (error) {
    deps.log.error({ err: error, webhookId: claim.webhook.id }, 'the signing secret of a webhook cannot be opened')
    return { status: null, error: 'secret_unreadable', retryAfter: null, stopped: false, octets: body.length }
  }
  const posted = await deps.post({ headers, body, ...request, signal: deps.cut })
  const { status, retryAfter } = posted
  const stopped = posted.errorClass === 'stopped' && deps.stopping.aborted
  const errorClass = posted.errorClass === 'stopped' ? 'timeout' : posted.errorClass
  const trace = { status, error: errorClass ?? null, tookMs: Math.max(0, deps.clock.now() - nowMs), ...answerOf(posted) }
  return { ...trace, retryAfter, stopped, octets: body.length }
}

/** The answer of a receiver inside the operator's network is not shown to a board's admins. PostgreSQL stores no NUL in a text. */
function answerOf({ status, isPublic, bodyExcerpt }: Posted): Pick<Trace, 'answer'> {
  return status !== null && isPublic ? { answer: bodyExcerpt.replaceAll('\0', '') } : {}
}

const familyOf = ({ status }: Pick<Sent, 'status'>): number | null => (status === null ? null : Math.floor(status / 100))

/** 2xx ends it, 4xx is permanent, all else is tried again. Specification: service §6. */
async function settleSent(claim: Claim, { retryAfter, ...sent }: Sent, deps: AttemptDeps): Promise<void> {
  const { settle, clock, retryScale: scale, random } = deps
  const family = familyOf(sent)
  const trace = { ...sent, error: sent.error ?? (family === 2 ? null : `http_${sent.status}`) }
  if (family === 2) return settle.delivered(claim, trace)
  const isLast = family === 4 || claim.nth >= triesOf(claim)
  const delayMs = isLast ? null : retryDelayMs(claim.nth, { scale, random, retryAfter, nowMs: clock.now() })
  deps.log.debug(
    { deliveryId: claim.deliveryId, webhookId: claim.webhook.id, attempt: claim.attempt, ...trace, answer: undefined, delayMs },
    'delivery failed',
  )
  if (delayMs === null) return settle.failed(claim, trace)
  await settle.retry(claim, trace, delayMs)
  deps.onRetry(delayMs)
}
