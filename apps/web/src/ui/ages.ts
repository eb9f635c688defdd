const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** In ms, longest first. */
const units = [
  ['year', 365 * day],
  ['month', (365 / 12) * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', 1_000],
] as const

/** “3m ago”, the narrow English of the browser, as amounts are written: “3 min ago”. */
export const asAmount = (age: string): string =>
  age.replace(/^(\d+)([a-z]+)/, (_, count: string, unit: string) => `${count}\u00a0${unit === 'm' ? 'min' : unit}`)

type Unit = (typeof units)[number][0]

/** The age of a moment in whole units: 3.9 years are 3 years. A moment that is later by this clock has the age 0. */
export function ageOf(at: Date, now: Date): { count: number; unit: Unit; unitMs: number } {
  const age = Math.max(0, now.getTime() - at.getTime())
  const [unit, unitMs] = units.find(([, ms]) => age >= ms) ?? ['second', 1_000]
  return { count: Math.floor(age / unitMs), unit, unitMs }
}
