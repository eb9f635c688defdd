/** The results of the checks, written as they come. */
export type Report = {
  /** Reports whether the work succeeded; resolves to its result, or undefined after a failure. */
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
