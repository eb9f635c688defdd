import { useSyncExternalStore } from 'react'
import { useFormatter, useLocale, useTimeZone } from 'use-intl'
import { ageOf, asAmount } from './ages.ts'
import { wholeMoment } from './date-styles.ts'

/** How long ago something was, in words. Only English uses the narrow style: its “m” means metres in German, months in Spanish. */
export function useAge(): (at: string) => string {
  const format = useFormatter()
  const isEnglish = useLocale() === 'en'
  const now = useMinute()
  return (at) => {
    const { count, unit, unitMs } = ageOf(new Date(at), now)
    // The library rounds to the nearest unit.
    const age = format.relativeTime(new Date(now.getTime() - count * unitMs), { now, unit, style: isEnglish ? 'narrow' : 'short' })
    return isEnglish ? asAmount(age) : age
  }
}

/** How long ago something was; the exact time on hover. */
export function Ago({ at }: { at: string }) {
  const format = useFormatter()
  const age = useAge()
  return (
    <time dateTime={at} title={format.dateTime(new Date(at), wholeMoment)} className="shrink-0 text-ink-3 text-sm">
      {age(at)}
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

/** The current time, to the minute. All components share one timer. */
export const useMinute = (): Date => useSyncExternalStore(subscribe, () => now)

const dayStyles = {
  short: { day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
} as const

/** Formats the day of a moment in the user's time zone, or a day (`YYYY-MM-DD`) as it is. Another year than the current one is included. */
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
