import type { RuleRun, Verb } from '@tandem/contract'
import type { Causes } from '../../kernel/common/causes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { inSpan, traceOf } from '../../tracing/spans.ts'

type On = { ruleId: string; causes: Causes /** The activity that set it off; null when the clock did. */; seq: number | null }

/** A run of a rule as a span of the act that triggered it; the rule's own acts, and those that they trigger, belong to it too. */
export function traced(tx: Mutation<Verb>, { ruleId, causes, seq }: On, run: () => Promise<RuleRun['state']>): Promise<RuleRun['state']> {
  const under = seq === null ? undefined : causes.of(tx.board.id, seq)
  const attributes = { 'tandem.rule.id': ruleId, 'tandem.board.id': tx.board.id }
  return inSpan('rule', { isJob: true, under, attributes }, async (span) => {
    tx.causedBy(traceOf(span))
    try {
      const state = await run()
      span.setAttribute('tandem.outcome', state)
      return state
    } finally {
      tx.causedBy(undefined)
    }
  })
}
