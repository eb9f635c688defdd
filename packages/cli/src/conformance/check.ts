/** What became of a check: `skipped` was not tried, or cannot be seen from outside. */
export type Verdict = { result: 'passed' } | { result: 'failed'; expected: string; seen: string } | { result: 'skipped'; reason: string }

/** One clause of the contract that can be seen from outside; `T` is what it is tried on. */
export type Check<T> = {
  id: string
  title: string
  /** The page and section to read when it fails. */
  docs: string
  /** The check without which this one says nothing. */
  needs?: string
  play(target: T): Promise<Verdict>
}

export type Outcome = Pick<Check<never>, 'id' | 'title' | 'docs'> & Verdict

export const passed: Verdict = { result: 'passed' }
export const failed = (expected: string, seen: string): Verdict => ({ result: 'failed', expected, seen })
export const skipped = (reason: string): Verdict => ({ result: 'skipped', reason })
