/** Days are texts, YYYY-MM-DD, of the calendar of one time zone; calculations use UTC, where every day has 24 hours. */
const dayMs = 86_400_000
const daysOfWeek = 7

const formats = new Map<string, Intl.DateTimeFormat>()

/** The Swedish format of a moment is that of ISO. */
function localText(atMs: number, timeZone: string): string {
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) formats.set(timeZone, format)
  return format.format(atMs)
}

/** The day and the time of a moment. */
export const dayOf = (at: string | Date, timeZone: string): string => localText(new Date(at).getTime(), timeZone).slice(0, 10)
export const timeOf = (at: string, timeZone: string): string => localText(Date.parse(at), timeZone).slice(11)

/** A card without a time is due at the last minute of its day. */
export const endOfDay = '23:59:00'

/** The new due moment of a card that is dragged to another day: the same time of that day. */
export function dueOn(day: string, dueAt: string | null, timeZone: string): string {
  return momentOf(day, dueAt === null ? endOfDay : timeOf(dueAt, timeZone), timeZone)
}

/** The offset is computed twice, because the first result may be from the other side of a clock change. */
export function momentOf(day: string, time: string, timeZone: string): string {
  const asUtcMs = Date.parse(`${day}T${time}Z`)
  const nearbyMs = asUtcMs - offsetMs(asUtcMs, timeZone)
  return new Date(asUtcMs - offsetMs(nearbyMs, timeZone)).toISOString()
}

const offsetMs = (atMs: number, timeZone: string): number => Date.parse(`${localText(atMs, timeZone).replace(' ', 'T')}Z`) - atMs

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** YYYY-MM. */
export const monthOf = (day: string): string => day.slice(0, 7)

export function addMonths(month: string, months: number): string {
  const [year = 0, at = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, at - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The weeks that contain a day of the month, each from its first day on; 1 = Monday, 7 = Sunday. */
export function weeksOf(month: string, firstWeekday: number): string[][] {
  const first = `${month}-01`
  const weeks: string[][] = []
  const before = (weekdayOf(first) - firstWeekday + daysOfWeek) % daysOfWeek
  for (let start = addDays(first, -before); monthOf(start) <= month; start = addDays(start, daysOfWeek))
    weeks.push(Array.from({ length: daysOfWeek }, (_, at) => addDays(start, at)))
  return weeks
}

export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || daysOfWeek

const monday = 1
type WeekInfo = { firstDay?: number }

/** The first day of the week for the reader: by the region of the browser's languages, those of the app's language first. */
export function firstWeekday(locale: string, languages: readonly string[]): number {
  const tag = new Intl.Locale(languages.find((language) => language.split('-')[0] === locale) ?? locale)
  // Not in the types yet, and in some browsers not there yet.
  const told: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = tag
  return (told.getWeekInfo?.() ?? told.weekInfo)?.firstDay ?? monday
}
