/** What held and what did not, told as it comes. */
export type Report = {
  /** Tells whether the work got to its end; answers what it answered, undefined when it did not. */
  check<T>(name: string, work: () => Promise<T>): Promise<T | undefined>
  counts(): { passed: number; failed: number }
}

export function createReport(write: (text: string) => void): Report {
  const counts = { passed: 0, failed: 0 }
  return {
    counts: () => ({ ...counts }),
    async check(name, work) {
      const beganMs = performance.now()
      try {
        const answer = await work()
        counts.passed += 1
        write(`  ✓ ${name}${took(beganMs)}\n`)
        return answer
      } catch (problem) {
        counts.failed += 1
        const text = problem instanceof Error ? problem.message : String(problem)
        write(`  ✗ ${name}${took(beganMs)}\n${text.replaceAll(/^/gm, '      ')}\n`)
        return undefined
      }
    },
  }
}

function took(beganMs: number): string {
  const seconds = (performance.now() - beganMs) / 1_000
  return seconds < 1 ? '' : ` (${seconds.toFixed(1)} s)`
}
