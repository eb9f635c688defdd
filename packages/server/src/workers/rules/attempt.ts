import type { Explained, RuleRun } from '@tandem/contract'
import type { Causes } from '../../kernel/common/causes.ts'

/** One attempt at a step; it remembers the action that was under way when it failed. */
export type Attempt = {
  /** `what` is going to be done. Answers why it fails instead, when it has been tried before and broke. */
  begin(what: string): Explained | null
  readonly begun: string | null
  /** The traces of the activities that set rules off. */
  readonly causes: Causes
  /** Runs that are written down if the attempt commits. */
  readonly ran: RuleRun['state'][]
}

/** The action that broke, and the explanation to record. */
export type Broken = { what: string; why: Explained }

export function newAttempt(broken: Broken | null, causes: Causes): Attempt {
  let begun: string | null = null
  return {
    causes,
    begin(what) {
      begun = what
      return broken?.what === what ? broken.why : null
    },
    get begun() {
      return begun
    },
    ran: [],
  }
}
