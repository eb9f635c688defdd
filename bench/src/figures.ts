/** A figure of the report: the measured value, and the target if there is one. */
export type Figure = {
  what: string
  /** Null when it could not be measured here. */
  measured: number | null
  unit: '×' | 'ms' | '/s' | 'MiB' | '%' | ''
  bound: { atMost: number } | { atLeast: number } | null
}

export type Verdict = 'PASS' | 'FALLS SHORT' | 'not measured' | ''

export function verdictOf({ measured, bound }: Figure): Verdict {
  if (measured === null) return 'not measured'
  if (bound === null) return ''
  const reached = 'atMost' in bound ? measured <= bound.atMost : measured >= bound.atLeast
  return reached ? 'PASS' : 'FALLS SHORT'
}

export const figure = (what: string, measured: number | null, unit: Figure['unit'], bound: Figure['bound'] = null): Figure => ({
  what,
  measured,
  unit,
  bound,
})

export const times = (what: string, measured: number | null, bound: Figure['bound'] = null): Figure => ({
  what,
  measured,
  unit: '×',
  bound,
})
