import { Complaint } from '../failures.ts'
import type { Shown } from '../spec.ts'
import { createProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Check, type Outcome, skipped, type Verdict } from './check.ts'
import { outcomeText, reportOf } from './report.ts'

/** The checks with these ids, and those that they need; without ids all of them. Throws Complaint for an unknown id. */
export function chosen<T>(checks: readonly Check<T>[], ids: readonly string[]): readonly Check<T>[] {
  const unknown = ids.find((id) => !checks.some((check) => check.id === id))
  if (unknown !== undefined) throw new Complaint('wrong usage', `Unknown check ${unknown}. Use --list to see them.`)
  const wanted = new Set(ids)
  // A required check comes before the one that needs it.
  for (const { id, needs } of checks.toReversed()) if (wanted.has(id) && needs !== undefined) wanted.add(needs)
  return ids.length === 0 ? checks : checks.filter(({ id }) => wanted.has(id))
}

/** Runs the checks one after the other, shows each outcome as it comes, and returns the summary. */
export async function playAll<T>(
  terminal: Terminal,
  checks: readonly Check<T>[],
  { name, target }: { name: string; target: T },
): Promise<Shown> {
  const outcomes: Outcome[] = []
  for (const check of checks) {
    const progress = createProgress(check.title, terminal)
    progress.at(outcomes.length, checks.length)
    const verdict = await verdictOf(check, target, outcomes).finally(() => progress.end())
    const outcome = { id: check.id, title: check.title, docs: check.docs, ...verdict }
    outcomes.push(outcome)
    if (!terminal.isJson) terminal.result(outcome, outcomeText(terminal, outcome))
  }
  return reportOf(name, outcomes)
}

async function verdictOf<T>(check: Check<T>, target: T, before: readonly Outcome[]): Promise<Verdict> {
  const needed = before.find(({ id }) => id === check.needs)
  if (needed && needed.result !== 'passed') return skipped(`${needed.id} must pass first.`)
  return check.play(target)
}
