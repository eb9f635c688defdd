import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with one line, `N passed, N failed`, and `, N skipped` where a machine lacks something. Each skip is printed with its
 * reason. With TANDEM_COUNTS=<file> the counts are appended there, so that several runs can be added up; with CI set a skip fails.
 */
export default class CountReporter implements Reporter {
  #skips: string[] = []

  onInit(_vitest: Vitest): void {
    this.#skips = []
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    if (result.state === 'skipped') this.#skips.push(`skipped: ${result.note ?? 'no reason given'} (${test.fullName})`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
    const count = (state: string) => states.filter((other) => other === state).length
    const counts = { passed: count('passed'), failed: count('failed') + broken + unhandled.length, skipped: count('skipped') }
    for (const line of this.#skips) process.stdout.write(`${line}\n`)
    process.stdout.write(`${countLine(counts)}\n`)
    if (process.env.TANDEM_COUNTS) appendFileSync(process.env.TANDEM_COUNTS, `${JSON.stringify(counts)}\n`)
    if (counts.skipped > 0 && process.env.CI) process.exitCode = 1
  }
}

export type Counts = { passed: number; failed: number; skipped: number }

export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
