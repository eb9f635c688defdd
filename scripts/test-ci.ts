import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { type Counts, countLine } from './count-reporter.ts'

/**
 * The whole suite has just run on the embedded server: on one that is handed over, every operation is done once, and what meets the
 * database closest runs again.
 */
const onForeignServer = ['rest/examples', 'kernel', 'search', 'rules', 'faults/invariants', 'faults/fan-out'].map(
  (part) => `packages/server/test/${part}`,
)

/** What is too heavy for `npm test`: each step is one check; all run, whatever the ones before did. */
const steps: [name: string, command: string][] = [
  ['types', 'npm run typecheck'],
  ['lint and layers', 'npm run lint'],
  ['unused code', 'npm run unused'],
  ['licences of what comes along', 'npm run licences'],
  [
    'every operation, the door and the search on a PostgreSQL handed over by its URL',
    `npm run test:postgres -- ${onForeignServer.join(' ')}`,
  ],
  ['mutations of the rules', 'npm run test:mutations'],
  ['the MCP suite and the programs of others', 'npm run test:clients'],
]

const counts: Counts & { failures: string[] } = { passed: 0, failed: 0, skipped: 0, failures: [] }
for (const [name, command] of steps) {
  process.stdout.write(`\n== ${name}: ${command}\n`)
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status === 0) counts.passed += 1
  else {
    counts.failed += 1
    counts.failures.push(name)
  }
  process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'}\n`)
}
process.stdout.write(`${countLine(counts)}\n`)
if (process.env.TANDEM_COUNTS) appendFileSync(process.env.TANDEM_COUNTS, `${JSON.stringify(counts)}\n`)
process.exitCode = counts.failed > 0 ? 1 : 0
