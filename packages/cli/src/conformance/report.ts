import { exitCodes } from '../failures.ts'
import type { Shown } from '../spec.ts'
import { columns, line, plural, type Terminal } from '../terminal/terminal.ts'
import type { Check, Outcome, Verdict } from './check.ts'

const colours = { passed: 'green', failed: 'red', skipped: 'yellow' } as const
const words = { passed: 'pass', failed: 'FAIL', skipped: 'skip' } as const
const indent = ' '.repeat(6)

/** One line, and for a failure the expectation, the observation, and the page to read. */
export function outcomeText(terminal: Terminal, outcome: Outcome): string {
  const { id, title, docs, result } = outcome
  const first = `${terminal.paint(colours[result], words[result])}  ${terminal.paint('bold', id)}: ${title}`
  if (outcome.result === 'skipped') return `${first}\n${indent}${line(outcome.reason)}`
  if (outcome.result === 'passed') return first
  const rows = [
    [`${indent}expected`, outcome.expected],
    [`${indent}seen`, line(outcome.seen)],
    [`${indent}read`, docs],
  ]
  return `${first}\n${columns(rows)}`
}

/** The summary, and with `--json` all outcomes: people have seen them one by one. */
export function reportOf(target: string, checks: readonly Outcome[]): Shown {
  const count = (result: Verdict['result']) => checks.filter((check) => check.result === result).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  return {
    value: { target, checks, passed, failed, skipped },
    text: `\n${plural(passed, 'check')} passed, ${failed} failed, ${skipped} skipped: ${target}`,
    exitCode: exitCodes[failed === 0 ? 'done' : 'refused or failed'],
  }
}

/** The output of `--list`. */
export function listOf(checks: readonly Check<never>[]): Shown {
  const value = checks.map(({ id, title, docs }) => ({ id, title, docs }))
  return { value, text: columns(value.map(({ id, title }) => [id, title])) }
}
