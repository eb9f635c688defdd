import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@tandem/server/embedded'
import { fastestPlace } from '../../../packages/server/test/kit/fastest-place.ts'
import { broken, type Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'
import { copyOfProject } from './workspace.ts'

/**
 * Proves the scenarios: each mutation breaks one rule in a copy of the code, and the scenarios that cite the rule must fail.
 * `npm run test:mutations [-- ID…]` runs all, or those of the named requirements. With `--quarter` it runs every fourth, beginning with one
 * that depends on the commit: all of them take too long in CI, and different commits run different quarters.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const wanted = process.argv.slice(2).filter((argument) => argument !== '--quarter')
const quarter = process.argv.includes('--quarter') ? quarterOf(root) : null
const chosen = mutations.filter(
  (mutation, at) => (wanted.length === 0 || wanted.includes(mutation.breaks)) && (quarter === null || at % 4 === quarter),
)

/** Each worker breaks a copy of its own. */
const workers = 2

const dataDir = await mkdtemp(join(await fastestPlace(), 'tandem-mutations-db-'))
const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } })
let survived = 0
try {
  const waiting = [...chosen]
  await Promise.all(Array.from({ length: workers }, () => runWorker(waiting)))
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.stdout.write(`${chosen.length - survived} of ${chosen.length} mutations caught\n`)
process.exitCode = survived > 0 || chosen.length === 0 ? 1 : 0

function quarterOf(folder: string): number {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: folder, encoding: 'utf8' })
  return Number.parseInt(commit, 16) % 4
}

async function runWorker(waiting: Mutation[]): Promise<void> {
  const copy = await copyOfProject(root)
  try {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const verdict = await judge(mutation, copy.path)
      if (verdict !== null) survived += 1
      const about = `${mutation.breaks}: ${mutation.behaviour}`
      process.stdout.write(verdict === null ? `caught   ${about}\n` : `SURVIVED ${about} ${verdict}\n`)
    }
  } finally {
    await copy.remove()
  }
}

/** Null when a scenario failed, as it should; otherwise the reason. */
async function judge(mutation: Mutation, path: string): Promise<string | null> {
  const file = join(path, mutation.file)
  const original = await readFile(file, 'utf8')
  await writeFile(file, broken(original, mutation))
  try {
    const { status, output } = await runScenarios(mutation, path)
    if (status === 0) return 'the scenarios still pass'
    if (!/✗|×|FAIL/.test(output) || /No test files found|Error: Startup/.test(output))
      return `the run broke before a scenario could fail:\n${output.slice(-2_000)}`
    return null
  } finally {
    await writeFile(file, original)
  }
}

function runScenarios(mutation: Mutation, path: string): Promise<{ status: number; output: string }> {
  const { host, port, user } = postgres.connection
  const url = `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--no-cache',
    // Cached by content: files that a mutation does not touch are compiled once per copy.
    '--experimental.fsModuleCache',
    '--bail=1',
    mutation.provedBy,
    ...(mutation.title ? ['-t', mutation.title] : []),
  ]
  const child = spawn(process.execPath, args, {
    cwd: path,
    env: { ...process.env, TEST_DATABASE_URL: url, TANDEM_COUNTS: '', NO_COLOR: '1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.on('close', (status) => resolve({ status: status ?? 1, output })))
}
