import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { type Counts, countLine } from './count-reporter.ts'

/** What is too heavy for `npm test`: each step is one check; all run, whatever the ones before did. */
const steps: [name: string, command: string][] = [
  ['types', 'npm run typecheck'],
  ['lint and layers', 'npm run lint'],
  ['unused code', 'npm run unused'],
  ['the suite on a PostgreSQL of its own, by TEST_DATABASE_URL', 'npm run test:postgres'],
  ['mutations of the rules', 'npm run test:mutations'],
]

const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const [name, command] of steps) {
  process.stdout.write(`\n== ${name}: ${command}\n`)
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status === 0) counts.passed += 1
  else counts.failed += 1
  process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'}\n`)
}
process.stdout.write(`${countLine(counts)}\n`)
if (process.env.TANDEM_COUNTS) appendFileSync(process.env.TANDEM_COUNTS, `${JSON.stringify(counts)}\n`)
process.exitCode = counts.failed > 0 ? 1 : 0
