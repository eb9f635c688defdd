import { addDays, addMonths, monthOf, weekdayOf } from '../days.ts'
import type { DateWords, Unit } from './words.ts'

/** A day (`YYYY-MM-DD`), with an optional time (`HH:MM`). */
export type When = { day: string; time: string | null }

type Context = {
  /** The day and time in the user's time zone. */
  today: string
  now: string
  /** `12/24` is the 24th of December; with false the day comes first. */
  monthFirst: boolean
  /** Whether words that name no direction (`fri`, `3 days`, `Oct 1`) mean the past; otherwise they mean the future. */
  prefersPast?: boolean
}

/** Parses a typed date: `fri 15:00`, `morgen`, `in 3 days`, `24.12.`; undefined if it is not a date. */
export function parseWhen(text: string, languages: readonly DateWords[], context: Context): When | undefined {
  for (const words of languages) {
    const when = parseIn(text, words, context)
    if (when) return when
  }
  return undefined
}

/** Parses a typed time of day to `HH:MM`: `15:00`, `3pm`, `9`, `1530`; empty for an empty text, undefined if it is none. */
export function parseTime(text: string, languages: readonly DateWords[]): string | undefined {
  const said = fold(text)
  if (said === '') return ''
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[.:]?(\d{2}))?$/.exec(said) ?? []
  if (hour !== undefined) return timeOf(Number(hour), Number(minute), undefined)
  for (const words of languages) {
    const { time, rest } = timeIn(said, words)
    const isAll = rest.split(' ').every((word) => word === '' || words.fillers.includes(word))
    if (time && isAll) return time
  }
  return undefined
}

function parseIn(text: string, words: DateWords, context: Context): When | undefined {
  const { time, rest } = timeIn(withoutPhrases(fold(text), words), words)
  if (time === undefined) return undefined
  const parts = directionFirst(
    rest.split(' ').filter((word) => word !== '' && !words.fillers.includes(word)),
    words,
  )
  if (parts.length === 0) return time === null ? undefined : { day: dayWith(time, context), time }
  const later = time === null ? fromNow(parts, words, context) : undefined
  if (later) return later
  for (const read of readers) {
    const day = read(parts, words, context)
    if (day !== undefined) return { day, time }
  }
  return undefined
}

/** Phrases are replaced by what they stand for, and `el 24` becomes `24.`. */
const withoutPhrases = (text: string, { phrases, dayWord }: DateWords): string =>
  Object.entries(phrases)
    .reduce((said, [phrase, meant]) => said.replace(` ${phrase} `, ` ${meant} `), ` ${text} `)
    .replace(new RegExp(` ${dayWord} (\\d{1,2}) `), ' $1. ')
    .trim()

/** `in 2 hours`, to the minute. */
function fromNow(parts: readonly string[], words: DateWords, { today, now }: Context): When | undefined {
  const [word = '', count = '', unit = '', more] = parts
  const amount = amountOf(count, words)
  if (!words.inWords.includes(word) || amount === undefined || !Object.hasOwn(words.clockUnits, unit) || more !== undefined)
    return undefined
  const [hour = 0, minute = 0] = now.split(':').map(Number)
  const then = hour * 60 + minute + amount * (words.clockUnits[unit] ?? 0)
  const time = `${two(Math.floor(then / 60) % 24)}:${two(then % 60)}`
  return { day: addDays(today, Math.floor(then / (24 * 60))), time }
}

function amountOf(count: string, { numbers }: DateWords): number | undefined {
  if (/^\d{1,3}$/.test(count)) return Number(count)
  return Object.hasOwn(numbers, count) ? numbers[count] : undefined
}

/** The day of a time alone: today, unless that time is not in the wanted direction. */
function dayWith(time: string, { today, now, prefersPast }: Context): string {
  if (prefersPast) return time <= now ? today : addDays(today, -1)
  return time > now ? today : addDays(today, 1)
}

