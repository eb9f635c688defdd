/** The outcome of a check: `skipped` was not tried, or cannot be observed from outside. */
export type Verdict = { result: 'passed' } | { result: 'failed'; expected: string; seen: string } | { result: 'skipped'; reason: string }

/** One observable clause of the contract; `T` is the subject of the check. */
export type Check<T> = {
  id: string
  title: string
  /** The page and section to read after a failure. */
  docs: string
  /** The check without which this one is meaningless. */
  needs?: string
  play(target: T): Promise<Verdict>
}

export type Outcome = Pick<Check<never>, 'id' | 'title' | 'docs'> & Verdict

export const passed: Verdict = { result: 'passed' }
export const failed = (expected: string, seen: string): Verdict => ({ result: 'failed', expected, seen })
export const skipped = (reason: string): Verdict => ({ result: 'skipped', reason })
