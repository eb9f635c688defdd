import { useFormatter } from 'use-intl'
import { useMinute } from './minute.ts'

/** How long ago something was; the exact time on hover. */
export function Ago({ at }: { at: string }) {
  const format = useFormatter()
  const now = useMinute()
  const date = new Date(at)
  return (
    <time dateTime={at} title={format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' })} className="shrink-0 text-ink-3 text-sm">
      {format.relativeTime(date, { now: date > now ? date : now, style: 'narrow' })}
    </time>
  )
}