const fold = (text: string): string =>
  withoutAccents(text.toLowerCase().normalize('NFC').replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue'))
    .replaceAll(',', ' ')
    .replace(/\s+/g, ' ')
    .replace(/\b([ap])\. ?m\./, '$1m')
    .trim()

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** `semana que viene` is treated like `próxima semana`, and `3 days ago` like `ago 3 days`. */
function directionFirst(parts: readonly string[], { nextWords, lastWords, agoWords }: DateWords): readonly string[] {
  const end = parts.at(-1)
  return end !== undefined && [...nextWords, ...lastWords, ...agoWords].includes(end) ? [end, ...parts.slice(0, -1)] : parts
}

const clock = /(?:^| )(?:(\d{1,2}):(\d{2})(?: ?(am|pm|uhr|h))?|(\d{1,2})(?:\.(\d{2}))? ?(am|pm|uhr|h))(?= |$)/

/** `15 uhr 30`. */
const hourAndMinute = /\b(\d{1,2}) ?(?:uhr|h) (\d{2})(?= |$)/

/** The time, null without one, undefined for an invalid one; and the text without it. */
function timeIn(text: string, words: DateWords): { time: string | null | undefined; rest: string } {
  const said = Object.keys(words.times).find((name) => ` ${text} `.includes(` ${name} `))
  const others = (said === undefined ? text : ` ${text} `.replace(` ${said} `, ' ').trim()).replace(hourAndMinute, '$1:$2')
  const found = clock.exec(others) ?? hourAlone(others, words)
  if (!found) return { time: said === undefined ? null : words.times[said], rest: others }
  const [whole, hour = found[4], minute = found[5] ?? '0', half = found[6]] = found
  return { time: timeOf(Number(hour), Number(minute), half), rest: others.replace(whole, ' ') }
}

/** `a las 9`: moved to the position that the hour has in `clock`. */
const hourAlone = (text: string, { hourWords }: DateWords): RegExpExecArray | null =>
  hourWords === null ? null : new RegExp(`(?:^| )${hourWords} (\\d{1,2})(?= |$)`).exec(text)

function timeOf(said: number, minute: number, half: string | undefined): string | undefined {
  const hours12 = half === 'am' || half === 'pm'
  const hour = hours12 ? (said % 12) + (half === 'pm' ? 12 : 0) : said
  if (minute > 59 || hour > 23 || (hours12 && (said < 1 || said > 12))) return undefined
  return `${two(hour)}:${two(minute)}`
}

type Reader = (parts: readonly string[], words: DateWords, context: Context) => string | undefined

const readers: readonly Reader[] = [relative, weekday, distance, start, end, iso, dotted, slashed, ofMonth, named]

function relative(parts: readonly string[], words: DateWords, { today }: Context) {
  const said = parts.join(' ')
  const days = Object.hasOwn(words.relative, said) ? words.relative[said] : undefined
  return days === undefined ? undefined : addDays(today, days)
}

/** The next one after today, or the last one before it; `next friday` is the one of next week in most languages. */
function weekday(parts: readonly string[], words: DateWords, { today, prefersPast = false }: Context) {
  const isNext = words.nextWords.includes(parts[0] ?? '')
  const isLast = words.lastWords.includes(parts[0] ?? '')
  const [word = '', more] = isNext || isLast ? parts.slice(1) : parts
  const wanted = placeOf(word, words.weekdays, words.shortest.weekday)
  if (wanted === undefined || more !== undefined) return undefined
  const now = weekdayOf(today) - 1
  if (isLast || (prefersPast && !isNext)) return addDays(today, -((now - wanted + 6) % 7) - 1)
  return addDays(today, isNext && words.nextIsOfNextWeek ? 7 - now + wanted : ((wanted - now + 6) % 7) + 1)
}

/** `in 3 days`, `2 weeks`, `3d`, `3 days ago`. */
function distance(parts: readonly string[], words: DateWords, { today, prefersPast = false }: Context) {
  const isIn = words.inWords.includes(parts[0] ?? '')
  const isAgo = words.agoWords.includes(parts[0] ?? '')
  const said = isIn || isAgo ? parts.slice(1) : parts
  const [, count = '', unit = '', more] = /^(\d{1,3}|[a-z]+) ?([a-z]+)( .*)?$/.exec(said.join(' ')) ?? []
  const amount = amountOf(count, words)
  const of = Object.hasOwn(words.units, unit) ? words.units[unit] : undefined
  if (amount === undefined || of === undefined || more !== undefined) return undefined
  return later(today, isAgo || (prefersPast && !isIn) ? -amount : amount, of)
}

function later(day: string, amount: number, unit: Unit): string {
  if (unit === 'day' || unit === 'week') return addDays(day, unit === 'week' ? amount * 7 : amount)
  const month = addMonths(monthOf(day), unit === 'year' ? amount * 12 : amount)
  // A month later than the 31st is the last day of a shorter month.
  const [same, last] = [`${month}-${day.slice(8)}`, lastOf(month)]
  return same < last ? same : last
}

const lastOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1)

