import type { Sender } from '../kit/http.ts'

/** The answer of a scrape by series, as written: `name{label="value"}`. */
export async function scrape(by: Sender): Promise<Map<string, number>> {
  const { status, text } = await by.get('/metrics')
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`)
  return seriesIn(text)
}

/** Throws for a line that Prometheus cannot read. */
export function seriesIn(text: string): Map<string, number> {
  const series = new Map<string, number>()
  for (const line of text.trimEnd().split('\n')) {
    if (/^# (HELP|TYPE) [a-z_]+ \S/.test(line)) continue
    const [, name, value] = /^([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})?) (-?[\d.e+-]+)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`no line of the text format: ${line}`)
    if (series.has(name)) throw new Error(`twice: ${name}`)
    series.set(name, Number(value))
  }
  return series
}
