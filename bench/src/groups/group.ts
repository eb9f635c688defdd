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
