import { useFormatter, useTranslations } from 'use-intl'
import { plain } from '../../../ui/text/plain.ts'
import { useMinute } from '../../../ui/time.tsx'

type Deadline = { expiresAt?: string | undefined; defaultOption?: string | undefined }

/** The time left for an answer, and the default that is taken without one. */
export function DeadlineLine({ expiresAt, defaultOption: answer }: Deadline) {
  const t = useTranslations('session')
  const now = useMinute()
  const when = useWhen(expiresAt)
  if (expiresAt === undefined) return null
  const isOver = answer === undefined && Date.parse(expiresAt) <= now.getTime()
  return (
    <span data-deadline className="block text-ink-2 text-sm [overflow-wrap:anywhere]">
      {isOver ? t('deadlinePassed') : answer === undefined ? t('deadlineOpen', { when }) : t('deadline', { when, answer: plain(answer) })}
    </span>
  )
}

/** The deadline on a tile. */
export function TileDeadline({ expiresAt, defaultOption: answer }: Deadline) {
  const t = useTranslations('session')
  const when = useWhen(expiresAt)
  if (expiresAt === undefined) return null
  const text = answer === undefined ? t('deadlineTileOpen', { when }) : t('deadlineTile', { when, answer: plain(answer) })
  // A narrow tile or column cuts it.
  return (
    <span className="truncate text-ink-2" title={text}>
      {text}
    </span>
  )
}

function useWhen(expiresAt: string | undefined): string {
  const format = useFormatter()
  const now = useMinute()
  return expiresAt === undefined ? '' : format.relativeTime(new Date(expiresAt), now)
}
