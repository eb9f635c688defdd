import { join } from 'node:path'
import { run } from './shell.ts'

/** The package that npm would publish of a folder. */
export type Packed = { path: string; files: string[]; bytes: number }

/** Packs a folder into a file in `into`. */
export function pack(staged: string, into: string): Packed {
  const answer: unknown = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], staged))
  // Newer npm answers by name, older ones with a list.
  const [one] = Object.values(answer as Record<string, { filename: string; files: { path: string }[]; size: number }>)
  if (!one) throw new Error(`npm packed nothing in ${staged}`)
  return { path: join(into, one.filename), files: one.files.map(({ path }) => path), bytes: one.size }
}
