import { describeOutcome, isAnswer, isUnavailable, type Outcome, succeeded } from './ask.ts'
import type { Rule } from './writers.ts'

/** A killed service breaks connections; it never hangs, and each of its answers is a success or says when to try again. */
export const whileServiceIsKilled: Rule = (outcome) => {
  if (!isAnswer(outcome)) return outcome.miss === 'hung' ? outcome.why : null
  return wrongAnswer(outcome)
}

/** The service keeps running, so every request gets an answer. */
export const whileServiceLives: Rule = (outcome) => (isAnswer(outcome) ? wrongAnswer(outcome) : describeOutcome(outcome))

/** 409 with Retry-After: the first of two with one id still holds its lock. */
function wrongAnswer(outcome: Outcome): string | null {
  if (succeeded(outcome) || isUnavailable(outcome)) return null
  const isBusy = isAnswer(outcome) && outcome.status === 409 && outcome.headers['retry-after'] !== undefined
  return isBusy ? null : describeOutcome(outcome)
}
