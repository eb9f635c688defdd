import { styleText } from 'node:util'

type Colour = Parameters<typeof styleText>[0]

export type Terminal = {
  /** A result: `text` for people, `value` as a line of JSON with `--json`. */
  result(value: object, text: string): void
  /** What is no result, on stderr. */
  note(text: string): void
  /** Colours for a result; heeds NO_COLOR and whether a terminal reads. */
  paint(colour: Colour, text: string): string
}

export function createTerminal(isJson: boolean): Terminal {
  return {
    result: (value, text) => void process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    paint: (colour, text) => styleText(colour, text, { stream: process.stdout }),
  }
}
