import { useSyncExternalStore } from 'react'
import { useFormatter, useTimeZone } from 'use-intl'

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

const minuteMs = 60_000
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, minuteMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** What time it is, to the minute: one clock for all that shows it, where each would have a timer of its own. */
export const useMinute = (): Date => useSyncExternalStore(subscribe, () => now)

const dayStyles = {
  short: { day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
} as const

/** A moment's day where the person is, or a day (`YYYY-MM-DD`) as it is. One of another year than this says its year. */
export function useDay(): (at: string | Date, style?: keyof typeof dayStyles) => string {
  const format = useFormatter()
  const here = useTimeZone() ?? 'UTC'
  const now = useMinute()
  const yearOf = (date: Date, timeZone: string) => format.dateTime(date, { year: 'numeric', timeZone })
  return (at, style = 'short') => {
    const timeZone = typeof at === 'string' && at.length === dayLength ? 'UTC' : here
    const date = new Date(at)
    const isThisYear = yearOf(date, timeZone) === yearOf(now, here)
    return format.dateTime(date, { ...dayStyles[style], timeZone, ...(!isThisYear && { year: 'numeric' }) })
  }
}

const dayLength = 'YYYY-MM-DD'.length

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** How long something took, in the two units that matter: `3 d 4 h`, `12 min`. */
export function useDuration(): (ms: number) => string {
  const format = useFormatter()
  const unit = (count: number, name: 'day' | 'hour' | 'minute' | 'second') =>
    format.number(count, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 0 })
  const joined = (many: string, rest: number, few: string) => (rest === 0 ? many : `${many} ${few}`)
  return (ms) => {
    if (ms >= day)
      return joined(unit(Math.floor(ms / day), 'day'), Math.floor((ms % day) / hour), unit(Math.floor((ms % day) / hour), 'hour'))
    if (ms >= hour)
      return joined(unit(Math.floor(ms / hour), 'hour'), Math.floor((ms % hour) / minute), unit(Math.floor((ms % hour) / minute), 'minute'))
    return ms >= minute ? unit(Math.round(ms / minute), 'minute') : unit(Math.round(ms / 1_000), 'second')
  }
}
