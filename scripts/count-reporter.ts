import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with one line, `N passed, N failed`, and `, N skipped` where a machine lacks something. Each skip is printed with its
 * reason, and so is each test that passed only at its second try, with what its first one ran into: it passes, and is to be mended.
 * With TANDEM_COUNTS=<file> the counts, what failed and what was tried again are appended there, so that several runs can be added
 * up; with CI set a skip fails.
 */
export default class CountReporter implements Reporter {
  #skips: string[] = []
  #failures: string[] = []
  #again: string[] = []

  onInit(_vitest: Vitest): void {
    this.#skips = []
    this.#failures = []
    this.#again = []
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    if (result.state === 'skipped') this.#skips.push(`skipped: ${result.note ?? 'no reason given'} (${test.fullName})`)
    const told = () => `${test.module.relativeModuleId}: ${test.fullName}: ${reason(result.errors ?? [])}`
    if (result.state === 'failed') this.#failures.push(told())
    if (test.diagnostic()?.flaky) this.#again.push(told())
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0)
    for (const module of broken) this.#failures.push(`${module.relativeModuleId}: ${reason(module.errors())}`)
    if (unhandled.length > 0) this.#failures.push(`${unhandled.length} errors outside of every test`)
    const count = (state: string) => states.filter((other) => other === state).length
    const counts = { passed: count('passed'), failed: count('failed') + broken.length + unhandled.length, skipped: count('skipped') }
    for (const line of this.#skips) process.stdout.write(`${line}\n`)
    for (const line of this.#again) process.stdout.write(`passed at the second try: ${line}\n`)
    process.stdout.write(`${countLine(counts)}\n`)
    if (process.env.TANDEM_COUNTS)
      appendFileSync(process.env.TANDEM_COUNTS, `${JSON.stringify({ ...counts, failures: this.#failures, again: this.#again })}\n`)
    if (counts.skipped > 0 && process.env.CI) process.exitCode = 1
  }
}

export type Counts = { passed: number; failed: number; skipped: number; failures?: string[]; again?: string[] }

const longestDiff = 1_200

/** The first line of what was thrown, and where two values differ, how: the log of a run may be cut before the test's own report. */
function reason(errors: readonly { message: string; diff?: string }[]): string {
  const [error] = errors
  if (!error) return 'no reason given'
  const diff = error.diff ? `\n${stripVTControlCharacters(error.diff).slice(0, longestDiff)}` : ''
  return `${error.message.split('\n')[0]}${diff}`
}

export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
