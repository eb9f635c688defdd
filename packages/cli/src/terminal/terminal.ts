import { stripVTControlCharacters, styleText } from 'node:util'

type Colour = Parameters<typeof styleText>[0]

export type Terminal = {
  readonly isJson: boolean
  /** A result: `text` for people, `value` as a line of JSON with `--json`. */
  result(value: unknown, text: string): void
  /** Messages other than the result, on stderr. */
  note(text: string): void
  /** Colours text of a result if stdout is a terminal and NO_COLOR is not set. */
  paint(colour: Colour, text: string): string
}

export function createTerminal(isJson: boolean): Terminal {
  return {
    isJson,
    result: (value, text) => void process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    paint: (colour, text) => styleText(colour, text, { stream: process.stdout }),
  }
}

/** Text of other people on one line, without control characters that move the cursor or change colours. */
export const line = (text: string): string => block(text).replace(/\s*\n\s*/g, ' ')

/** Like `line`, with line breaks. */
export const block = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[\p{Cc}\p{Bidi_C}]/gu, (sign) => (sign === '\n' ? sign : ' '))

/** Columns side by side; the last one is as long as it is. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, lengthOf(cell))), [])
  return rows
    .map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell + ' '.repeat((widths[at] ?? 0) - lengthOf(cell)))).join('  '))
    .map((text) => text.trimEnd())
    .join('\n')
}

const graphemes = new Intl.Segmenter()
/** Width in visible characters, without colour codes. */
const lengthOf = (text: string): number => Array.from(graphemes.segment(stripVTControlCharacters(text))).length

export const plural = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`
