import { styleText } from 'node:util'
import { before } from './before.ts'
import type { Output } from './output.ts'

/** The output of a run: one line per claim, and a claim is printed as true only once its check has passed. */
export type Transcript = {
  heading(text: string): void
  /** Runs `check` and prints its result, or throws if it fails or takes too long. Once `signal` is aborted, nothing is begun or printed. */
  claim<T>(who: string, what: string | ((found: T) => string), check: () => T | Promise<T>): Promise<T>
  /** A line that is no claim. */
  note(who: string, text: string): void
  /** The number of claims that held so far. */
  held(): number
}

class ClaimFailed extends Error {
  readonly who: string
  readonly what: string

  constructor(who: string, what: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.who = who
    this.what = what
  }
}

type Colour = Parameters<typeof styleText>[0]

const whoWidth = 8
const textWidth = 88
const patienceMs = 120_000

export function createTranscript({ output, say }: Output, signal: AbortSignal): Transcript {
  let held = 0
  // styleText respects NO_COLOR and whether the stream is a terminal.
  const paint = (colour: Colour, text: string) => styleText(colour, text, { stream: output })
  const line = (mark: string, who: string, text: string) => `  ${mark} ${paint('bold', who.padEnd(whoWidth))} ${text}`
  return {
    heading: (text) => say(`\n${paint('bold', text)}`),
    note(who, text) {
      const lines = wrapped(text).map((part, at) => line(at === 0 ? paint('dim', '–') : ' ', at === 0 ? who : '', paint('dim', part)))
      say(lines.join('\n'), { who, note: text })
    },
    held: () => held,
    async claim(who, what, check) {
      signal.throwIfAborted()
      try {
        const found = await before(AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]), check())
        signal.throwIfAborted()
        held += 1
        const claim = typeof what === 'string' ? what : what(found)
        say(line(paint('green', '✓'), who, claim), { who, claim, held: true })
        return found
      } catch (failure) {
        signal.throwIfAborted()
        throw new ClaimFailed(who, typeof what === 'string' ? what : 'next step', failure)
      }
    },
  }
}

/** The last line of an incomplete run. */
export function printFailure({ output, say }: Output, failure: unknown, lastWords: string): void {
  const cross = styleText('red', '✗', { stream: output })
  const [title, reason] =
    failure instanceof ClaimFailed ? [`${failure.who.padEnd(whoWidth)} ${failure.what}`, failure.message] : ['the demo', textOf(failure)]
  const said = failure instanceof ClaimFailed ? { who: failure.who, claim: failure.what } : {}
  say(`  ${cross} ${title}\n${indented(reason)}`, { ...said, held: false, reason })
  if (lastWords !== '') say(`\n    Last output of the service:\n${indented(lastWords)}`, { who: 'service', note: lastWords })
}

const textOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure))

function indented(text: string): string {
  const lines = text.trimEnd().split('\n')
  return lines
    .slice(0, 20)
    .map((line) => `    ${line}`)
    .join('\n')
}

/** Lines of at most `textWidth` characters, broken between words. */
function wrapped(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.pop() ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (longer.length <= textWidth) lines.push(longer)
    else lines.push(last, `  ${word}`)
  }
  return lines
}

/** At most `width` characters of one line. */
export function short(text: string, width: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= width ? flat : `${flat.slice(0, width - 1).trimEnd()}…`
}

/** A count with its noun: `1 card`, `2 cards`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
