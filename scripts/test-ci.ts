import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { type Counts, countLine } from './count-reporter.ts'

/** The whole suite has just run on the embedded server; what meets the database closest runs on one that is not ours too. */
const onForeignServer = ['conformance/test', 'packages/server/test/kernel', 'packages/server/test/faults', 'packages/server/test/search']

/** What is too heavy for `npm test`: each step is one check; all run, whatever the ones before did. */
const steps: [name: string, command: string][] = [
  ['types', 'npm run typecheck'],
  ['lint and layers', 'npm run lint'],
  ['unused code', 'npm run unused'],
  ['every rule, the door and the faults on a PostgreSQL handed over by its URL', `npm run test:postgres -- ${onForeignServer.join(' ')}`],
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
