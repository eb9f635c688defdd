const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** In ms, longest first. */
const units = [
  ['year', 365 * day],
  ['month', (365 / 12) * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/** “3m ago”, the narrow English of the browser, as amounts are written: “3 min ago”. */
export const asAmount = (age: string): string =>
  age.replace(/^(\d+)([a-z]+)/, (_, count: string, unit: string) => `${count}\u00a0${unit === 'm' ? 'min' : unit}`)

type Unit = (typeof units)[number][0] | 'second'

/**
 * The age of a moment in whole units: 3.9 years are 3 years. Less than a minute has the age 0, which is “now”, since ages are written anew
 * once a minute only; so has a moment that is later by this clock.
 */
export function ageOf(at: Date, now: Date): { count: number; unit: Unit; unitMs: number } {
  const age = now.getTime() - at.getTime()
  const found = units.find(([, ms]) => age >= ms)
  if (!found) return { count: 0, unit: 'second', unitMs: 1_000 }
  const [unit, unitMs] = found
  return { count: Math.floor(age / unitMs), unit, unitMs }
}
