import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with one line, `N passed, N failed`, and `, N skipped` where a machine lacks something. Each skip is printed with its reason;
 * one without fails the run, and so do more than 5 % of all tests of a whole run. With TANDEM_COUNTS=<file> the counts, the failures, and
 * the passed cases of conformance/src/fault-cases.ts and requirements are appended there, so that several runs can be added up. With CI set
 * a skip fails, except for reasons that TANDEM_EXPECTED_SKIPS matches.
 */
export default class CountReporter implements Reporter {
  #skips: Skip[] = []
  /** Set by `-t`: tests that it leaves out count as skipped too. */
  #isPart = false
  #vitest: Vitest | undefined
  #failures: string[] = []
  #cases = new Set<string>()
  #requirements = new Set<string>()

  onInit(vitest: Vitest): void {
    this.#isPart = vitest.config.testNamePattern !== undefined
    this.#vitest = vitest
    this.#skips = []
    this.#failures = []
    this.#cases.clear()
    this.#requirements.clear()
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    if (result.state === 'skipped' && !(this.#isPart && result.note === undefined))
      this.#skips.push({ reason: result.note ?? noReason, name: test.fullName })
    if (result.state === 'passed') {
      for (const [id] of test.fullName.matchAll(/\bF\d{2,3}\b/g)) this.#cases.add(id)
      for (const id of test.meta().proves ?? []) this.#requirements.add(id)
    }
    if (result.state === 'failed') this.#failures.push(`${test.module.relativeModuleId}: ${test.fullName}: ${reason(result.errors)}`)
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): Promise<void> {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0)
    for (const module of broken) this.#failures.push(`${module.relativeModuleId}: ${reason(module.errors())}`)
    if (unhandled.length > 0) this.#failures.push(`${unhandled.length} errors outside of every test`)
    const count = (state: string) => states.filter((other) => other === state).length
    const counts = { passed: count('passed'), failed: count('failed') + broken.length + unhandled.length, skipped: count('skipped') }
    process.stdout.write(skipLines(this.#skips))
    const unexpected = this.#skips.filter(({ reason }) => !expectedSkips?.test(reason)).length
    const isTooMany = skipsTooMany(counts) && (await this.#isWhole(modules))
    if (isTooMany) process.stdout.write(`More than ${mostSkippedPercent} % of the tests were skipped, which proves too little.\n`)
    process.stdout.write(`${countLine(counts)}\n`)
    const proved = { cases: [...this.#cases], requirements: [...this.#requirements] }
    if (process.env.TANDEM_COUNTS)
      appendFileSync(
        process.env.TANDEM_COUNTS,
        `${JSON.stringify({ ...counts, skipped: unexpected, failures: this.#failures, ...proved })}\n`,
      )
    const isUnexplained = !this.#isPart && this.#skips.some(({ reason }) => reason === noReason)
    if (isTooMany || isUnexplained || (unexpected > 0 && process.env.CI)) process.exitCode = 1
  }

  /** Of one file that was named, all may be skipped. */
  async #isWhole(modules: readonly TestModule[]): Promise<boolean> {
    if (this.#isPart || !this.#vitest) return false
    return modules.length >= (await this.#vitest.globTestSpecifications()).length
  }
}

const mostSkippedPercent = 5

export const skipsTooMany = ({ passed, failed, skipped }: Counts): boolean =>
  skipped * 100 > mostSkippedPercent * (passed + failed + skipped)

const noReason = 'no reason given'

type Skip = { reason: string; name: string }

const expectedSkips = process.env.TANDEM_EXPECTED_SKIPS ? new RegExp(process.env.TANDEM_EXPECTED_SKIPS) : null

/** Each reason once, with the tests that it skips. */
function skipLines(skips: readonly Skip[]): string {
  return Object.entries(Object.groupBy(skips, ({ reason }) => reason))
    .map(([reason, skipped = []]) => `skipped, ${skipped.length}: ${reason}\n${skipped.map(({ name }) => `  ${name}\n`).join('')}`)
    .join('')
}

export type Counts = { passed: number; failed: number; skipped: number; failures?: string[]; cases?: string[]; requirements?: string[] }

const longestDiff = 1_200

/**
 * The first line of the error, and the difference between two compared values: the log of a run may be cut before the test's own report.
 */
function reason(errors: readonly { message: string; diff?: string }[]): string {
  const [error] = errors
  if (!error) return noReason
  const diff = error.diff ? `\n${stripVTControlCharacters(error.diff).slice(0, longestDiff)}` : ''
  return `${error.message.split('\n')[0]}${diff}`
}

export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
