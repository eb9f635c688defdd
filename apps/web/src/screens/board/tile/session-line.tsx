import type { CardSummary } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { Tone } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { plain } from '../../../ui/text/plain.ts'
import { TileDeadline } from '../../card/sessions/deadline.tsx'

type Face = NonNullable<CardSummary['session']>
export type SessionTone = Extract<Tone, 'queued' | 'working' | 'awaiting_input' | 'done' | 'error' | 'canceled' | 'stale'>

/** A session, or its form on a tile, which leaves out the reason when there is none. */
type Ended = Pick<Face, 'state' | 'stale'> & { failureReason?: string | null }

/** A session that ended because its delegation was removed has not failed. */
export const isCanceled = ({ state, failureReason }: Pick<Ended, 'state' | 'failureReason'>): boolean =>
  state === 'error' && failureReason === 'undelegated'

/** A working session that has been silent for too long is not shown as working. */
export function toneOf(session: Ended): SessionTone {
  if (isCanceled(session)) return 'canceled'
  return session.stale ? 'stale' : session.state
}

/** The word for its state; after a stop request, until the agent has stopped, that it is stopping. */
export const wordOf = (session: Ended & Pick<Face, 'stopRequestedAt'>): SessionTone | 'stopping' =>
  session.stopRequestedAt !== null && session.state !== 'done' && session.state !== 'error' ? 'stopping' : toneOf(session)

const colours: Record<SessionTone, string> = {
  queued: 'text-queued',
  working: 'text-working',
  awaiting_input: 'text-awaiting',
  done: 'text-done',
  error: 'text-error',
  canceled: 'text-ink-2',
  stale: 'text-stale',
}

/** The state of the agent's session in a word, and its status line. */
export function SessionLine({ session }: { session: Face }) {
  const t = useTranslations('session')
  const tone = toneOf(session)
  const saysMore = tone === 'working' || tone === 'queued' || tone === 'stale'
  return (
    <p className={classes('mt-1 flex gap-1.5 text-sm', colours[tone])}>
      <span className="shrink-0 font-medium">{t(`states.${wordOf(session)}`)}</span>
      {tone === 'awaiting_input' && <TileDeadline expiresAt={session.expiresAt} defaultOption={session.defaultOption} />}
      {saysMore && session.statusText && <span className="truncate text-ink-2">{plain(session.statusText)}</span>}
    </p>
  )
}
