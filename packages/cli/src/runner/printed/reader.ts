import type { Session } from '@tandem/contract'

/** The usage of a program so far, as it reports it. */
export type Used = Required<NonNullable<Session['usage']>>

/** Reads the output of a known program, line by line: lines for people, its usage, and its final answer. */
export type Reader = {
  /** The lines for people that stand for this one; empty if it has none. */
  read(line: string): string[]
  readonly used: Used
  /** The final answer of the program; null until it was printed. */
  readonly answer: string | null
}

/** The sum of a program's events. Unknown events change nothing, because new releases add some. */
export type Sum = { used: Used; answer: string | null }
export type Fields = Record<string, unknown>
type OnEvent = (event: Fields, sum: Sum) => string[]

export const noneUsed: Used = { inputTokens: 0, outputTokens: 0, costUsd: 0 }

/** For a program that prints one JSON object a line. A line of another form, such as a warning, is shown unchanged. */
export function jsonReader(onEvent: OnEvent): Reader {
  const sum: Sum = { used: noneUsed, answer: null }
  return {
    read(line) {
      if (!line.startsWith('{')) return [line]
      const event = eventIn(line)
      return event ? onEvent(event, sum) : [line]
    },
    get used() {
      return sum.used
    },
    get answer() {
      return sum.answer
    },
  }
}

function eventIn(line: string): Fields | null {
  try {
    return fields(JSON.parse(line))
  } catch {
    return null
  }
}

export const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
export const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : [])
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const number = (value: unknown): number => (typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : 0)
export const linesOf = (value: unknown): string[] => text(value).split('\n').filter(Boolean)

export const added = (one: Used, other: Used): Used => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  costUsd: one.costUsd + other.costUsd,
})

const longestCall = 200

/** A tool call in a line: its name, and its most informative input. */
export function callLine(name: unknown, input: unknown): string[] {
  const given = fields(input)
  const what = ['command', 'file_path', 'filePath', 'path', 'pattern', 'query', 'url', 'method']
    .map((key) => text(given[key]))
    .find(Boolean)
  return [[text(name), what?.split('\n')[0]].filter(Boolean).join(' ').slice(0, longestCall)].filter(Boolean)
}
