import { createContext, use } from 'react'
import type { DueCarry } from './use-due-carry.ts'

/** The parts of a calendar that its cards need. */
export type CalendarFrame = {
  today: string
  carry: DueCarry
  /** Null clears the date. */
  setDay: (cardId: string, day: string | null) => void
}

const Context = createContext<CalendarFrame | null>(null)
export const CalendarProvider = Context

export function useCalendar(): CalendarFrame {
  const frame = use(Context)
  if (!frame) throw new Error('only within a calendar')
  return frame
}
