import { styleText } from 'node:util'

const levels: Record<number, [word: string, colour: Parameters<typeof styleText>[0] | null]> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['', null],
  40: ['warning: ', 'yellow'],
  50: ['error: ', 'red'],
  60: ['fatal: ', 'red'],
}

/** Fields that the text leaves out: who wrote the line, which a terminal shows anyway, and what the text itself says. */
const left = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'profile', 'reqId', 'signal', 'migrations'])

/** Fastify's own, before ours, which says the same. */
const repeated = /^Server listening at /

/**
 * A line of the log as text for people, or null when it has no message: the time, the message, and its fields as `name=value`. Control
 * characters are escaped: text sent by a stranger must not steer the terminal.
 */
export function lineForPeople(json: string, isColoured: boolean): string | null {
  const { level, time, msg, err, ...rest } = JSON.parse(json) as Record<string, unknown> & { level: number; time: number }
  const text = typeof msg === 'string' ? msg : ''
  if (repeated.test(text)) return null
  const paint = (colour: Parameters<typeof styleText>[0] | null, words: string) =>
    isColoured && colour !== null ? styleText(colour, words, { validateStream: false }) : words
  const [word, colour] = levels[level] ?? ['', null]
  const fields = Object.entries(rest).filter(([name]) => !left.has(name))
  const details = fields.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`).join('')
  const clock = new Date(time).toTimeString().slice(0, 8)
  const trouble = err === undefined ? '' : `\n${indented(err)}`
  return `${paint('gray', clock)} ${paint(colour, `${word}${harmless(text)}`)}${paint('gray', harmless(details))}${trouble}\n`
}

function indented(err: unknown): string {
  const { stack, message } = (typeof err === 'object' && err !== null ? err : { message: String(err) }) as Record<string, unknown>
  return String(stack ?? message)
    .split('\n')
    .map((line) => `  ${harmless(line)}`)
    .join('\n')
}

/** Two forms: JSON writes the older control characters only. */
const harmless = (text: string): string =>
  text.replace(/\p{Cc}/gu, (found) => {
    const written = JSON.stringify(found).slice(1, -1)
    return written === found ? '?' : written
  })
