import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with one line, `N passed, N failed`, and `, N skipped` where a machine lacks something. Each skip is printed with its
 * reason; one without fails the run. With TANDEM_COUNTS=<file> the counts, what failed, and which cases of conformance/src/fault-cases.ts passed are appended there, so
 * that several runs can be added up; with CI set a skip fails, but for those whose reason TANDEM_EXPECTED_SKIPS matches.
 */
export default class CountReporter implements Reporter {
  #skips: Skip[] = []
  /** What `-t` leaves out counts as skipped, too. */
  #isPart = false
  #failures: string[] = []
  #cases = new Set<string>()

  onInit(vitest: Vitest): void {
    this.#isPart = vitest.config.testNamePattern !== undefined
    this.#skips = []
    this.#failures = []
    this.#cases.clear()
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    if (result.state === 'skipped' && !(this.#isPart && result.note === undefined))
      this.#skips.push({ reason: result.note ?? noReason, name: test.fullName })
    if (result.state === 'passed') for (const [id] of test.fullName.matchAll(/\bF\d{2,3}\b/g)) this.#cases.add(id)
    if (result.state === 'failed') this.#failures.push(`${test.module.relativeModuleId}: ${test.fullName}: ${reason(result.errors)}`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0)
    for (const module of broken) this.#failures.push(`${module.relativeModuleId}: ${reason(module.errors())}`)
    if (unhandled.length > 0) this.#failures.push(`${unhandled.length} errors outside of every test`)
    const count = (state: string) => states.filter((other) => other === state).length
    const counts = { passed: count('passed'), failed: count('failed') + broken.length + unhandled.length, skipped: count('skipped') }
    process.stdout.write(told(this.#skips))
    const unexpected = this.#skips.filter(({ reason }) => !expectedSkips?.test(reason)).length
    process.stdout.write(`${countLine(counts)}\n`)
    if (process.env.TANDEM_COUNTS)
      appendFileSync(
        process.env.TANDEM_COUNTS,
        `${JSON.stringify({ ...counts, skipped: unexpected, failures: this.#failures, cases: [...this.#cases] })}\n`,
      )
    if ((unexpected > 0 && process.env.CI) || (!this.#isPart && this.#skips.some(({ reason }) => reason === noReason))) process.exitCode = 1
  }
}

const noReason = 'no reason given'

type Skip = { reason: string; name: string }

const expectedSkips = process.env.TANDEM_EXPECTED_SKIPS ? new RegExp(process.env.TANDEM_EXPECTED_SKIPS) : null

/** Each reason once, with what it keeps from running. */
function told(skips: readonly Skip[]): string {
  return Object.entries(Object.groupBy(skips, ({ reason }) => reason))
    .map(([reason, skipped = []]) => `skipped, ${skipped.length}: ${reason}\n${skipped.map(({ name }) => `  ${name}\n`).join('')}`)
    .join('')
}

export type Counts = { passed: number; failed: number; skipped: number; failures?: string[]; cases?: string[] }

const longestDiff = 1_200

/** The first line of what was thrown, and where two values differ, how: the log of a run may be cut before the test's own report. */
function reason(errors: readonly { message: string; diff?: string }[]): string {
  const [error] = errors
  if (!error) return noReason
  const diff = error.diff ? `\n${stripVTControlCharacters(error.diff).slice(0, longestDiff)}` : ''
  return `${error.message.split('\n')[0]}${diff}`
}

export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