/** The first day of the next or the last week, month or year. */
function start([word = '', unit = '', more]: readonly string[], words: DateWords, { today }: Context) {
  const by = words.nextWords.includes(word) ? 1 : words.lastWords.includes(word) ? -1 : undefined
  if (by === undefined || more !== undefined) return undefined
  const starts: Record<Unit, () => string> = {
    day: () => addDays(today, by),
    week: () => addDays(today, 7 * by + 1 - weekdayOf(today)),
    month: () => `${addMonths(monthOf(today), by)}-01`,
    year: () => `${Number(today.slice(0, 4)) + by}-01-01`,
  }
  const of = Object.hasOwn(words.units, unit) ? words.units[unit] : undefined
  return of && starts[of]()
}

/** `end of month`, `ende der woche`. */
function end([word = '', unit = '', more]: readonly string[], words: DateWords, { today }: Context) {
  if (!words.endWords.includes(word) || more !== undefined) return undefined
  const of = Object.hasOwn(words.units, unit) ? words.units[unit] : undefined
  if (of === 'day') return today
  if (of === 'month') return lastOf(monthOf(today))
  if (of === 'week') return addDays(today, 7 - weekdayOf(today))
  return of === 'year' ? `${today.slice(0, 4)}-12-31` : undefined
}

function iso([text = '', more]: readonly string[]) {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  return more === undefined ? dayOf(Number(year), Number(month), Number(day)) : undefined
}

/** `24.12.`, `24. 12. 2027`: the day comes first. */
function dotted(parts: readonly string[], _words: DateWords, context: Context) {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.?(\d{4}|\d{2})?$/.exec(parts.join('')) ?? []
  return day === undefined ? undefined : nearest(Number(day), Number(month), year, context)
}

/** `12/24` or `24/12`, in the order of the user's region, unless only the other order is a date. */
function slashed([text = '', more]: readonly string[], _words: DateWords, context: Context) {
  const [, one, other, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(text) ?? []
  if (one === undefined || more !== undefined) return undefined
  const [first, second] = [Number(one), Number(other)]
  const dayFirst = nearest(first, second, year, context)
  const dayLast = nearest(second, first, year, context)
  return context.monthFirst ? (dayLast ?? dayFirst) : (dayFirst ?? dayLast)
}

/** `24th`, `24.`: of this month or the next that has it, or of the last one. */
function ofMonth([text = '', more]: readonly string[], _words: DateWords, { today, prefersPast }: Context) {
  const [, day] = /^(\d{1,2})(?:\.|st|nd|rd|th)$/.exec(text) ?? []
  if (day === undefined || more !== undefined) return undefined
  const days = Array.from({ length: 3 }, (_, by) => {
    const [year, month] = addMonths(monthOf(today), prefersPast ? -by : by)
      .split('-')
      .map(Number)
    return dayOf(year ?? 0, month ?? 0, Number(day))
  })
  return days.find((one) => one !== undefined && (prefersPast ? one <= today : one >= today))
}

/** `24 dec`, `dec 24th 2027`, `24. dezember`. */
function named(parts: readonly string[], words: DateWords, context: Context) {
  const months = parts.map((part) => placeOf(part, words.months, words.shortest.month))
  const at = months.findIndex((month) => month !== undefined)
  const month = months[at]
  const [day = '', year, more] = parts.filter((_, place) => place !== at)
  const [, number] = /^(\d{1,2})(?:\.|st|nd|rd|th)?$/.exec(day) ?? []
  if (month === undefined || number === undefined || more !== undefined || !/^(\d{4})?$/.test(year ?? '')) return undefined
  return nearest(Number(number), month + 1, year, context)
}

/** Without a year the next or the last such date, which for the 29th of February may be years away. */
function nearest(day: number, month: number, year: string | undefined, { today, prefersPast }: Context): string | undefined {
  if (year !== undefined) return dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), month, day)
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: 9 }, (_, at) => dayOf(prefersPast ? thisYear - at : thisYear + at, month, day))
  return years.find((one) => one !== undefined && (prefersPast ? one <= today : one >= today))
}

/** Undefined for a day that does not exist, such as the 31st of February. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1000 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** 0 is Monday, and January. An abbreviation may end with a full stop. */
function placeOf(word: string, names: readonly string[], shortest: number): number | undefined {
  const begun = word.replace(/\.$/, '')
  const at = begun.length < shortest ? -1 : names.findIndex((name) => name.startsWith(begun))
  return at === -1 ? undefined : at
}

const two = (number: number): string => String(number).padStart(2, '0')
