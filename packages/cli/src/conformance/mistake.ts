import { failed, skipped, type Verdict } from './check.ts'

/** An observation that contradicts the contract: the check ends with it. */
export class Mistake extends Error {
  readonly expected: string
  readonly seen: string

  constructor(expected: string, seen: string) {
    super(`expected ${expected}, seen ${seen}`)
    this.expected = expected
    this.seen = seen
  }
}

/** A check that does not apply. */
export class NotPlayed extends Error {}

/** The verdict of a check that passes unless it throws Mistake or NotPlayed. */
export async function verdictBy(played: Promise<void>): Promise<Verdict> {
  try {
    await played
    return { result: 'passed' }
  } catch (error) {
    if (error instanceof Mistake) return failed(error.expected, error.seen)
    if (error instanceof NotPlayed) return skipped(error.message)
    throw error
  }
}
