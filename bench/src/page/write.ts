import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../report.ts'
import { picturesOf, withFigures } from './performance-page.ts'
import { withSizing } from './sizing-table.ts'

const docs = fileURLToPath(new URL('../../../docs', import.meta.url))

const pages: Record<string, (page: string, report: Report) => string> = { 'performance.md': withFigures, 'self-hosting.md': withSizing }

/**
 * Writes the figures of a report into performance.md and self-hosting.md of a folder, and the pictures beside them: all of it, or nothing
 * if a page has no place for them. The text around them stays.
 */
export async function writePages(report: Report, folder = docs): Promise<void> {
  const written = new Map<string, string>()
  for (const [name, put] of Object.entries(pages)) written.set(name, put(await readFile(join(folder, name), 'utf8'), report))
  for (const [name, page] of written) await writeFile(join(folder, name), page)
  for (const [name, picture] of Object.entries(picturesOf(report))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), picture)
  }
}

/** A report that `--json` kept. Throws an Error that says what the file should be. */
export async function readReport(file: string): Promise<Report> {
  const kept: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!isReport(kept)) throw new Error(`${file} is no report: npm run bench -- --json ${file} writes one`)
  return kept
}

function isReport(kept: unknown): kept is Report {
  return typeof kept === 'object' && kept !== null && 'machine' in kept && 'groups' in kept && 'figures' in kept
}
