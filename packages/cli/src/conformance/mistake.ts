import { failed, skipped, type Verdict } from './check.ts'

/** What a check has seen is against the contract: it ends there. */
export class Mistake extends Error {
  readonly expected: string
  readonly seen: string

  constructor(expected: string, seen: string) {
    super(`expected ${expected}, seen ${seen}`)
    this.expected = expected
    this.seen = seen
  }
}

/** A check finds that it has nothing to say. */
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
