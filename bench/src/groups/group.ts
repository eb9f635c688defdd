import type { Curve } from '../curves.ts'
import type { Figure } from '../figures.ts'
import type { Pace, Point, Reading } from '../measure.ts'
import type { Rig } from '../rig.ts'

export type Findings = { readings: Reading[]; figures: Figure[]; notes: string[]; curves?: Curve[] }

/** A part of the report that can be run alone. */
export type Group = (rig: Rig, pace: Pace) => Promise<Findings>

export const insertBy = (callers: number): Point => ({ name: 'insert', on: 'reference', callers, act: () => ({ kind: 'insert' }) })

export const insertCountedBy = (callers: number): Point => ({
  name: 'insert and count',
  on: 'reference',
  callers,
  act: () => ({ kind: 'insertCounted' }),
})

/** A longer warm-up, so that compilation and the first plans of queries do not distort the measurement. */
export const warm = (pace: Pace): Pace => ({ ...pace, warmUpSeconds: pace.seconds })

/** More and longer rounds for a single caller, who completes few acts in one. */
export const unhurried = (pace: Pace): Pace => ({
  ...pace,
  seconds: pace.seconds * 2,
  rounds: pace.rounds + 2,
  warmUpSeconds: pace.seconds * 3,
})
