import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { type Counts, countLine } from './count-reporter.ts'

/**
 * The suite runs on the embedded server: on one that is handed over, every operation is done once, and what meets the
 * database closest runs again.
 */
const onForeignServer = ['rest/examples', 'kernel', 'search', 'rules', 'faults/invariants', 'faults/fan-out'].map(
  (part) => `packages/server/test/${part}`,
)

/** Scenarios with agents: the acts of agents go through an MCP tool where one takes the operation. */
const overMcp = [
  'cards/comments',
  'service/conventions',
  'agents/delegation',
  'accounts/foreign-ids',
  'cards/mentions',
  'accounts/notifications',
  'accounts/scopes',
  'agents/session',
  'accounts/tokens',
  'boards/versions',
].map((part) => `conformance/test/${part}`)

/** `npm run test:ci` proves every rule by itself. CI, where `npm test` has passed already, says `--after-npm-test`. */
const isAfterNpmTest = process.argv.includes('--after-npm-test')

const longest = 'the heavy tests'

/** Checks that are too heavy for `npm test`. All of them run, also after a failed one. The longest comes first. */
const steps: [name: string, command: string][] = [
  // Two people edit the same texts at random for two minutes.
  [longest, 'TEST_EDITING_SECONDS=120 npm run test:heavy'],
  ['types', 'npm run typecheck'],
  ['lint and layers', 'npm run lint'],
  ['unused code', 'npm run unused'],
  ['licences of what comes along', 'npm run licences'],
  ['what is published, installed in an empty folder', 'npm run release:check -- --short'],
  ['mutations of the rules, a quarter of them', 'npm run test:mutations -- --quarter'],
  [
    'every operation, the door and the search on a PostgreSQL handed over by its URL',
    `npm run test:postgres -- ${onForeignServer.join(' ')}`,
  ],
  ['the scenarios of agents over MCP', `SCENARIOS_OVER=mcp vitest run --project together ${overMcp.join(' ')}`],
  ['the MCP suite and the programs of others', 'npm run test:clients'],
]

/** Runs by itself: `npm ci` writes so much that browsers beside it wait a minute for a page. */
const last: [name: string, command: string] = ['a newcomer does what README.md says, three ways', 'npm run test:newcomer']

/** Most of them keep one core busy, or wait for a disk. */
const atOnce = 2

const counts: Counts & { failures: string[] } = { passed: 0, failed: 0, skipped: 0, failures: [] }
const waiting = [...steps]
if (!isAfterNpmTest) await take('the tests that people run', 'npm test')
await Promise.all(Array.from({ length: atOnce }, takeSteps))
await take(...last)
process.stdout.write(`${countLine(counts)}\n`)
if (process.env.TANDEM_COUNTS) appendFileSync(process.env.TANDEM_COUNTS, `${JSON.stringify(counts)}\n`)
process.exitCode = counts.failed > 0 ? 1 : 0

async function takeSteps(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) await take(...step)
}

/** The output is written in one piece once the step has ended; that of the longest as it comes, since a run that is cut off would not show it. */
async function take(name: string, command: string): Promise<void> {
  process.stdout.write(`== begun: ${name}\n`)
  const beganMs = performance.now()
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  const write = name === longest ? (chunk: Buffer) => process.stdout.write(chunk) : (chunk: Buffer) => output.push(chunk)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', write)
  const [status] = await once(child, 'close')
  if (status === 0) counts.passed += 1
  else {
    counts.failed += 1
    counts.failures.push(name)
  }
  const seconds = Math.round((performance.now() - beganMs) / 1_000)
  const verdict = `${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`
  process.stdout.write(`\n== ${name}: ${command}\n${Buffer.concat(output)}== ${name}: ${verdict}\n`)
}
