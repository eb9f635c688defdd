import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readChangesets, runChangesets } from './release/changesets.ts'
import { readManifest } from './release/manifest.ts'
import { checkout } from './release/packages.ts'

/**
 * `npm run release:version`: takes the changesets away. Every package gets the next version, the checkout and its lock file with them, and
 * CHANGELOG.md their sentences, breaking ones first.
 */
// It takes no options, so `--help` is an error and does not make a release.
parseArgs({ options: {} })
const pending = readChangesets()
if (pending.length === 0) throw new Error('There is no changeset, so nothing to release: npm run changeset writes one.')
if (runChangesets(['version']) !== 0) throw new Error('changeset version failed: see above')
const { version } = readManifest(join(checkout, 'packages', 'contract'))
rewrite('package.json', (text) => text.replace(/^(\s*"version": ")[^"]+/m, `$1${version}`))
rewrite('packages/contract/src/manifests.ts', (text) => text.replace(/^(const version = ')[^']+/m, `$1${version}`))
const ranks = ['major', 'minor', 'patch']
const sentences = pending.toSorted((one, other) => ranks.indexOf(one.bump) - ranks.indexOf(other.bump)).map(({ text }) => asItem(text))
rewrite('CHANGELOG.md', (text) => text.replace(/^(?=## )/m, () => `## ${version}\n\n${sentences.join('\n')}\n\n`))
run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'])
process.stdout.write(`${version}: ${pending.length} changesets are in CHANGELOG.md\n`)

function asItem(text: string): string {
  const [first = '', ...rest] = text.split('\n')
  return [`- ${first}`, ...rest.map((line) => `  ${line}`.trimEnd())].join('\n')
}

function rewrite(name: string, change: (text: string) => string): void {
  const path = join(checkout, name)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${name} has no place for the version`)
  writeFileSync(path, after)
}

function run(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: checkout, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
}
