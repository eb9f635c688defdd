import { readFileSync } from 'node:fs'
import { faultCases } from '../conformance/src/fault-cases.ts'
import { requirements } from '../conformance/src/requirements.ts'
import { type Counts, countLine } from './count-reporter.ts'

/**
 * Adds up the counts of several runs and names once more what failed: `add-counts.ts FILE
 * LEAST_RUNS`. Exits 1 on a failure, a skip, a run that never counted, or a requirement or a case of abuse or fault that no test of the runs
 * has proved.
 */
const [file = '', leastRuns = '1'] = process.argv.slice(2)
const runs = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Counts)
const total = runs.reduce(
  (sum, run) => ({ passed: sum.passed + run.passed, failed: sum.failed + run.failed, skipped: sum.skipped + run.skipped }),
  {
    passed: 0,
    failed: 0,
    skipped: 0,
  },
)
const missing = Math.max(0, Number(leastRuns) - runs.length)
const rules = { ...faultCases, ...requirements } as Record<string, { rule: string }>
const proved = new Set(runs.flatMap((run) => [...(run.cases ?? []), ...(run.requirements ?? [])]))
const unproved = Object.keys(rules).filter((id) => !proved.has(id))
total.failed += missing + unproved.length
for (const failure of runs.flatMap((run) => run.failures ?? [])) process.stdout.write(`failed: ${failure}\n`)
if (missing > 0) process.stdout.write(`${missing} of the runs ended without counting its tests\n`)
for (const id of unproved) process.stdout.write(`${id} was proved by no test: ${rules[id]?.rule}\n`)
process.stdout.write(`${countLine(total)}\n`)
process.exitCode = total.failed > 0 || total.skipped > 0 || total.passed === 0 ? 1 : 0
