import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installTool } from '../tool.ts'
import { checkout } from './packages.ts'

/** A change that users notice: which packages it concerns, the most that it asks of any of them, and a sentence. */
export type Changeset = { file: string; packages: string[]; bump: string; text: string }

const form = /^---\n((?:['"][^'"\n]+['"]: (?:major|minor|patch)\n)+)---\n\n([\s\S]*\S)\s*$/

/** The changesets that no release has included yet, by name. Throws for an invalid file. */
export function readChangesets(): Changeset[] {
  const folder = join(checkout, '.changeset')
  const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  return files.sort().map((file) => {
    const [, head = '', text = ''] = form.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    const lines = [...head.matchAll(/^['"]([^'"]+)['"]: (\w+)$/gm)]
    const bump = ['major', 'minor', 'patch'].find((one) => lines.some(([, , asked]) => asked === one))
    if (bump === undefined) throw new Error(`.changeset/${file} is no changeset: npm run changeset writes one`)
    return { file, packages: lines.map(([, name = '']) => name), bump, text }
  })
}

/** Runs the program of that name on the checkout, and answers its exit code. It lies in tools/changesets, for few need it. */
export function runChangesets(args: readonly string[]): number {
  if (!installTool('changesets')) return 1
  const program = join(checkout, 'tools', 'changesets', 'node_modules', '@changesets', 'cli', 'bin.js')
  return spawnSync(process.execPath, [program, ...args], { cwd: checkout, stdio: 'inherit' }).status ?? 1
}
