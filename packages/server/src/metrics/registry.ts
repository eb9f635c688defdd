/**
 * Counters, gauges and histograms of this process, written out as Prometheus reads them (text format 0.0.4). To count is to add to a
 * number on a plain object. A label never holds what callers choose: each value that it takes is kept until the process ends
 * (docs/decisions/metrics.md).
 */
export type Registry = {
  counter(name: string, help: string): Tally
  counters<const Names extends readonly string[]>(name: string, help: string, labels: Names): Labelled<Names, Tally>
  gauge(name: string, help: string): Gauge
  gauges<const Names extends readonly string[]>(name: string, help: string, labels: Names): Labelled<Names, Gauge>
  histogram(name: string, help: string, buckets: readonly number[]): Histogram
  histograms<const Names extends readonly string[]>(
    name: string,
    help: string,
    labels: Names,
    buckets: readonly number[],
  ): Labelled<Names, Histogram>
  /** What was created here, in that order. */
  declared(): Declared[]
  text(): string
}

export type Declared = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; labels: readonly string[] }

/** The series with these values of its labels, made when they are first used. */
type Labelled<Names extends readonly string[], Series> = (...values: { [At in keyof Names]: string }) => Series

export type Tally = { add(amount?: number): void }
export type Gauge = {
  /** Several may count up and down together. */
  add(amount: number): void
  /** Undefined = not known: the series is left out. */
  set(value: number | undefined): void
  /** Asked whenever it is written out, in place of `set`. */
  read(value: () => number | undefined): void
}
export type Histogram = { observe(value: number): void }

type Sample = { suffix?: string; labels?: string; value: number | undefined }
type Series = { samples(): Sample[] }
type Family = Declared & { series: Map<string, Series> }

/** Separates label values, none of which holds NUL. */
const between = '\0'

export function createRegistry(): Registry {
  const families: Family[] = []
  return {
    counter: (name, help) => familyOf('counter', name, help, [], newTally)(),
    counters: (name, help, labels) => familyOf('counter', name, help, labels, newTally),
    gauge: (name, help) => familyOf('gauge', name, help, [], newGauge)(),
    gauges: (name, help, labels) => familyOf('gauge', name, help, labels, newGauge),
    histogram: (name, help, buckets) => familyOf('histogram', name, help, [], () => newHistogram(buckets))(),
    histograms: (name, help, labels, buckets) => familyOf('histogram', name, help, labels, () => newHistogram(buckets)),
    declared: () => families.map(({ name, help, type, labels }) => ({ name, help, type, labels })),
    text: () => families.map(textOf).join(''),
  }

  function familyOf<S extends Series>(type: Family['type'], name: string, help: string, labels: readonly string[], make: () => S) {
    const series = new Map<string, S>()
    families.push({ type, name, help, labels, series })
    return (...values: readonly string[]): S => {
      const key = values.join(between)
      const known = series.get(key)
      if (known) return known
      const made = make()
      series.set(key, made)
      return made
    }
  }
}

function newTally() {
  let value = 0
  return {
    add(amount = 1) {
      value += amount
    },
    samples: (): Sample[] => [{ value }],
  }
}

function newGauge() {
  let read = (): number | undefined => undefined
  return {
    add(amount: number) {
      const value = (read() ?? 0) + amount
      read = () => value
    },
    set(value: number | undefined) {
      read = () => value
    },
    read(asked: () => number | undefined) {
      read = asked
    },
    samples: (): Sample[] => [{ value: read() }],
  }
}

/** `buckets`: upper bounds, ascending. */
function newHistogram(buckets: readonly number[]) {
  const counts = Array.from({ length: buckets.length + 1 }, () => 0)
  let sum = 0
  return {
    observe(value: number) {
      let at = 0
      while (at < buckets.length && value > (buckets[at] ?? 0)) at += 1
      counts[at] = (counts[at] ?? 0) + 1
      sum += value
    },
    samples(): Sample[] {
      let below = 0
      const cumulative = counts.map((count, at) => {
        below += count
        return { suffix: '_bucket', labels: `le="${buckets[at] ?? '+Inf'}"`, value: below }
      })
      return [...cumulative, { suffix: '_sum', value: sum }, { suffix: '_count', value: below }]
    },
  }
}

function textOf({ name, help, type, labels, series }: Family): string {
  const lines = [...series].flatMap(([key, { samples }]) => {
    const values = key.split(between)
    const own = labels.map((label, at) => `${label}="${escaped(values[at] ?? '')}"`)
    return samples().flatMap(({ suffix = '', labels: more, value }) => {
      if (value === undefined) return []
      const all = more === undefined ? own : [...own, more]
      return `${name}${suffix}${all.length > 0 ? `{${all.join(',')}}` : ''} ${value}\n`
    })
  })
  return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
