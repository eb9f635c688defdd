import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The commands in README.md. */
export type Instructions = { start: string; demo: string; backup: string; help: string; url: string }

/** Its other commands, and the tests that run them. */
const others: readonly { line: RegExp; runBy: string }[] = [
  { line: /^npm ci && npm test$/, runBy: 'every run of the tests begins with it' },
  { line: /^npm exec -- tandem restore /, runBy: 'the tests of backup and restore' },
]

/** Reads the commands from README.md. Throws if a line is missing, or if no test runs a line. */
export function readInstructions(checkout: string): Instructions {
  const text = readFileSync(join(checkout, 'README.md'), 'utf8')
  const lines = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n')).filter(Boolean)
  const commands = lines.map((line) => line.replace(/\s+#.*$/, ''))
  const take = (pattern: RegExp, among = commands): string => {
    const found = among.find((command) => pattern.test(command))
    if (found === undefined) throw new Error(`README.md says nowhere ${pattern}: has it changed? Then change this with it.`)
    return found
  }
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words)
  const instructions = {
    start: take(/\bnpm start$/),
    demo: take(/^npm run demo$/),
    backup: take(/^npm exec -- tandem backup --out \S+$/),
    help: take(/^npm start -- --help$/, quoted),
    url: /https?:\/\/[^\s,;)]+/.exec(take(/\bnpm start\b.*# serves http/, lines))?.[0] ?? '',
  }
  const known = new Set(Object.values(instructions))
  const unknown = commands.filter((command) => !known.has(command) && !others.some(({ line }) => line.test(command)))
  if (unknown.length > 0) throw new Error(`README.md says to type what no newcomer tries here: ${unknown.join('; ')}`)
  return instructions
}
